/** Which of some tasks match a list's filters, by the conditions of the list itself. */
import type { Static } from 'typebox'
import type { taskFilters } from '#contracts/tasks/filters.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { readFilter } from './filters.ts'
import { amongStatement } from './list-sql.ts'

type Query = { readonly [K in keyof typeof taskFilters]?: Static<(typeof taskFilters)[K]> }

export interface AmongTasks {
  readonly id: string
  readonly buildingId: string | null
  readonly createdAt: Date
  /** user id of the person who created it; null for a visitor, a key or a rule */
  readonly madeBy: string | null
}

/** `ctx` is that of the reader. */
export const tasksAmong = async (
  ctx: StaffContext,
  query: Query,
  ids: readonly string[],
): Promise<AmongTasks[]> => {
  const filter = await readFilter(ctx, query)
  if (filter.branches.length === 0) return []
  const { text, values } = amongStatement(ctx.tenantId, filter, ids, ctx.now)
  return ctx.run<AmongTasks>(text, values)
}
