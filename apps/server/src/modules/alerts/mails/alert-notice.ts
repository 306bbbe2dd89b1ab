import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { Id } from '#contracts/kit/text.ts'
import { outlineOf } from '#server/modules/feedback/public.ts'
import { problemTitle } from '#server/modules/tasks/public.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout, mailLanguage } from '#server/platform/mail/layout.ts'
import { byWays, readReader, waysTo } from '#server/platform/mail/members.ts'
import { sampleId, samplePlace, sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { moment, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { placeLine, pushWords } from '#server/platform/push/words.ts'

interface AlertNotice {
  /** of the alert rule, as the tenant calls it */
  readonly rule: string
  /** what was reported, in words */
  readonly category: string
  /** 1..5; null where none was given */
  readonly rating: number | null
  /** the amenity's name */
  readonly room: string
  readonly building: string
  /** ISO 8601, shown in `timeZone` */
  readonly reportedAt: string
  /** IANA, of the building */
  readonly timeZone: string
  /** where the team reads the submission */
  readonly link: string
}

/** Tells people of something that opens no task. A rule wants them told at once: quiet hours do not hold it. */
export const alertNotice = defineMail({
  name: 'alert-notice',
  data: Type.Object({ userId: Id, ruleName: Type.String(), feedbackId: Id, category: Type.String() }),
  prepare: async (ctx, data, instead) => {
    const { userId, ruleName, feedbackId, category } = data
    const reader = await readReader(ctx, userId)
    const report = await outlineOf(ctx, feedbackId)
    const ways = reader && waysTo(reader, 'alert')
    if (!ways || !report) return undefined
    const facts: AlertNotice = {
      rule: ruleName,
      category: await problemTitle(ctx, report.amenityId, category, mailLanguage(reader.language)),
      rating: report.rating,
      room: report.room,
      building: report.building,
      reportedAt: report.createdAt.toISOString(),
      timeZone: reader.ownTimeZone ?? report.timeZone,
      link: `${ctx.platform.config.baseUrl}/app/feedback/${feedbackId}`,
    }
    const { language } = pushWords(reader.language)
    return {
      to: reader.email,
      language: reader.language,
      ...byWays(ways, instead, facts, {
        userId,
        note: {
          title: `${ruleName}: ${facts.category}`,
          body: placeLine(facts),
          path: `/app/feedback/${feedbackId}`,
          tag: `feedback-${feedbackId}`,
          language,
          urgent: true,
        },
        orMail: { mail: 'alert-notice', data },
      }),
    }
  },
  sample: (base, language) => ({
    ...samplePlace(language),
    rule: { en: 'Poor ratings', de: 'Schlechte Bewertungen' }[language],
    category: issueName('NOT_CLEAN', language),
    rating: 2,
    reportedAt: sampleTime,
    timeZone: sampleZone,
    link: `${base}/app/feedback/${sampleId}`,
  }),
  words: (data, language) => {
    const words = {
      en: {
        subject: `${data.rule}: ${data.room}`,
        heading: 'A visitor has reported something',
        rule: 'Rule',
        what: 'What',
        rating: 'Rating',
        of: (rating: number) => `${rating} of 5`,
        at: 'Reported',
        button: 'Open the report',
        footer: 'You get this mail because an alert rule of your team says so. It opens no task.',
      },
      de: {
        subject: `${data.rule}: ${data.room}`,
        heading: 'Jemand hat etwas gemeldet',
        rule: 'Regel',
        what: 'Was',
        rating: 'Bewertung',
        of: (rating: number) => `${rating} von 5`,
        at: 'Gemeldet',
        button: 'Meldung öffnen',
        footer:
          'Sie erhalten diese Mail, weil eine Alarmregel Ihres Teams das so vorsieht. Es entsteht keine Aufgabe.',
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        {
          kind: 'facts',
          rows: [
            { label: words.rule, value: data.rule },
            ...whereFacts(data, language),
            { label: words.what, value: data.category },
            ...(data.rating === null ? [] : [{ label: words.rating, value: words.of(data.rating) }]),
            { label: words.at, value: moment(data.reportedAt, data.timeZone, language) },
          ],
        },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
