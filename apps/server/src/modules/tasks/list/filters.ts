/** Which tasks a list is about: the caller's filters, within what the caller may see. */
import type { Static } from 'typebox'
import { taskStatuses } from '#contracts/records.ts'
import type { taskFilters } from '#contracts/tasks.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { managesTasks, ownIdsOf } from '../change/access.ts'
import { readSearch, type Search } from './search.ts'
import type { Dimension } from './tally.ts'

type Query = { readonly [K in keyof typeof taskFilters]?: Static<(typeof taskFilters)[K]> }

/** Field → the values that it may have; null is "none"; a field that is not there may have any. */
export type Branch = { readonly [D in Dimension]?: readonly (string | null)[] }

export interface TaskFilter {
  /** no task is in two of them; none: nothing is asked for, or nothing may be seen */
  readonly branches: readonly Branch[]
  readonly overdue: boolean | undefined
  readonly search: Search | undefined
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
const sight = (ctx: StaffContext): Branch[] => {
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

/** @throws ServiceError VALIDATION_ERROR for `me` by a key */
export const readFilter = async (ctx: StaffContext, query: Query): Promise<TaskFilter> => {
  const status = union(query.status)
  const asked: { [D in Dimension]?: (string | null)[] | undefined } = {
    status: status?.length === taskStatuses.length ? undefined : status,
    building: union(query.building, query.buildingId),
    assignee: union(readAssignees(ctx, query.assignee), readAssignees(ctx, query.assigneeId)),
    priority: union(query.priority),
    source: union(query.source),
    amenity: union(query.amenity, query.amenityId),
    category: union(query.category),
  }
  let wanted: Branch | undefined = Object.fromEntries(
    Object.entries(asked).filter(([, values]) => values !== undefined),
  )
  if (query.overdue === true && wanted) wanted = both(wanted, { status: ['OPEN', 'IN_PROGRESS'] })
  const search = await readSearch(ctx, query.q)
  const possible = search === 'NOTHING' ? undefined : wanted
  return {
    branches: possible ? sight(ctx).flatMap((seen) => both(possible, seen) ?? []) : [],
    overdue: query.overdue,
    search: search === 'NOTHING' ? undefined : search,
  }
}
