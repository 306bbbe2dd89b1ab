/** Assignment reasons: stored as facts and worded in the reader's language. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { RoutingTry } from '#contracts/tasks/records.ts'
import { reasonTexts } from './reason-texts.ts'
import { type TryCode, tryTexts } from './try-texts.ts'

/** `name` is that of a person, a team or a company; `rule` that of a rule or a schedule. */
export type Reason =
  | {
      readonly code: 'ASSIGNED' | 'TAKEN' | 'LEFT' | 'ABSENT' | 'BACK' | 'COVERAGE' | 'ENDED' | 'SUSPENDED'
      readonly name: string
    }
  | { readonly code: 'MEMBER_LEFT' | 'NO_RULE' | 'NOTHING' | 'NOT_ACTIVE' }
  | {
      readonly code: 'ALERT_RULE' | 'NOBODY_ON_CALL' | 'PRIORITY_ONLY' | 'SCHEDULE'
      readonly rule: string
    }
  | { readonly code: 'RULE' | 'ON_CALL'; readonly rule: string; readonly name: string }
  | { readonly code: 'LAPSED'; readonly rule: string; readonly minutes: number }
  | {
      readonly code: 'ESCALATED_AT'
      readonly rule: string
      readonly clock: 'RESPOND' | 'RESOLVE' | 'DUE'
      readonly percent: number
    }
  | {
      readonly code: 'ESCALATED_AFTER'
      readonly rule: string
      readonly clock: 'RESPOND' | 'RESOLVE' | 'DUE'
      readonly minutes: number
    }

const duration = (value: number, unit: 'minute' | 'hour' | 'day', locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** Uses the largest unit that divides the time exactly. */
const durationText = (minutes: number, locale: string): string => {
  if (minutes > 0 && minutes % 1440 === 0) return duration(minutes / 1440, 'day', locale)
  if (minutes > 0 && minutes % 60 === 0) return duration(minutes / 60, 'hour', locale)
  return duration(minutes, 'minute', locale)
}

/** Fills placeholders in one pass, so that braces inside a value stay. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')

const sayReason = (reason: Reason, language: VisitorLanguage): string => {
  const texts = reasonTexts[language]
  const values: Record<string, string> = {}
  for (const [key, value] of Object.entries(reason)) values[key] = String(value)
  if ('minutes' in reason) values.minutes = durationText(reason.minutes, `${language}-u-nu-latn`)
  if ('clock' in reason) values.clock = texts.clocks[reason.clock]
  return fill(texts[reason.code], values)
}

export const sayReasons = (reasons: readonly Reason[], language: VisitorLanguage): string =>
  reasons.map((reason) => sayReason(reason, language)).join(reasonTexts[language].between)

/** A routing rule that was checked; `code` is null if it matched. */
export interface StoredTry {
  readonly ruleId: string
  readonly name: string
  readonly code: TryCode | null
}

/** In German or English, the languages of the desk. */
export const sayTry = ({ ruleId, name, code }: StoredTry, language: string): RoutingTry => ({
  ruleId,
  name,
  matched: code === null,
  why: tryTexts[language.startsWith('de') ? 'de' : 'en'][code ?? 'MATCHED'],
})

/** The stored form; the previous version of the service reads only the text `reason`. */
export const withText = <R extends { readonly why: readonly Reason[] }>(
  routing: R,
): R & { reason: string } => ({
  ...routing,
  reason: sayReasons(routing.why, 'en'),
})
