/** Reasons and instructions of attention items: in German for readers of German, otherwise in English. */
import type { AttentionAct } from '#contracts/attention.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export interface AttentionText {
  readonly reason: string
  readonly suggestion: string
}

export interface AttentionWords {
  readonly danger: AttentionText
  readonly rejected: AttentionText
  readonly urgent: AttentionText
  readonly overdue: AttentionText
  readonly promise: AttentionText
  readonly unassigned: AttentionText
  readonly reporters: (count: number) => AttentionText
  readonly unanswered: (rating: number) => AttentionText
  readonly outOfOrder: AttentionText
  /** mean ratings from 1 to 5 */
  readonly fallen: (earlier: number, recent: number) => AttentionText
  readonly stillLow: (earlier: number, recent: number) => AttentionText
  readonly duty: AttentionText
  /** YYYY-MM-DD */
  readonly certificate: (lastDay: string, over: boolean) => AttentionText
  readonly sticker: AttentionText
  readonly noCode: AttentionText
  readonly webhookFails: AttentionText
  readonly webhookOff: AttentionText
  readonly mailingRefused: AttentionText
  readonly mailingLost: AttentionText
  readonly zone: (stored: string) => AttentionText
}

type May = (act: AttentionAct) => boolean

const mean = (language: string): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (value) => format.format(value)
}
const day = (language: string): ((date: string) => string) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (date) => format.format(new Date(`${date}T12:00:00Z`))
}
const [meanEn, meanDe, dayEn, dayDe] = [mean('en'), mean('de'), day('en-GB'), day('de')]

const en = (may: May): AttentionWords => ({
  danger: { reason: 'Somebody may be in danger', suggestion: 'Call the place and send help now' },
  rejected: {
    reason: 'A visitor says that it is not fixed',
    suggestion: 'Read what they say and have it looked at again',
  },
  urgent: { reason: 'Urgent and not done', suggestion: 'Make sure that somebody is on it' },
  overdue: {
    reason: 'Past its due time',
    suggestion: 'Ask what is in the way, agree a new time, or give it to somebody else',
  },
  promise: {
    reason: 'The promised time is past',
    suggestion: 'Agree a new time, or give it to somebody else',
  },
  unassigned: { reason: 'Nobody has it for more than an hour', suggestion: 'Assign it' },
  reporters: (count) => ({
    reason: `${count} people have reported it`,
    suggestion: 'Tell the visitors more',
  }),
  unanswered: (rating) => ({
    reason: `Rated ${rating} of 5, and nobody has answered`,
    suggestion: 'Reply to the visitor',
  }),
  outOfOrder: { reason: 'Out of order', suggestion: 'Give somebody a task to see to it' },
  fallen: (earlier, recent) => ({
    reason: `The rating fell from ${meanEn(earlier)} to ${meanEn(recent)} within a week`,
    suggestion: 'Have somebody look at it',
  }),
  stillLow: (earlier, recent) => ({
    reason: `The rating is still ${meanEn(recent)}; it was ${meanEn(earlier)}`,
    suggestion: 'Have somebody look at it',
  }),
  duty: {
    reason: 'Nobody is on duty where somebody usually is',
    suggestion: 'Put somebody on for that time',
  },
  certificate: (lastDay, over) => ({
    reason: over ? `The certificate ended on ${dayEn(lastDay)}` : `The certificate ends on ${dayEn(lastDay)}`,
    suggestion: may('RENEW') ? 'Enter the new date once it is renewed' : 'Ask for the renewal',
  }),
  sticker: {
    reason: 'Scanned by a visitor, but linked to no place',
    suggestion: may('LINK_CODE')
      ? 'Link the sticker to its amenity'
      : 'Tell an administrator where it hangs, so that it can be linked',
  },
  noCode: {
    reason: 'Has no sticker, so nobody can rate it',
    suggestion: may('NEW_CODE') ? 'Make its code and print it' : 'Ask an administrator for its code',
  },
  webhookFails: {
    reason: 'The receiver does not take what is sent',
    suggestion: 'Try it, or pause it until the receiver is mended',
  },
  webhookOff: {
    reason: 'Switched off, since the receiver took nothing',
    suggestion: 'Switch it on when the receiver is mended',
  },
  mailingRefused: {
    reason: 'A recipient’s server refuses these mails',
    suggestion: 'Mend the address, then resume',
  },
  mailingLost: {
    reason: 'Reaches nobody, since the recipients’ servers refuse it',
    suggestion: 'Mend the addresses, then resume',
  },
  zone: (stored) => ({
    reason: `“${stored}” is not a time zone, so its times are in UTC`,
    suggestion: may('LINK_CODE') ? 'Choose its time zone' : 'Ask an administrator to choose its time zone',
  }),
})

const de = (may: May): AttentionWords => ({
  danger: {
    reason: 'Jemand ist vielleicht in Gefahr',
    suggestion: 'Rufen Sie dort an und schicken Sie sofort Hilfe',
  },
  rejected: {
    reason: 'Laut Besucher nicht behoben',
    suggestion: 'Lesen Sie, was fehlt, und lassen Sie noch einmal nachsehen',
  },
  urgent: { reason: 'Dringend und nicht erledigt', suggestion: 'Sorgen Sie dafür, dass sich jemand kümmert' },
  overdue: {
    reason: 'Über dem Termin',
    suggestion:
      'Fragen Sie nach, woran es liegt, vereinbaren Sie einen neuen Termin, oder geben Sie die Aufgabe weiter',
  },
  promise: {
    reason: 'Die zugesagte Zeit ist vorbei',
    suggestion: 'Vereinbaren Sie einen neuen Termin, oder geben Sie die Aufgabe weiter',
  },
  unassigned: { reason: 'Seit über einer Stunde bei niemandem', suggestion: 'Weisen Sie die Aufgabe zu' },
  reporters: (count) => ({
    reason: `${count} Personen haben es gemeldet`,
    suggestion: 'Sagen Sie den Besuchern mehr',
  }),
  unanswered: (rating) => ({
    reason: `Mit ${rating} von 5 bewertet, und niemand hat geantwortet`,
    suggestion: 'Antworten Sie dem Besucher',
  }),
  outOfOrder: { reason: 'Außer Betrieb', suggestion: 'Geben Sie jemandem eine Aufgabe dazu' },
  fallen: (earlier, recent) => ({
    reason: `Die Bewertung fiel in einer Woche von ${meanDe(earlier)} auf ${meanDe(recent)}`,
    suggestion: 'Lassen Sie jemanden nachsehen',
  }),
  stillLow: (earlier, recent) => ({
    reason: `Die Bewertung ist noch immer ${meanDe(recent)}; sie war ${meanDe(earlier)}`,
    suggestion: 'Lassen Sie jemanden nachsehen',
  }),
  duty: {
    reason: 'Niemand ist im Dienst, wo sonst jemand ist',
    suggestion: 'Teilen Sie für diese Zeit jemanden ein',
  },
  certificate: (lastDay, over) => ({
    reason: over
      ? `Der Nachweis ist am ${dayDe(lastDay)} abgelaufen`
      : `Der Nachweis läuft am ${dayDe(lastDay)} ab`,
    suggestion: may('RENEW')
      ? 'Tragen Sie das neue Datum ein, sobald er erneuert ist'
      : 'Fragen Sie nach der Erneuerung',
  }),
  sticker: {
    reason: 'Von Besuchern gescannt, führt aber zu keinem Ort',
    suggestion: may('LINK_CODE')
      ? 'Verknüpfen Sie den Aufkleber mit seiner Einrichtung'
      : 'Sagen Sie einem Administrator, wo er hängt, damit er verknüpft wird',
  },
  noCode: {
    reason: 'Hat keinen Aufkleber, niemand kann bewerten',
    suggestion: may('NEW_CODE')
      ? 'Legen Sie den Code an und drucken Sie ihn'
      : 'Bitten Sie einen Administrator um den Code',
  },
  webhookFails: {
    reason: 'Der Empfänger nimmt nicht an, was gesendet wird',
    suggestion: 'Probieren Sie es, oder halten Sie an, bis der Empfänger wieder geht',
  },
  webhookOff: {
    reason: 'Abgeschaltet, weil der Empfänger nichts annahm',
    suggestion: 'Schalten Sie wieder ein, wenn der Empfänger wieder geht',
  },
  mailingRefused: {
    reason: 'Der Server eines Empfängers lehnt diese Mails ab',
    suggestion: 'Berichtigen Sie die Adresse, dann setzen Sie fort',
  },
  mailingLost: {
    reason: 'Erreicht niemanden, weil die Server der Empfänger ablehnen',
    suggestion: 'Berichtigen Sie die Adressen, dann setzen Sie fort',
  },
  zone: (stored) => ({
    reason: `„${stored}“ ist keine Zeitzone, daher gelten Zeiten in UTC`,
    suggestion: may('LINK_CODE')
      ? 'Wählen Sie die Zeitzone'
      : 'Bitten Sie einen Administrator, die Zeitzone zu wählen',
  }),
})

/** @param may what the reader may do; others are told whom to ask */
export const attentionWords = (language: VisitorLanguage, may: May): AttentionWords =>
  language === 'de' ? de(may) : en(may)
