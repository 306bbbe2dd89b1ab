/** Who covers a place, and who is asked for work there. Pure, over a roster that was read once. */
import { listHolds } from '#contracts/kit/lists.ts'
import type { CoveragePart } from '#contracts/operator/records.ts'
import { compareNames } from '#server/platform/compare-names.ts'
import { startOfDay } from './days.ts'
import { isOnDuty } from './duty.ts'
import type { Roster, RosterCompany, RosterOperator } from './read-roster.ts'
import type { Span } from './shifts.ts'

export interface WorkPlace {
  readonly buildingId: string | null
  /** code of the amenity's type */
  readonly type: string | null
  readonly skill: string | null
  /** of the building, else of the tenant */
  readonly timeZone: string
}

/** Whether a contract runs on the day of `at` at the place. */
export const inContract = (
  { contractFrom, contractUntil }: Pick<RosterCompany, 'contractFrom' | 'contractUntil'>,
  day: string,
): boolean =>
  (contractFrom === null || contractFrom <= day) && (contractUntil === null || contractUntil >= day)

/** How much of the three a part names: the more, the narrower; then the fewer it names. */
const breadth = (part: CoveragePart): number => {
  const lists = [part.buildingIds, part.types, part.skills].map((list) => list?.length ?? 0)
  const named = lists.filter((length) => length > 0).length
  return (3 - named) * 1_000_000 + lists.reduce((sum, length) => sum + length, 0)
}

/** Of the parts that hold the place the narrowest; undefined: none does. */
const breadthOf = (company: RosterCompany, { buildingId, type, skill }: WorkPlace): number | undefined => {
  const fitting = company.coverage.filter(
    (part) =>
      listHolds(part.buildingIds, buildingId) && listHolds(part.types, type) && listHolds(part.skills, skill),
  )
  return fitting.length === 0 ? undefined : Math.min(...fitting.map(breadth))
}

const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1)

/** Active companies in contract whose coverage names the place; narrowest coverage first, then by name. */
export const companiesCovering = (roster: Roster, place: WorkPlace): readonly RosterCompany[] => {
  const found = roster.companies.flatMap((company) => {
    const width = inContract(company, company.today) ? breadthOf(company, place) : undefined
    return width === undefined ? [] : [{ company, width }]
  })
  return found
    .toSorted((a, b) => a.width - b.width || byName(a.company, b.company))
    .map(({ company }) => company)
}

/** What the type or the skill of a place is not known of, narrows nothing. */
const within = (list: readonly string[] | undefined, value: string | null): boolean =>
  value === null || listHolds(list, value)

/** Whether the place is within what somebody's company and own buildings leave them. */
export const coversPlace = (operator: RosterOperator, { buildingId, type, skill }: WorkPlace): boolean => {
  const { company, buildingIds } = operator
  // Of a member no buildings are all of them.
  if (buildingIds.length > 0 && !listHolds(buildingIds, buildingId)) return false
  if (company === null || (company.coverage.length === 0 && company.kind === 'IN_HOUSE')) return true
  return company.coverage.some(
    (part) =>
      listHolds(part.buildingIds, buildingId) && within(part.types, type) && within(part.skills, skill),
  )
}

/** Whether place and skill are theirs; on which days is another question. */
export const suits = (operator: RosterOperator, place: WorkPlace): boolean =>
  coversPlace(operator, place) && (place.skill === null || operator.skills.includes(place.skill))

/**
 * The days on which their contract runs and, where they have certificates for the skill at all, one of these, on the
 * clock of the place.
 */
export const termOf = (
  { company, certifiedUntil }: RosterOperator,
  { skill, timeZone }: Pick<WorkPlace, 'skill' | 'timeZone'>,
): Span => {
  const first = company?.contractFrom ?? null
  const ends = [company?.contractUntil, skill === null ? null : certifiedUntil[skill]]
  const last = ends.flatMap((day) => day ?? []).toSorted()[0]
  return {
    from: first === null ? Number.NEGATIVE_INFINITY : startOfDay(first, timeZone).getTime(),
    to: last === undefined ? Number.POSITIVE_INFINITY : startOfDay(last, timeZone, 1).getTime(),
  }
}

export const isFull = ({ maxOpenTasks, load }: RosterOperator): boolean =>
  maxOpenTasks !== null && load.open + load.inProgress >= maxOpenTasks

const loadOf = ({ load }: RosterOperator): number => load.open + load.inProgress

const withMore = (
  operators: readonly RosterOperator[],
  assigneeId: string,
  more: 1 | -1,
): readonly RosterOperator[] =>
  operators.map((one) =>
    one.id === assigneeId || one.userId === assigneeId
      ? { ...one, load: { ...one.load, open: one.load.open + more } }
      : one,
  )

/**
 * Whoever was given a task has one more at the next look, so that not all goes to the same.
 * @param assigneeId of an operator or of a linked member; of anybody else nothing changes
 */
export const withOneMore = (
  operators: readonly RosterOperator[],
  assigneeId: string,
): readonly RosterOperator[] => withMore(operators, assigneeId, 1)

/** The same once the task is out of their hands. Of `load` only the sum is right then. */
export const withOneLess = (
  operators: readonly RosterOperator[],
  assigneeId: string,
): readonly RosterOperator[] => withMore(operators, assigneeId, -1)

/** Who may do work of this kind at the place, on duty or not. */
export const mayDo = (operator: RosterOperator, place: WorkPlace, at: Date): boolean => {
  if (!suits(operator, place)) return false
  const { from, to } = termOf(operator, place)
  return from <= at.getTime() && at.getTime() < to
}

/**
 * The chain in which people are asked: on duty, skilled, certified and covering the place; those who have as much as
 * they may have come last, the others by what they have in hand, then by name.
 */
export const onCallAt = (roster: Roster, place: WorkPlace, at: Date): readonly RosterOperator[] =>
  roster.operators
    .filter((operator) => mayDo(operator, place, at) && isOnDuty(operator, place.timeZone, at))
    .toSorted((a, b) => Number(isFull(a)) - Number(isFull(b)) || loadOf(a) - loadOf(b) || byName(a, b))
