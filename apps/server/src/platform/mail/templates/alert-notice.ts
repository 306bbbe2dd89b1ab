import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { moment, whereFacts } from '../words.ts'

export interface AlertNoticeData {
  /** of the alert rule, as the tenant calls it */
  readonly rule: string
  /** what was reported, in words */
  readonly category: string
  /** 1..5; left out where none was given */
  readonly rating?: number
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

/** Tells people of something that opens no task. */
export function alertNotice(data: AlertNoticeData, language: MailLanguage): RenderedMail {
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
          ...(data.rating === undefined ? [] : [{ label: words.rating, value: words.of(data.rating) }]),
          { label: words.at, value: moment(data.reportedAt, data.timeZone, language) },
        ],
      },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
}
