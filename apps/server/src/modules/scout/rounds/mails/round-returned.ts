import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { inertName, layout } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { moment } from '#server/platform/mail/shared-texts.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { texts } from './texts.ts'

interface Returned {
  readonly organisation: string
  readonly title: string
  readonly building: string
  readonly reason: string
  readonly dueBy: string
  readonly timeZone: string
  readonly link: string
}

interface Row {
  readonly email: string
  readonly language: string
  readonly organisation: string
  readonly title: string
  readonly building: string
  readonly reason: string
  readonly due_by: Date
  readonly zone: string
}

const text = `select s.email, s.language, t.name as organisation, r.title, b.name as building, r.return_reason as reason,
    r.due_by, b.time_zone as zone
  from round r join scout s on s.tenant_id = $1 and s.id = r.scout_id
  join building b on b.tenant_id = $1 and b.id = r.building_id join tenant t on t.id = $1
  where r.tenant_id = $1 and r.id = $2 and r.state in ('IN_PROGRESS', 'PAUSED') and r.return_reason is not null
    and s.email is not null and s.mail_rounds and s.state = 'ACTIVE'`

/** Tells a scout that a round was returned, and why. */
export const roundReturned = defineMail({
  name: 'round-returned',
  data: Type.Object({ roundId: Id }),
  prepare: async (ctx, { roundId }) => {
    const [row] = await ctx.run<Row>(text, [ctx.tenantId, roundId])
    if (!row) return undefined
    const { email: to, language, organisation, title, building, reason } = row
    const dueBy = row.due_by.toISOString()
    const link = `${ctx.platform.config.baseUrl}/scout`
    const facts = { organisation, title, building, reason, dueBy, timeZone: storedZone(row.zone), link }
    return { to, language, facts }
  },
  sample: (base, language): Returned => ({
    organisation: "Müller & Söhne's",
    title: texts(language).sampleTitle,
    building: samplePlace(language).building,
    reason: texts(language).sampleReason,
    dueBy: sampleTime,
    timeZone: sampleZone,
    link: `${base}/scout`,
  }),
  words: ({ organisation, title, building, reason, dueBy, timeZone, link }: Returned, language) => {
    const name = inertName(organisation)
    const words = texts(language).returned
    return layout({
      language,
      subject: words.subject({ title }),
      heading: words.heading,
      blocks: [
        { kind: 'quote', text: reason },
        {
          kind: 'facts',
          rows: [
            { label: words.building, value: inertName(building) },
            { label: words.due, value: moment(dueBy, timeZone, language) },
          ],
        },
        { kind: 'button', label: texts(language).button, url: link },
      ],
      footer: words.footer({ name }),
    })
  },
})
