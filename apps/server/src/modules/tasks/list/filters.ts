/** Which tasks a list is about: the caller's filters, within what the caller may see. */
import type { Static } from 'typebox'
import { taskStatuses } from '#contracts/records.ts'
import type { taskFilters } from '#contracts/tasks/filters.ts'
import { clockOf } from '#server/modules/places/lookup/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { dateNumber, zoneTime } from '#server/platform/zone-time.ts'
import { managesTasks, ownIdsOf } from '../change/access.ts'
import { hasClocks } from '../sla/read-clocks.ts'
import { readSearch, type Search } from './search.ts'
import type { Dimension } from './tally.ts'

type Query = { readonly [K in keyof typeof taskFilters]?: Static<(typeof taskFilters)[K]> } & {
  readonly doneSince?: string | undefined
  readonly updatedSince?: string | undefined
  readonly endsFrom?: string | undefined
  readonly endsBefore?: string | undefined
  readonly undated?: boolean | undefined
}

/** Field → the values that it may have; null is "none"; a field that is not there may have any. */
export type Branch = { readonly [D in Dimension]?: readonly (string | null)[] }

/** Whose end is in a time: the due time, else that of the SLA clock. */
export interface Ends {
  readonly from: Date
  readonly before: Date
  /** and what has none */
  readonly undated: boolean
}

/** Narrows by what no tally counts; `Before` is the first moment that is not in it any more. */
export interface Narrowed {
  readonly promises: readonly string[] | undefined
  readonly createdFrom: Date | undefined
  readonly createdBefore: Date | undefined
  readonly doneFrom: Date | undefined
  readonly doneBefore: Date | undefined
  readonly updatedSince: Date | undefined
}

export interface TaskFilter {
  /** no task is in two of them; none: nothing is asked for, or nothing may be seen */
  readonly branches: readonly Branch[]
  readonly overdue: boolean | undefined
  readonly search: Search | undefined
  /** of what is done only what was finished from then on */
  readonly doneSince?: Date | undefined
  readonly ends?: Ends | undefined
  readonly narrowed: Narrowed | undefined
}

const union = <T>(...lists: (readonly T[] | undefined)[]): T[] | undefined => {
  const values = new Set(lists.flatMap((list) => list ?? []))
  return values.size === 0 ? undefined : [...values]
}

const readAssignees = (
  ctx: StaffContext,
  given: readonly string[] | undefined,
): (string | null)[] | undefined =>
  given?.flatMap((value) => {
    if (value === 'none') return [null]
    if (value !== 'me') return [value]
    if (ctx.actor.kind === 'KEY')
      throw invalid('query.assignee', 'an API key is nobody who tasks are assigned to')
    return ownIdsOf(ctx.actor)
  })

/** What may be seen at all, as branches: managers everything, technicians their own, their company's and the pool where they work. */
const visibility = (ctx: StaffContext): Branch[] => {
  const { actor } = ctx
  // guard: list-sight
  if (managesTasks(actor) || actor.kind !== 'USER') return [{}]
  const pool = {
    assignee: [null],
    ...(actor.buildingIds.length > 0 ? { building: [...actor.buildingIds] } : {}),
  }
  return [{ assignee: ownIdsOf(actor) }, pool]
}

/** What is in both; undefined where a field would have no value left. */
const both = (a: Branch, b: Branch): Branch | undefined => {
  const merged: { [D in Dimension]?: readonly (string | null)[] } = { ...a }
  for (const [field, values] of Object.entries(b) as [Dimension, readonly (string | null)[]][]) {
    const other = merged[field]
    const common = other ? values.filter((value) => other.includes(value)) : values
    if (common.length === 0) return undefined
    merged[field] = common
  }
  return merged
}

const longestRange = 100 * 86_400_000

const readEnds = ({ endsFrom, endsBefore, undated = false }: Query): Ends | undefined => {
  if (endsFrom === undefined && endsBefore === undefined) {
    if (undated) throw invalid('query.undated', 'goes with endsFrom and endsBefore')
    return undefined
  }
  if (endsFrom === undefined) throw invalid('query.endsFrom', 'goes with endsBefore')
  if (endsBefore === undefined) throw invalid('query.endsBefore', 'goes with endsFrom')
  const [from, before] = [new Date(endsFrom), new Date(endsBefore)]
  const length = before.getTime() - from.getTime()
  if (length <= 0) throw invalid('query.endsBefore', 'is not later than endsFrom')
  if (length > longestRange) throw invalid('query.endsBefore', 'is more than 100 days after endsFrom')
  return { from, before, undated }
}

/** Days are those of a figure under the same filter, so that its bars lead to their rows. */
const readNarrowed = async (
  ctx: StaffContext,
  query: Query,
  buildings: readonly string[] | undefined,
): Promise<Narrowed | undefined> => {
  const { createdFrom, createdTo, doneFrom, doneTo, updatedSince } = query
  const dated = createdFrom ?? createdTo ?? doneFrom ?? doneTo
  if (dated === undefined && !query.promise && updatedSince === undefined) return undefined
  const clock = zoneTime(dated === undefined ? ctx.tenant.timeZone : await clockOf(ctx, buildings))
  const start = (day: string | undefined, after: 0 | 1): Date | undefined =>
    day === undefined ? undefined : new Date(clock.startOf(dateNumber(day) + after))
  return {
    promises: query.promise,
    createdFrom: start(createdFrom, 0),
    createdBefore: start(createdTo, 1),
    doneFrom: start(doneFrom, 0),
    doneBefore: start(doneTo, 1),
    updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
  }
}

const amenitiesOfTypes = 'select id from amenity where tenant_id = $1 and type = any($2::text[])'

/** A type is asked for as its amenities, of which tallies and indexes of tasks know. */
const readAmenities = async (ctx: StaffContext, query: Query): Promise<string[] | undefined> => {
  const asked = union(query.amenity, query.amenityId)
  if (!query.type) return asked
  const rows = await ctx.run<{ id: string }>(amenitiesOfTypes, [ctx.tenantId, query.type])
  const ofTypes = rows.map(({ id }) => id)
  return asked ? ofTypes.filter((id) => asked.includes(id)) : ofTypes
}

/** @throws ServiceError VALIDATION_ERROR for `me` by a key, and for a range of ends that is none */
export const readFilter = async (ctx: StaffContext, query: Query): Promise<TaskFilter> => {
  const status = union(query.status)
  const asked: { [D in Dimension]?: (string | null)[] | undefined } = {
    status: status?.length === taskStatuses.length ? undefined : status,
    building: union(query.building, query.buildingId),
    assignee: union(readAssignees(ctx, query.assignee), readAssignees(ctx, query.assigneeId)),
    priority: union(query.priority),
    source: union(query.source),
    amenity: await readAmenities(ctx, query),
    category: union(query.category),
  }
  let wanted: Branch | undefined = Object.fromEntries(
    Object.entries(asked).filter(([, values]) => values !== undefined),
  )
  if (query.overdue === true && wanted) wanted = both(wanted, { status: ['OPEN', 'IN_PROGRESS'] })
  if ((query.doneFrom ?? query.doneTo) && wanted) wanted = both(wanted, { status: ['DONE'] })
  // The index of changes begins with the status.
  if (query.updatedSince && wanted) wanted = both(wanted, { status: taskStatuses })
  const narrowed = await readNarrowed(
    ctx,
    query,
    asked.building?.flatMap((id) => id ?? []),
  )
  const search = await readSearch(ctx, query.q)
  const nothing =
    search === 'NOTHING' ||
    asked.amenity?.length === 0 ||
    (query.promise !== undefined && !hasClocks(ctx.tenant.plan))
  const possible = nothing ? undefined : wanted
  return {
    branches: possible ? visibility(ctx).flatMap((seen) => both(possible, seen) ?? []) : [],
    overdue: query.overdue,
    search: search === 'NOTHING' ? undefined : search,
    doneSince: query.doneSince === undefined ? undefined : new Date(query.doneSince),
    ends: readEnds(query),
    narrowed,
  }
}
