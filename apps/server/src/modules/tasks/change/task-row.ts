/** Reads task rows for a change. They are locked, so that changes of one task run one after the other. */
import type { Selectable, Updateable } from 'kysely'
import type { TenantContext } from '#server/platform/context.ts'
import type { Task as TaskTable } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'

export type TaskRow = Selectable<TaskTable>
export type TaskChanges = Omit<
  Updateable<TaskTable>,
  'tenant_id' | 'id' | 'number' | 'version' | 'updated_at' | 'urgency'
>

/** An assignee, as events and history name it. */
export interface AssigneeKey {
  readonly kind: 'USER' | 'OPERATOR' | 'COMPANY'
  readonly id: string
}

export const assigneeOf = (task: Pick<TaskRow, 'assignee_kind' | 'assignee_id'>): AssigneeKey | null =>
  task.assignee_id === null ? null : { kind: task.assignee_kind as 'USER', id: task.assignee_id }

/**
 * Locks the task until the commit; foreign keys to it may still be checked by others. @throws ServiceError
 * NOT_FOUND
 */
export const lockTask = async (ctx: TenantContext, id: string): Promise<TaskRow> => {
  const row = await ctx.db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The task itself, or the one it was merged into, which is locked as well. */
export const resolveMerged = (ctx: TenantContext, task: TaskRow): Promise<TaskRow> =>
  task.merged_into === null ? Promise.resolve(task) : lockTask(ctx, task.merged_into)

/** Longer than a usual change of a task, yet short for a transaction that waits for the scheduled job. */
const lockWaitMs = 150
const lockNotAvailable = '55P03'

const waitShortly = (ctx: TenantContext, id: string): Promise<TaskRow | 'busy'> =>
  ctx
    .attempt(async () => {
      await ctx.run(`set local lock_timeout = ${lockWaitMs}`, [])
      const row = await lockTask(ctx, id)
      await ctx.run('set local lock_timeout to default', [])
      return row
    })
    .catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === lockNotAvailable)
        return 'busy'
      throw error
    })

/**
 * For scheduled jobs: the caller has locked its job's row, and whoever holds the task may be waiting for that row,
 * so this waits only briefly.
 * @returns undefined if there is no such task
 */
export const findLockable = async (ctx: TenantContext, id: string): Promise<TaskRow | 'busy' | undefined> => {
  const task = ctx.db.selectFrom('task').selectAll().where('id', '=', id)
  const row = await task.forNoKeyUpdate().skipLocked().executeTakeFirst()
  if (row) return row
  return (await task.executeTakeFirst()) ? waitShortly(ctx, id) : undefined
}

/** Locks tasks ordered by id, so that transactions never deadlock; missing ids are left out. */
export const lockTasks = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<Map<string, TaskRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('task')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws ServiceError NOT_FOUND */
export const findTask = async (ctx: TenantContext, id: string): Promise<TaskRow> => {
  const row = await ctx.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}
