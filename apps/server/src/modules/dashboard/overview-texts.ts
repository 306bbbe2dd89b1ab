/** Texts of the overview: in German for readers of German, otherwise in English. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { TaskStatus } from '#contracts/records.ts'

export interface OverviewWords {
  readonly rated: (place: string, rating: number, issues: string) => string
  readonly status: (task: string, to: TaskStatus) => string
  /** by the action on the task */
  readonly task: (task: string, action: string | null) => string
  readonly assigned: (task: string, name: string) => string
  readonly notFixed: (task: string) => string
}

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
  ASSIGNED: 'was reassigned',
  UNASSIGNED: 'was unassigned',
  BLOCKED: 'is on hold',
  UNBLOCKED: 'is no longer on hold',
  NOTE_ADDED: 'has a new note',
}
const actionsDe: Readonly<Record<string, string>> = {
  CREATED: 'wurde angelegt',
  REOPENED: 'wurde wieder geöffnet',
  ASSIGNED: 'wurde neu zugewiesen',
  UNASSIGNED: 'ist nicht mehr zugewiesen',
  BLOCKED: 'ist zurückgestellt',
  UNBLOCKED: 'ist nicht mehr zurückgestellt',
  NOTE_ADDED: 'hat eine neue Notiz',
}

const en: OverviewWords = {
  rated: (place, rating, issues) => `${place}: rated ${rating} of 5${issues === '' ? '' : `, ${issues}`}`,
  status: (task, to) => `${task} ${statusEn[to]}`,
  task: (task, action) => `${task} ${actionsEn[action ?? ''] ?? 'was changed'}`,
  assigned: (task, name) => `${task} was assigned to ${name}`,
  notFixed: (task) => `A visitor says that it is not fixed: ${task}`,
}

const de: OverviewWords = {
  rated: (place, rating, issues) =>
    `${place}: mit ${rating} von 5 bewertet${issues === '' ? '' : `, ${issues}`}`,
  status: (task, to) => `${task} ${statusDe[to]}`,
  task: (task, action) => `${task} ${actionsDe[action ?? ''] ?? 'wurde geändert'}`,
  assigned: (task, name) => `${task} wurde ${name} zugewiesen`,
  notFixed: (task) => `Laut Besucher nicht behoben: ${task}`,
}

export const overviewWords = (language: VisitorLanguage): OverviewWords => (language === 'de' ? de : en)
