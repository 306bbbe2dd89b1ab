/** What the overview says in the reader's language: English, or German to those who read German. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { TaskStatus } from '#contracts/records.ts'

interface Call {
  readonly reason: string
  readonly suggestion: string
}

export interface OverviewWords {
  readonly danger: Call
  readonly rejected: Call
  readonly urgent: Call
  readonly overdue: Call
  readonly unassigned: Call
  readonly reporters: (count: number) => Call
  readonly outOfOrder: Call
  readonly sticker: Call
  /** means of 1..5 */
  readonly fallen: (earlier: number, recent: number) => Call
  readonly rated: (place: string, rating: number, issues: string) => string
  readonly status: (task: string, to: TaskStatus) => string
  /** by what was done to the task */
  readonly task: (task: string, action: string | null) => string
  readonly notFixed: (task: string) => string
}

const inEnglish = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const inGerman = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const statusEn: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'is open again',
  IN_PROGRESS: 'is in progress',
  DONE: 'is done',
}
const statusDe: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'ist wieder offen',
  IN_PROGRESS: 'ist in Arbeit',
  DONE: 'ist erledigt',
}
const actionsEn: Readonly<Record<string, string>> = {
  CREATED: 'was created',
  REOPENED: 'was reopened',
  ASSIGNED: 'changed hands',
  BLOCKED: 'is blocked',
  UNBLOCKED: 'is no longer blocked',
  NOTE_ADDED: 'has a new note',
}
const actionsDe: Readonly<Record<string, string>> = {
  CREATED: 'wurde angelegt',
  REOPENED: 'wurde wieder geöffnet',
  ASSIGNED: 'hat jemand anders',
  BLOCKED: 'ist blockiert',
  UNBLOCKED: 'ist nicht mehr blockiert',
  NOTE_ADDED: 'hat eine neue Notiz',
}

const en: OverviewWords = {
  danger: { reason: 'Somebody may be in danger', suggestion: 'Call the place and send help now' },
  rejected: {
    reason: 'A visitor says that it is not fixed',
    suggestion: 'Read what they say and have it looked at again',
  },
  urgent: { reason: 'Urgent and not done', suggestion: 'Make sure that somebody is on it' },
  overdue: {
    reason: 'Past its due time',
    suggestion: 'Ask what is in the way, or give it to somebody else',
  },
  unassigned: { reason: 'Nobody has it for more than an hour', suggestion: 'Assign it' },
  reporters: (count) => ({
    reason: `${count} people have reported it`,
    suggestion: 'Raise its priority or tell the visitors more',
  }),
  outOfOrder: { reason: 'Out of order', suggestion: 'Say on its page when it will work again' },
  sticker: {
    reason: 'Scanned by a visitor, but linked to no place',
    suggestion: 'Link the sticker to its amenity',
  },
  fallen: (earlier, recent) => ({
    reason: `The rating fell from ${inEnglish.format(earlier)} to ${inEnglish.format(recent)} within a week`,
    suggestion: 'Read the comments of the last days',
  }),
  rated: (place, rating, issues) => `${place}: rated ${rating} of 5${issues === '' ? '' : `, ${issues}`}`,
  status: (task, to) => `${task} ${statusEn[to]}`,
  task: (task, action) => `${task} ${actionsEn[action ?? ''] ?? 'was changed'}`,
  notFixed: (task) => `A visitor says that it is not fixed: ${task}`,
}

const de: OverviewWords = {
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
    suggestion: 'Fragen Sie nach, woran es liegt, oder geben Sie die Aufgabe weiter',
  },
  unassigned: { reason: 'Seit über einer Stunde bei niemandem', suggestion: 'Weisen Sie die Aufgabe zu' },
  reporters: (count) => ({
    reason: `${count} Personen haben es gemeldet`,
    suggestion: 'Heben Sie die Priorität, oder sagen Sie den Besuchern mehr',
  }),
  outOfOrder: { reason: 'Außer Betrieb', suggestion: 'Sagen Sie auf der Statusseite, wann es wieder geht' },
  sticker: {
    reason: 'Von Besuchern gescannt, führt aber zu keinem Ort',
    suggestion: 'Verknüpfen Sie den Aufkleber mit seiner Einrichtung',
  },
  fallen: (earlier, recent) => ({
    reason: `Die Bewertung fiel in einer Woche von ${inGerman.format(earlier)} auf ${inGerman.format(recent)}`,
    suggestion: 'Lesen Sie die Kommentare der letzten Tage',
  }),
  rated: (place, rating, issues) =>
    `${place}: mit ${rating} von 5 bewertet${issues === '' ? '' : `, ${issues}`}`,
  status: (task, to) => `${task} ${statusDe[to]}`,
  task: (task, action) => `${task} ${actionsDe[action ?? ''] ?? 'wurde geändert'}`,
  notFixed: (task) => `Laut Besucher nicht behoben: ${task}`,
}

export const overviewWords = (language: VisitorLanguage): OverviewWords => (language === 'de' ? de : en)
