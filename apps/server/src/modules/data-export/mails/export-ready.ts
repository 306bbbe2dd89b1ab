import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { sampleZone } from '#server/platform/mail/samples.ts'
import { moment } from '#server/platform/mail/shared-texts.ts'

interface ExportReady {
  /** the tenant's name */
  readonly organisation: string
  /** ISO 8601, shown in `timeZone` */
  readonly expiresAt: string
  /** IANA, of the reader */
  readonly timeZone: string
  /** the page with the export, behind the sign-in */
  readonly link: string
}

/** Notifies the people who requested an export that it is ready; the file itself is never emailed. */
export const exportReady = defineDeskMail({
  name: 'export-ready',
  data: Type.Object({ userId: Id, exportId: Id }),
  prepare: async (ctx, { userId, exportId }) => {
    const reader = await readReader(ctx, userId)
    const [row] = await ctx.run<{ expires_at: Date; name: string }>(
      `select e.expires_at, t.name from data_export e join tenant t on t.id = $1
       where e.tenant_id = $1 and e.id = $2 and e.state = 'DONE' and e.expires_at > $3`,
      [ctx.tenantId, exportId, ctx.now],
    )
    if (!row || !reader?.roles.includes('ADMIN')) return undefined
    const facts: ExportReady = {
      organisation: row.name,
      expiresAt: row.expires_at.toISOString(),
      timeZone: reader.timeZone,
      link: `${ctx.platform.config.baseUrl}/app/data`,
    }
    return { to: reader.email, language: reader.language, facts }
  },
  sample: (base) => ({
    organisation: "Müller & Söhne's",
    expiresAt: '2026-11-27T13:05:00.000Z',
    timeZone: sampleZone,
    link: `${base}/app/data`,
  }),
  words: (data, language) => {
    const words = {
      en: {
        subject: 'Your export is ready',
        heading: 'Your export is ready',
        lead: 'The file contains everything that your organisation has stored here: places, tasks, feedback, photos and people. Sign in and download it.',
        organisation: 'Organisation',
        until: 'Available until',
        button: 'Go to the export',
        footer:
          'You get this email because you asked for the export. Keep the file as carefully as the data in it.',
      },
      de: {
        subject: 'Ihr Export ist fertig',
        heading: 'Ihr Export ist fertig',
        lead: 'Die Datei enthält alles, was Ihre Organisation hier gespeichert hat: Orte, Aufgaben, Rückmeldungen, Fotos und Personen. Melden Sie sich an und laden Sie sie herunter.',
        organisation: 'Organisation',
        until: 'Verfügbar bis',
        button: 'Zum Export',
        footer:
          'Sie erhalten diese E-Mail, weil Sie den Export angefordert haben. Bewahren Sie die Datei so sorgfältig auf wie die Daten darin.',
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        {
          kind: 'facts',
          rows: [
            { label: words.organisation, value: data.organisation },
            { label: words.until, value: moment(data.expiresAt, data.timeZone, language) },
          ],
        },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
