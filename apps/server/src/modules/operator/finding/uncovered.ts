/** Buildings with work and the times when nobody on duty covers them, or nobody with a skill that it needs. */

import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { fitsPlace, termOf } from '../roster/covering.ts'
import { dutyWithin, gapsIn, mergeSpans, subtractSpan, within } from '../roster/duty.ts'
import type { Roster, RosterOperator } from '../roster/read-roster.ts'
import type { Span } from '../roster/shifts.ts'

interface BuildingRow {
  id: string
  name: string
  time_zone: string
  /** of its unfinished tasks */
  skills: string[]
}

/** Values: tenant, building or null for all. */
const buildingsText = `select b.id, b.name, coalesce(b.time_zone, t.time_zone) as time_zone,
    array(select distinct k.skill from task k where k.tenant_id = $1 and k.building_id = b.id and k.merged_into is null
      and k.status <> 'DONE' and k.skill is not null order by k.skill) as skills
  from building b cross join (select time_zone from tenant where id = $1) t
  where b.tenant_id = $1 and b.archived_at is null and ($2::uuid is null or b.id = $2::uuid)
    and (exists (select from amenity a where a.tenant_id = $1 and a.building_id = b.id and a.archived_at is null)
      or exists (select from task k where k.tenant_id = $1 and k.building_id = b.id and k.merged_into is null
        and k.status in ('OPEN', 'IN_PROGRESS'))
      or exists (select from schedule s where s.tenant_id = $1 and s.enabled and s.next_at is not null
        and s.template->>'buildingId' = b.id::text))
  order by b.name, b.id`

export interface Uncovered {
  readonly buildings: { id: string; name: string }[]
  /** null: nobody covers the buildings; otherwise somebody does, but nobody with this skill */
  readonly skill: string | null
  /** in order */
  readonly gaps: readonly Span[]
}

const minus = (spans: readonly Span[], holes: readonly Span[]): Span[] =>
  holes.reduce<Span[]>(subtractSpan, [...spans])

/** When one of the people is on duty, by people and time zone: many buildings have the same. */
const dutyOf = (range: Span) => {
  const known = new Map<string, Span[]>()
  const duty = (operator: RosterOperator, timeZone: string): Span[] => {
    const key = `${operator.id} ${timeZone}`
    const spans = known.get(key) ?? dutyWithin(operator, timeZone, range)
    known.set(key, spans)
    return spans
  }
  return (people: readonly RosterOperator[], timeZone: string, skill: string | null): Span[] =>
    mergeSpans(
      people.flatMap((operator) => within(duty(operator, timeZone), termOf(operator, { skill, timeZone }))),
    )
}

interface Question {
  /** null: all */
  readonly buildingId: string | null
  /** null: any, and those that unfinished tasks need */
  readonly skill: string | null
  readonly range: Span
  /** when nobody is on duty at all: a place without more than these is left out */
  readonly nobody: readonly Span[]
}

/**
 * Entries of whole buildings first, each by name. Skills are judged only where the roster states skills, since without
 * them every task would be a gap.
 */
export const findUncovered = async (
  ctx: TenantContext,
  { operators }: Roster,
  { buildingId, skill, range, nobody }: Question,
): Promise<Uncovered[]> => {
  const rows = await ctx.run<BuildingRow>(buildingsText, [ctx.tenantId, buildingId])
  const onDuty = dutyOf(range)
  const statesSkills = operators.some(({ skills }) => skills.length > 0)
  const found = new Map<string, Uncovered>()
  for (const { id, name, time_zone: stored, skills } of rows) {
    const timeZone = storedZone(stored)
    const peopleFor = (needed: string | null): RosterOperator[] =>
      operators.filter((one) => fitsPlace(one, { buildingId: id, type: null, skill: needed, timeZone }))
    const people = peopleFor(skill)
    const idsOf = (some: readonly RosterOperator[]): string => some.map((one) => one.id).join(' ')
    const add = (key: string, code: string | null, gapsFor: () => Span[]): void => {
      const entry: Uncovered = found.get(key) ?? { buildings: [], skill: code, gaps: gapsFor() }
      entry.buildings.push({ id, name })
      found.set(key, entry)
    }
    const gaps = () => gapsIn(onDuty(people, timeZone, skill), range)
    const key = `${timeZone}|${idsOf(people)}`
    add(key, null, () => {
      const own = gaps()
      return minus(own, nobody).length > 0 ? own : []
    })
    for (const code of skill === null && statesSkills ? skills : []) {
      const skilled = peopleFor(code)
      add(`${key}|${code}|${idsOf(skilled)}`, code, () =>
        minus(gapsIn(onDuty(skilled, timeZone, code), range), gaps()),
      )
    }
  }
  return [...found.values()]
    .filter((entry) => entry.gaps.length > 0)
    .sort((a, b) => Number(a.skill !== null) - Number(b.skill !== null))
}
