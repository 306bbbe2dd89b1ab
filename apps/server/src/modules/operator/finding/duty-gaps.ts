/** When nobody covers a house though the weekly pattern of somebody says that they are there: an absence, a day off, a shift that was left, a contract that ends. */

import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { fitsPlace, termOf } from '../roster/covering.ts'
import { dutyWithin, gapsIn, mergeSpans, within } from '../roster/duty.ts'
import { type RosterOperator, readRoster } from '../roster/read-roster.ts'
import { type Span, shiftsWithin } from '../roster/shifts.ts'

const aheadMs = 7 * 24 * 3_600_000
/** Milliseconds; shorter gaps are changes of shift. */
const shortestMs = 30 * 60_000

export interface DutyGap extends Span {
  readonly building: { readonly id: string; readonly name: string }
}

interface BuildingRow {
  id: string
  name: string
  time_zone: string
}

const buildingsText = `select b.id, b.name, coalesce(b.time_zone, t.time_zone) as time_zone
  from building b cross join (select time_zone from tenant where id = $1) t
  where b.tenant_id = $1 and b.archived_at is null and ($2::uuid[] is null or b.id = any($2::uuid[])) order by b.name, b.id`

interface Person {
  readonly operator: RosterOperator
  /** days of the contract */
  readonly term: Span
}

/** Shifts before the contract do not count, but after its end the pattern continues: that is the gap. */
const plannedOf = ({ operator: { shifts }, term: { from } }: Person, timeZone: string, range: Span): Span[] =>
  within(shiftsWithin({ weekly: shifts.weekly, exceptions: [] }, timeZone, range), { from, to: range.to })

const firstGap = (people: readonly Person[], timeZone: string, range: Span): Span | undefined => {
  const planned = mergeSpans(people.flatMap((person) => plannedOf(person, timeZone, range)))
  if (planned.length === 0) return undefined
  const there = mergeSpans(
    people.flatMap(({ operator, term }) => within(dutyWithin(operator, timeZone, range), term)),
  )
  return gapsIn(there, range)
    .flatMap((gap) => within(planned, gap))
    .filter(({ from, to }) => to - from >= shortestMs)
    .sort((a, b) => a.from - b.from)[0]
}

/**
 * The first gap of each building in the next seven days, soonest first. Buildings with the same people are computed
 * once, so the cost depends on the roster.
 * @param buildingIds undefined: all
 */
export const dutyGaps = async (
  ctx: TenantContext,
  buildingIds: readonly string[] | undefined,
): Promise<DutyGap[]> => {
  const { operators } = await readRoster(ctx)
  const planned = operators.filter(({ shifts }) => shifts.weekly.length > 0)
  if (planned.length === 0) return []
  const buildings = await ctx.run<BuildingRow>(buildingsText, [ctx.tenantId, buildingIds ?? null])
  const now = ctx.now.getTime()
  const range = { from: now, to: now + aheadMs }
  const known = new Map<string, Span | undefined>()
  return buildings
    .flatMap(({ id, name, time_zone: stored }): DutyGap[] => {
      const timeZone = storedZone(stored)
      const place = { buildingId: id, type: null, skill: null, timeZone }
      const people = operators
        .filter((operator) => fitsPlace(operator, place))
        .map((operator) => ({ operator, term: termOf(operator, place) }))
        .filter(({ term }) => term.to > now)
      const key = [timeZone, ...people.map(({ operator }) => operator.id)].join(' ')
      if (!known.has(key)) known.set(key, firstGap(people, timeZone, range))
      const gap = known.get(key)
      return gap ? [{ building: { id, name }, ...gap }] : []
    })
    .sort((a, b) => a.from - b.from)
}
