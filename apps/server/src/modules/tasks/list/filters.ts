/** Which tasks a list shows: the caller's filters, restricted to what the caller may see. */
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

/** Field → the values allowed; null means "none"; a missing field allows any value. */
export type Branch = { readonly [D in Dimension]?: readonly (string | null)[] }

/** Tasks that are due in a time span: by the due time or, without one, by the SLA clock. */
export interface Ends {
  readonly from: Date
  readonly before: Date
  /** whether tasks without any deadline match too */
  readonly undated: boolean
}

/** Filters that no tally covers. Times named `Before` are exclusive. */
export interface Narrowed {
  readonly slaOutcomes: readonly string[] | undefined
  readonly createdFrom: Date | undefined
  readonly createdBefore: Date | undefined
  readonly doneFrom: Date | undefined
  readonly doneBefore: Date | undefined
  readonly updatedSince: Date | undefined
}

export interface TaskFilter {
  /** disjoint; empty if nothing can match */
  readonly branches: readonly Branch[]
  readonly overdue: boolean | undefined
  readonly search: Search | undefined
  /** done tasks only if they were finished since then */
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
      throw invalid('query.assignee', '`me` needs a person; an API key has no tasks')
    return ownIdsOf(ctx.actor)
  })

/**
 * Branches of the tasks that the caller may see: managers all, technicians their own, their company's and
 * unassigned ones in their buildings.
 */
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

/** Intersection of two branches; undefined if it is empty. */
const intersection = (a: Branch, b: Branch): Branch | undefined => {
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
    if (undated) throw invalid('query.undated', 'needs endsFrom and endsBefore')
    return undefined
  }
  if (endsFrom === undefined) throw invalid('query.endsFrom', 'is required with endsBefore')
  if (endsBefore === undefined) throw invalid('query.endsBefore', 'is required with endsFrom')
  const [from, before] = [new Date(endsFrom), new Date(endsBefore)]
  const length = before.getTime() - from.getTime()
  if (length <= 0) throw invalid('query.endsBefore', 'must be after endsFrom')
  if (length > longestRange) throw invalid('query.endsBefore', 'is more than 100 days after endsFrom')
  return { from, before, undated }
}

/** Days are those of the figures with the same filter, so that a bar of a chart opens its rows. */
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
    slaOutcomes: query.promise,
    createdFrom: start(createdFrom, 0),
    createdBefore: start(createdTo, 1),
    doneFrom: start(doneFrom, 0),
    doneBefore: start(doneTo, 1),
    updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
  }
}

const amenitiesOfTypes = 'select id from amenity where tenant_id = $1 and type = any($2::text[])'

/** A type is replaced by its amenities, because tallies and indexes know amenities only. */
const readAmenities = async (ctx: StaffContext, query: Query): Promise<string[] | undefined> => {
  const asked = union(query.amenity, query.amenityId)
  if (!query.type) return asked
  const rows = await ctx.run<{ id: string }>(amenitiesOfTypes, [ctx.tenantId, query.type])
  const ofTypes = rows.map(({ id }) => id)
  return asked ? ofTypes.filter((id) => asked.includes(id)) : ofTypes
}

/** @throws ServiceError VALIDATION_ERROR for `me` by an API key, and for an invalid time span of deadlines */
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
  if (query.overdue === true && wanted) wanted = intersection(wanted, { status: ['OPEN', 'IN_PROGRESS'] })
  if ((query.doneFrom ?? query.doneTo) && wanted) wanted = intersection(wanted, { status: ['DONE'] })
  // Names all statuses, because the index of `updated_at` starts with the status.
  if (query.updatedSince && wanted) wanted = intersection(wanted, { status: taskStatuses })
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
    branches: possible ? visibility(ctx).flatMap((seen) => intersection(possible, seen) ?? []) : [],
    overdue: query.overdue,
    search: search === 'NOTHING' ? undefined : search,
    doneSince: query.doneSince === undefined ? undefined : new Date(query.doneSince),
    ends: readEnds(query),
    narrowed,
  }
}
