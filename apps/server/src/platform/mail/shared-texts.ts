/** Texts shared by several emails. */
import { sayPlace } from '#contracts/kit/place.ts'
import { withLatinDigits } from '#i18n/grammar.ts'
import { readerLocale } from '#i18n/times.ts'
import type { Fact, MailLanguage } from './layout.ts'
import type en from './messages/en.ts'
import { mailTexts } from './texts.ts'

export const priorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
export type MailPriority = (typeof priorities)[number]

const priorityTones = { LOW: 'good', MEDIUM: 'info', HIGH: 'warn', URGENT: 'bad' } as const

export const sharedTexts = mailTexts<typeof en>(import.meta.url)

export const priorityFact = (priority: MailPriority, language: MailLanguage): Fact => ({
  label: sharedTexts(language).priority,
  value: sharedTexts(language).priorities[priority],
  tone: priorityTones[priority],
})

export const taskFact = (number: number, title: string, language: MailLanguage): Fact => ({
  label: sharedTexts(language).task,
  value: `#${number} ${title}`,
})

/** Room and building, as far as known; no row without both. */
export function whereFacts(
  place: { readonly room: string | null; readonly building: string | null },
  language: MailLanguage,
): Fact[] {
  const value = sayPlace(place.room, place.building)
  return value === '' ? [] : [{ label: sharedTexts(language).where, value }]
}

export const dueFact = (at: string, timeZone: string, language: MailLanguage): Fact => ({
  label: sharedTexts(language).due,
  value: moment(at, timeZone, language),
})

/** A time in the format of the language, e.g. "Fri, 20 November 2026, 14:05". */
export function moment(at: string, timeZone: string, language: MailLanguage): string {
  return new Intl.DateTimeFormat(readerLocale(language, []), {
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
  return new Intl.NumberFormat(withLatinDigits(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count)
}
