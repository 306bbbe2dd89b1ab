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
  readonly slackBroken: AttentionText
  readonly mailingRefused: AttentionText
  readonly mailingLost: AttentionText
  readonly roundSubmitted: AttentionText
  readonly roundDeclined: AttentionText
  readonly roundExpired: AttentionText
  readonly failedStop: AttentionText
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
    suggestion: 'Read the message and have the work checked again',
  },
  urgent: { reason: 'Urgent and not done', suggestion: 'Make sure that somebody is working on it' },
  overdue: {
    reason: 'Past its due time',
    suggestion: 'Ask what is holding it up, set a new due time, or reassign it',
  },
  promise: {
    reason: 'Past its SLA deadline',
    suggestion: 'Set a due time, or reassign it',
  },
  unassigned: { reason: 'Unassigned for more than an hour', suggestion: 'Assign it' },
  reporters: (count) => ({
    reason: `${count} people have reported it`,
    suggestion: 'Send the visitors an update',
  }),
  unanswered: (rating) => ({
    reason: `Rated ${rating} of 5, and nobody has replied`,
    suggestion: 'Reply to the visitor',
  }),
  outOfOrder: { reason: 'Out of order', suggestion: 'Create a task and assign it' },
  fallen: (earlier, recent) => ({
    reason: `The rating fell from ${meanEn(earlier)} to ${meanEn(recent)} within a week`,
    suggestion: 'Have somebody check this place',
  }),
  stillLow: (earlier, recent) => ({
    reason: `The rating is still ${meanEn(recent)}; it was ${meanEn(earlier)}`,
    suggestion: 'Have somebody check this place',
  }),
  duty: {
    reason: 'Nobody is on duty at a time that is usually covered',
    suggestion: 'Assign cover for that time',
  },
  certificate: (lastDay, over) => ({
    reason: over ? `The certificate ended on ${dayEn(lastDay)}` : `The certificate ends on ${dayEn(lastDay)}`,
    suggestion: may('RENEW') ? 'Enter the new date once it is renewed' : 'Ask for the renewal',
  }),
  sticker: {
    reason: 'Scanned by a visitor, but not linked to an amenity',
    suggestion: may('LINK_CODE')
      ? 'Link the sticker to its amenity'
      : 'Tell an administrator where it hangs, so that it can be linked',
  },
  noCode: {
    reason: 'Has no sticker, so nobody can rate it',
    suggestion: may('NEW_CODE')
      ? 'Create its QR code and print it'
      : 'Ask an administrator to create its QR code',
  },
  webhookFails: {
    reason: 'Deliveries to the receiver fail',
    suggestion: 'Test it, or pause it until the receiver works again',
  },
  webhookOff: {
    reason: 'Switched off because deliveries kept failing',
    suggestion: 'Switch it on when the receiver works again',
  },
  slackBroken: {
    reason: 'Slack refuses access, so nothing is sent there',
    suggestion: 'Connect it again',
  },
  mailingRefused: {
    reason: 'A recipient’s server rejects these emails',
    suggestion: 'Correct the address, then resume',
  },
  mailingLost: {
    reason: 'Reaches nobody, because the recipients’ servers reject it',
    suggestion: 'Correct the addresses, then resume',
  },
  roundSubmitted: { reason: 'A submitted round of inspections', suggestion: 'Review it' },
  roundDeclined: { reason: 'A scout declined this round', suggestion: 'Find somebody else who walks it' },
  roundExpired: { reason: 'Nobody finished this round in time', suggestion: 'Plan it again' },
  failedStop: { reason: 'A critical point failed in the last inspection', suggestion: 'Create a task' },
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
    suggestion: 'Lesen Sie die Nachricht und lassen Sie die Arbeit noch einmal prüfen',
  },
  urgent: { reason: 'Dringend und nicht erledigt', suggestion: 'Sorgen Sie dafür, dass sich jemand kümmert' },
  overdue: {
    reason: 'Überfällig',
    suggestion:
      'Fragen Sie nach, woran es liegt, vereinbaren Sie einen neuen Termin, oder geben Sie die Aufgabe weiter',
  },
  promise: {
    reason: 'Die SLA-Frist ist abgelaufen',
    suggestion: 'Vereinbaren Sie einen neuen Termin, oder geben Sie die Aufgabe weiter',
  },
  unassigned: { reason: 'Seit über einer Stunde nicht zugewiesen', suggestion: 'Weisen Sie die Aufgabe zu' },
  reporters: (count) => ({
    reason: `${count} Personen haben es gemeldet`,
    suggestion: 'Informieren Sie die Besucher über den Stand',
  }),
  unanswered: (rating) => ({
    reason: `Mit ${rating} von 5 bewertet, und niemand hat geantwortet`,
    suggestion: 'Antworten Sie dem Besucher',
  }),
  outOfOrder: { reason: 'Außer Betrieb', suggestion: 'Legen Sie eine Aufgabe an und weisen Sie sie zu' },
  fallen: (earlier, recent) => ({
    reason: `Die Bewertung fiel in einer Woche von ${meanDe(earlier)} auf ${meanDe(recent)}`,
    suggestion: 'Lassen Sie den Ort prüfen',
  }),
  stillLow: (earlier, recent) => ({
    reason: `Die Bewertung ist noch immer ${meanDe(recent)}; sie war ${meanDe(earlier)}`,
    suggestion: 'Lassen Sie den Ort prüfen',
  }),
  duty: {
    reason: 'Niemand ist im Dienst, obwohl die Zeit sonst besetzt ist',
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
    reason: 'Von Besuchern gescannt, aber mit keiner Einrichtung verknüpft',
    suggestion: may('LINK_CODE')
      ? 'Verknüpfen Sie den Aufkleber mit seiner Einrichtung'
      : 'Sagen Sie einem Administrator, wo er hängt, damit er verknüpft wird',
  },
  noCode: {
    reason: 'Hat keinen Aufkleber, daher kann niemand bewerten',
    suggestion: may('NEW_CODE')
      ? 'Legen Sie den QR-Code an und drucken Sie ihn'
      : 'Bitten Sie einen Administrator, den QR-Code anzulegen',
  },
  webhookFails: {
    reason: 'Zustellungen an den Empfänger schlagen fehl',
    suggestion: 'Testen Sie ihn, oder pausieren Sie ihn, bis der Empfänger wieder funktioniert',
  },
  webhookOff: {
    reason: 'Abgeschaltet, weil Zustellungen immer wieder fehlschlugen',
    suggestion: 'Schalten Sie ihn ein, wenn der Empfänger wieder funktioniert',
  },
  slackBroken: {
    reason: 'Slack verweigert den Zugang, deshalb wird dort nichts gesendet',
    suggestion: 'Verbinden Sie es neu',
  },
  mailingRefused: {
    reason: 'Der Server eines Empfängers lehnt diese E-Mails ab',
    suggestion: 'Korrigieren Sie die Adresse und setzen Sie den Versand fort',
  },
  mailingLost: {
    reason: 'Erreicht niemanden, weil die Server der Empfänger die E-Mails ablehnen',
    suggestion: 'Korrigieren Sie die Adressen und setzen Sie den Versand fort',
  },
  roundSubmitted: { reason: 'Ein Prüfrundgang wurde abgegeben', suggestion: 'Prüfen Sie ihn' },
  roundDeclined: { reason: 'Eine Prüfperson hat abgelehnt', suggestion: 'Finden Sie jemand anderen dafür' },
  roundExpired: {
    reason: 'Niemand hat diesen Rundgang rechtzeitig beendet',
    suggestion: 'Planen Sie ihn neu',
  },
  failedStop: {
    reason: 'Ein kritischer Punkt war bei der letzten Prüfung nicht in Ordnung',
    suggestion: 'Legen Sie eine Aufgabe an',
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
