/** Filters of the audit log. */
import { invalid } from '#server/platform/errors.ts'
import { idInLowerCase, normaliseInstant } from '#server/platform/gate/text.ts'
import { dateNumber, isoDate, zoneTime } from '#server/platform/zone-time.ts'

export interface AuditFilter {
  readonly actors: readonly string[] | undefined
  /** exact, or a range in alphabetical order */
  readonly action: { readonly is: string } | { readonly from: string; readonly below: string } | undefined
  readonly target: string | undefined
  readonly from: Date | undefined
  /** the first time after the range */
  readonly until: Date | undefined
}

/** Later years do not have four digits. */
const endOfTime = Date.UTC(9999, 0)
const inTime = (at: number): Date => new Date(Math.min(at, endOfTime))

/** Days since 1970; undefined if it is not a day. */
const dayOf = (text: string): number | undefined => {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dateNumber(text) : Number.NaN
  return date >= 0 && isoDate(date) === text ? date : undefined
}

/** A day in the tenant's zone gives its first instant, or the first after it. */
const instantOf = (
  text: string,
  zone: string,
  end: 'start' | 'end',
  path: string,
): { at: Date; isDay: boolean } => {
  const instant = normaliseInstant(text)
  if (instant !== undefined) return { at: inTime(Date.parse(instant)), isDay: false }
  const day = dayOf(text)
  if (day === undefined)
    throw invalid(path, 'must be a day such as 2026-11-20 or an instant such as 2026-11-20T08:00:00Z')
  return { at: inTime(zoneTime(zone).startOf(end === 'start' ? day : day + 1)), isDay: true }
}

const actionOf = (text: string): AuditFilter['action'] => {
  if (!text.endsWith('*')) return { is: text }
  const beginning = text.slice(0, -1)
  const next = String.fromCharCode(beginning.charCodeAt(beginning.length - 1) + 1)
  return { from: beginning, below: beginning.slice(0, -1) + next }
}

interface Query {
  readonly actor?: readonly string[] | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** @throws ServiceError VALIDATION_ERROR if `from` or `to` is neither a day nor an instant, or `from` is after `to` */
export const readFilter = (query: Query, zone: string): AuditFilter => {
  const from = query.from === undefined ? undefined : instantOf(query.from, zone, 'start', 'query.from')
  const to = query.to === undefined ? undefined : instantOf(query.to, zone, 'end', 'query.to')
  // An instant is included; entries have millisecond precision.
  const until = to && (to.isDay ? to.at : new Date(to.at.getTime() + 1))
  if (from && until && from.at >= until && until.getTime() < endOfTime)
    throw invalid('query.from', 'must not be after `to`')
  return {
    actors: query.actor && query.actor.length > 0 ? [...new Set(query.actor)] : undefined,
    action: query.action === undefined ? undefined : actionOf(query.action),
    // Ids of records are lower case, codes are stored in upper case.
    target: query.target === undefined ? undefined : idInLowerCase(query.target),
    from: from?.at,
    until,
  }
}
