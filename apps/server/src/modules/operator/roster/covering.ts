/** Who covers a place and is on call there. Pure functions of a roster that was read once. */
import { listHolds } from '#contracts/kit/lists.ts'
import type { CoveragePart } from '#contracts/operator/records.ts'
import { compareNames } from '#server/platform/compare-names.ts'
import { startOfLocalDay } from '#server/platform/local-day.ts'
import { isOnDuty } from './duty.ts'
import type { Roster, RosterCompany, RosterOperator } from './read-roster.ts'
import type { Span } from './shifts.ts'

export interface WorkPlace {
  readonly buildingId: string | null
  /** whoever covers at least one building fits; `buildingId` is null */
  readonly anywhere?: boolean
  /** code of the amenity type */
  readonly type: string | null
  readonly skill: string | null
  /** of the building, otherwise of the tenant */
  readonly timeZone: string
}

/** Whether a contract runs on the local day of `at`. */
export const inContract = (
  { contractFrom, contractUntil }: Pick<RosterCompany, 'contractFrom' | 'contractUntil'>,
  day: string,
): boolean =>
  (contractFrom === null || contractFrom <= day) && (contractUntil === null || contractUntil >= day)

/** Sort key of a coverage part: parts that restrict more dimensions are narrower, then those that name fewer values. */
const breadth = (part: CoveragePart): number => {
  const lists = [part.buildingIds, part.types, part.skills].map((list) => list?.length ?? 0)
  const named = lists.filter((length) => length > 0).length
  return (3 - named) * 1_000_000 + lists.reduce((sum, length) => sum + length, 0)
}

/** Breadth of the narrowest part that includes the place; undefined if none does. */
const breadthOf = (company: RosterCompany, { buildingId, type, skill }: WorkPlace): number | undefined => {
  const fitting = company.coverage.filter(
    (part) =>
      listHolds(part.buildingIds, buildingId) && listHolds(part.types, type) && listHolds(part.skills, skill),
  )
  return fitting.length === 0 ? undefined : Math.min(...fitting.map(breadth))
}

const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1)

/** Active companies in contract whose coverage includes the place; narrowest coverage first, then by name. */
export const companiesCovering = (roster: Roster, place: WorkPlace): readonly RosterCompany[] => {
  const found = roster.companies.flatMap((company) => {
    const width = inContract(company, company.today) ? breadthOf(company, place) : undefined
    return width === undefined ? [] : [{ company, width }]
  })
  return found
    .toSorted((a, b) => a.width - b.width || byName(a.company, b.company))
    .map(({ company }) => company)
}

/** An unknown type or skill of the place restricts nothing. */
const within = (list: readonly string[] | undefined, value: string | null): boolean =>
  value === null || listHolds(list, value)

/** Whether two lists have a value in common; one that is left out has all. */
const meet = (first: readonly string[] | undefined, second: readonly string[] | undefined): boolean =>
  first === undefined ? second?.length !== 0 : first.some((value) => listHolds(second, value))

/** Whether company and own buildings of the operator include the place. */
export const coversPlace = (
  operator: RosterOperator,
  { buildingId, anywhere = false, type, skill }: WorkPlace,
): boolean => {
  const { company, buildingIds } = operator
  // A member without buildings covers all.
  const own = buildingIds.length > 0 ? buildingIds : undefined
  if (!anywhere && !listHolds(own, buildingId)) return false
  if (company === null || (company.coverage.length === 0 && company.kind === 'IN_HOUSE')) return true
  return company.coverage.some(
    (part) =>
      (anywhere ? meet(part.buildingIds, own) : listHolds(part.buildingIds, buildingId)) &&
      within(part.types, type) &&
      within(part.skills, skill),
  )
}

/** Whether place and skill fit; on which days is another question. */
export const fitsPlace = (operator: RosterOperator, place: WorkPlace): boolean =>
  coversPlace(operator, place) && (place.skill === null || operator.skills.includes(place.skill))

/**
 * Days on which their contract runs and, if they have certifications for the skill, one is valid; in the time zone of
 * the place.
 */
export const termOf = (
  { company, certifiedUntil }: RosterOperator,
  { skill, timeZone }: Pick<WorkPlace, 'skill' | 'timeZone'>,
): Span => {
  const first = company?.contractFrom ?? null
  const ends = [company?.contractUntil, skill === null ? null : certifiedUntil[skill]]
  const last = ends.flatMap((day) => day ?? []).toSorted()[0]
  return {
    from: first === null ? Number.NEGATIVE_INFINITY : startOfLocalDay(first, timeZone).getTime(),
    to: last === undefined ? Number.POSITIVE_INFINITY : startOfLocalDay(last, timeZone, 1).getTime(),
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
 * Counts a task that was just assigned, so that the next one goes to somebody else.
 * @param assigneeId of an operator or of a linked member; for others nothing changes
 */
export const withOneMore = (
  operators: readonly RosterOperator[],
  assigneeId: string,
): readonly RosterOperator[] => withMore(operators, assigneeId, 1)

/** The reverse. Only the sum of `load` is correct afterwards. */
export const withOneLess = (
  operators: readonly RosterOperator[],
  assigneeId: string,
): readonly RosterOperator[] => withMore(operators, assigneeId, -1)

/** Who may do such work at the place, on duty or not. */
export const mayDo = (operator: RosterOperator, place: WorkPlace, at: Date): boolean => {
  if (!fitsPlace(operator, place)) return false
  const { from, to } = termOf(operator, place)
  return from <= at.getTime() && at.getTime() < to
}

/**
 * The order of people on call: on duty, skilled, certified and covering the place; those at capacity come last, the
 * others by load, then by name.
 */
export const onCallAt = (roster: Roster, place: WorkPlace, at: Date): readonly RosterOperator[] =>
  roster.operators
    .filter((operator) => mayDo(operator, place, at) && isOnDuty(operator, place.timeZone, at))
    .toSorted((a, b) => Number(isFull(a)) - Number(isFull(b)) || loadOf(a) - loadOf(b) || byName(a, b))
