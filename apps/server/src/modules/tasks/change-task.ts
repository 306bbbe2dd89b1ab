/** The only functions that write the table of tasks. Each tells the tallies, so that every count stays true. */
import type { TenantContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { countChange } from './tally.ts'
import type { NewTaskRow, TaskChanges, TaskRow } from './task-row.ts'
import { writeWords } from './words.ts'

const nextNumber = `insert into tenant_counter (tenant_id, name, value) values ($1, 'task', 1)
  on conflict (tenant_id, name) do update set value = tenant_counter.value + 1 returning value`
const giveBack = "update tenant_counter set value = value - 1 where tenant_id = $1 and name = 'task'"

/**
 * Writes a new task with the next number of the tenant.
 * @returns undefined where a visitor's problem of this amenity and category has an open task already
 */
export const insertTask = async (ctx: TenantContext, values: NewTaskRow): Promise<TaskRow | undefined> => {
  const [counter] = await ctx.run<{ value: number }>(nextNumber, [ctx.tenantId])
  const row = await ctx.db
    .insertInto('task')
    .values({ ...values, tenant_id: ctx.tenantId, number: counter?.value ?? 1, created_at: ctx.now, updated_at: ctx.now })
    // Only the index of open problems can be in the way; a partial index cannot be named by parameters.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    // The counter's row is ours until the commit, so nobody has taken the next number.
    await ctx.run(giveBack, [ctx.tenantId])
    return undefined
  }
  countChange(ctx, undefined, row)
  await writeWords(ctx, row.id, [row.title, row.description], true)
  return row
}

const isSecondProblem = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'task_open_problem'

/**
 * Changes tasks that the caller has locked, all in the same way; their versions go up by one. Only one at a time may
 * get another title or description.
 * @returns the rows after, in the order given
 * @throws ServiceError CONFLICT where it would be the second open task of a problem
 */
export const changeTasks = async (ctx: TenantContext, before: readonly TaskRow[], changes: TaskChanges): Promise<TaskRow[]> => {
  if (before.length === 0) return []
  const rows = await ctx.db
    .updateTable('task')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(before.map(({ id }) => id)))))
    .returningAll()
    .execute()
    .catch((error: unknown) => {
      throw isSecondProblem(error) ? conflict('Another open task is about the same problem here; merge the two') : error
    })
  const after = new Map(rows.map((row) => [row.id, row]))
  const changed: TaskRow[] = []
  for (const old of before) {
    const row = after.get(old.id)
    if (!row) throw new Error('A task that was to change is gone')
    countChange(ctx, old, row)
    changed.push(row)
  }
  return changed
}

/** Changes one task that the caller has locked. @throws ServiceError CONFLICT as `changeTasks` */
export const changeTask = async (ctx: TenantContext, before: TaskRow, changes: TaskChanges): Promise<TaskRow> => {
  const [after] = await changeTasks(ctx, [before], changes)
  if (!after) throw new Error('A task that was to change is gone')
  if (after.title !== before.title || after.description !== before.description) {
    await writeWords(ctx, after.id, [after.title, after.description], false)
  }
  return after
}

/** Removes a locked task with all that hangs on it, and those that were merged into it. */
export const removeTask = async (ctx: TenantContext, before: TaskRow): Promise<void> => {
  await ctx.run('delete from task where tenant_id = $1 and (id = $2 or merged_into = $2)', [ctx.tenantId, before.id])
  countChange(ctx, before, undefined)
}
