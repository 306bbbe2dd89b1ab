/** Texts shared by several emails. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { Fact, MailLanguage } from './layout.ts'

export const priorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
export type MailPriority = (typeof priorities)[number]

const priorityWords = {
  en: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', URGENT: 'Urgent' },
  de: { LOW: 'Niedrig', MEDIUM: 'Mittel', HIGH: 'Hoch', URGENT: 'Dringend' },
} as const
const priorityTones = { LOW: 'good', MEDIUM: 'info', HIGH: 'warn', URGENT: 'bad' } as const

const labels = {
  en: { priority: 'Priority', task: 'Task', where: 'Where', due: 'Due', building: 'Building' },
  de: { priority: 'Priorität', task: 'Aufgabe', where: 'Ort', due: 'Fällig', building: 'Gebäude' },
} as const

export const wellkept = {
  en: 'With Wellkept, teams look after buildings: visitors scan a code, report a problem, and the team fixes it.',
  de: 'Mit Wellkept betreuen Teams Gebäude: Besucher scannen einen Code, melden ein Problem, und das Team behebt es.',
} as const

export function priorityFact(priority: MailPriority, language: MailLanguage): Fact {
  return {
    label: labels[language].priority,
    value: priorityWords[language][priority],
    tone: priorityTones[priority],
  }
}

export const taskFact = (number: number, title: string, language: MailLanguage): Fact => ({
  label: labels[language].task,
  value: `#${number} ${title}`,
})

/** Room and building, as far as known; no row without both. */
export function whereFacts(
  place: { readonly room: string | null; readonly building: string | null },
  language: MailLanguage,
): Fact[] {
  const value = sayPlace(place.room, place.building)
  return value === '' ? [] : [{ label: labels[language].where, value }]
}

export const dueFact = (at: string, timeZone: string, language: MailLanguage): Fact => ({
  label: labels[language].due,
  value: moment(at, timeZone, language),
})

/** A time in the format of the language, e.g. "Fri, 20 November 2026, 14:05". */
export function moment(at: string, timeZone: string, language: MailLanguage): string {
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))
}

/** "15 minutes", "24 hours", "7 days": in the largest unit that divides it. */
export function duration(minutes: number, language: MailLanguage): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? ([minutes / 1440, 'day'] as const)
      : minutes % 60 === 0
        ? ([minutes / 60, 'hour'] as const)
        : ([minutes, 'minute'] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
