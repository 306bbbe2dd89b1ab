/** Which SLA policy applies to a task, and its time budget, as pure functions. */

import { inScope, type Scope, type ScopeFacts } from '#contracts/kit/scope.ts'
import type { Priority } from '#contracts/records.ts'
import type { ServiceHours } from '#contracts/settings.ts'
import type { SlaCalendar, SlaTarget, SlaTargets, Weekly } from '#contracts/sla/policies.ts'
import { aroundTheClock, type Calendar, type DayInterval, makeCalendar, onHours } from './calendar.ts'
import type { Budget } from './clock.ts'

export interface Policy {
  readonly id: string
  readonly scope: Scope
  readonly targets: SlaTargets
  readonly calendar: SlaCalendar | null
}

/** Service hours and holidays of a building, or of the tenant. */
export interface Hours {
  readonly zone: string
  readonly serviceHours: ServiceHours
  readonly holidays: readonly string[]
}

const minute = 60_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const weekOf = (weekly: Weekly): DayInterval[][] =>
  (['1', '2', '3', '4', '5', '6', '7'] as const).map((weekday) =>
    (weekly[weekday] ?? [])
      .map(([from = '', to = '']) => ({ from: minutesOf(from), to: minutesOf(to) }))
      .sort((a, b) => a.from - b.from),
  )

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

const weekOfHours = (hours: ServiceHours): DayInterval[][] =>
  weekdays.map((weekday) =>
    hours[weekday].map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
  )

/** The policy's hours and holidays, or else those of the place. */
export const calendarOf = (calendar: SlaCalendar | null, place: Hours): Calendar =>
  makeCalendar({
    zone: place.zone,
    weekly: calendar?.weekly ? weekOf(calendar.weekly) : weekOfHours(place.serviceHours),
    holidays: calendar?.holidays ?? place.holidays,
  })

/** @param own policy of the company that has the task; takes precedence over the first policy with a matching scope */
export const policyFor = (
  policies: readonly Policy[],
  own: string | null,
  facts: ScopeFacts,
): Policy | undefined =>
  policies.find(({ id }) => id === own) ?? policies.find(({ scope }) => inScope(scope, facts))

const given = (
  { schedule }: Pick<Budget, 'schedule'>,
  minutes: number | undefined,
  days: number | undefined,
): ((startedAt: number) => number | null) => {
  if (days === undefined) return () => (minutes ?? 0) * minute
  return (startedAt) => {
    const close = schedule.closeOfDay(startedAt, days)
    return close === undefined ? null : schedule.between(startedAt, close, [])
  }
}

export const budgetOf = (target: SlaTarget, calendar: Calendar): Budget => {
  const schedule = target.clock === 'ALWAYS' ? aroundTheClock(calendar) : onHours(calendar)
  return {
    schedule,
    respond: given({ schedule }, target.respondMinutes, target.respondDays),
    resolve: given({ schedule }, target.resolveMinutes, target.resolveDays),
  }
}

export const targetOf = (targets: SlaTargets, priority: string): SlaTarget => targets[priority as Priority]
