/** Validates the input of a policy and adds defaults. */
import type { Static } from 'typebox'
import { type Priority, priorities } from '#contracts/records.ts'
import {
  type createSlaPolicy,
  type SlaCalendar,
  type SlaTarget,
  type SlaTargets,
  type updateSlaPolicy,
  usualTargets,
  type Weekly,
} from '#contracts/sla/policies.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import { opensInTime } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { holidaysOf } from './holidays/parse-holidays.ts'
import type { PolicyParts } from './present-policy.ts'

type Input = Pick<Static<typeof createSlaPolicy.body>, 'scope' | 'targets' | 'calendar' | 'holidaysIcs'> &
  Pick<Static<typeof updateSlaPolicy.body>, 'scope' | 'targets' | 'calendar' | 'holidaysIcs'>

const mostHolidays = 1000

export const blank: PolicyParts = { scope: {}, targets: usualTargets as SlaTargets, calendar: null }

/** @throws ServiceError VALIDATION_ERROR for a time in both minutes and days */
const targetFrom = (priority: Priority, given: SlaTarget): SlaTarget => {
  const usual = usualTargets[priority]
  for (const part of ['respond', 'resolve'] as const)
    if (given[`${part}Minutes`] !== undefined && given[`${part}Days`] !== undefined)
      throw invalid(`body.targets.${priority}`, `gives ${part} in minutes and in days; choose one`)
  const respond = given.respondMinutes === undefined && given.respondDays === undefined ? usual : given
  const resolve = given.resolveMinutes === undefined && given.resolveDays === undefined ? usual : given
  return {
    ...(respond.respondDays === undefined
      ? { respondMinutes: respond.respondMinutes ?? 1 }
      : { respondDays: respond.respondDays }),
    ...(resolve.resolveDays === undefined
      ? { resolveMinutes: resolve.resolveMinutes ?? 1 }
      : { resolveDays: resolve.resolveDays }),
    clock: given.clock ?? usual.clock ?? 'HOURS',
  }
}

/** @throws ServiceError VALIDATION_ERROR if an interval ends before it starts, or two overlap */
const weekFrom = (weekly: Weekly): Weekly =>
  Object.fromEntries(
    Object.entries(weekly).map(([day, intervals]) => {
      const ordered = intervals.toSorted(([one = ''], [other = '']) =>
        one < other ? -1 : one > other ? 1 : 0,
      )
      for (const [index, [from = '', to = '']] of ordered.entries()) {
        const path = `body.calendar.weekly.${day}`
        // Times with two-digit parts compare as text.
        if (from >= to)
          throw invalid(path, `the interval from ${from} must end after it starts; over midnight, give two`)
        const [begin, end = ''] = ordered[index - 1] ?? []
        if (end > from) throw invalid(path, `the intervals from ${begin} and from ${from} overlap`)
      }
      return [day, ordered]
    }),
  )

/** Parses the file before anything is locked. @throws ServiceError VALIDATION_ERROR */
export const importedDays = async (
  ctx: StaffContext,
  { holidaysIcs }: Pick<Input, 'holidaysIcs'>,
): Promise<readonly string[]> =>
  holidaysIcs === undefined ? [] : await holidaysOf(holidaysIcs, ctx.now, 'body.holidaysIcs')

const calendarFrom = (
  input: Input,
  imported: readonly string[],
  before: SlaCalendar | null,
): SlaCalendar | null => {
  const { calendar = before } = input
  const weekly = input.calendar?.weekly ? weekFrom(input.calendar.weekly) : calendar?.weekly
  if (calendar === null && imported.length === 0) return null
  const holidays = [...new Set([...(calendar?.holidays ?? []), ...imported])].sort()
  if (holidays.length > mostHolidays)
    throw invalid(
      'body.holidaysIcs',
      `has ${holidays.length} closed days; at most ${mostHolidays} are allowed`,
    )
  return {
    ...(weekly ? { weekly } : {}),
    ...(calendar?.holidays || imported.length > 0 ? { holidays } : {}),
  }
}

/** Fields left out stay. @throws ServiceError VALIDATION_ERROR */
export const applyInput = (input: Input, imported: readonly string[], before: PolicyParts): PolicyParts => {
  const targets = { ...before.targets }
  for (const priority of priorities) {
    const given = input.targets?.[priority]
    if (given) targets[priority] = targetFrom(priority, given)
  }
  return {
    scope: input.scope ?? before.scope,
    targets,
    calendar: calendarFrom(input, imported, before.calendar),
  }
}

/**
 * Everything that the policy names must exist; of a change only what it adds. Its hours must not be empty.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for a building or a location
 */
export const requireParts = async (
  ctx: StaffContext,
  input: Input,
  parts: PolicyParts,
  before: PolicyParts,
): Promise<void> => {
  if (input.scope) await requireScope(ctx, parts.scope, 'body.scope', before.scope)
  if (input.targets === undefined && input.calendar === undefined && input.holidaysIcs === undefined) return
  const { weekly } = parts.calendar ?? {}
  if (weekly && !Object.values(weekly).some((intervals) => intervals.length > 0))
    throw invalid('body.calendar.weekly', 'has no opening hours; add them to at least one day')
  const never = priorities.find((priority) => !opensInTime(ctx, parts, priority))
  if (never) throw invalid('body.targets', `${never} could never be reached within these hours`)
}

export const columnsOf = ({ scope, targets, calendar }: PolicyParts) => ({
  scope: JSON.stringify(scope),
  targets: JSON.stringify(targets),
  calendar: calendar && JSON.stringify(calendar),
})
