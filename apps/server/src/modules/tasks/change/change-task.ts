/**
 * The only functions that write table `task`. Each also updates tallies, SLA clocks and the jobs of holds, and
 * invalidates the list.
 */
import type { Insertable } from 'kysely'
import type { TenantContext } from '#server/platform/context.ts'
import type { Task as TaskTable } from '#server/platform/db/tables.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { wordsOf, writeWords } from '../list/search-words.ts'
import { countChange } from '../list/tally.ts'
import { noteChangedTask } from '../sla/update-clocks.ts'
import { scheduleHoldEnds } from './schedule-hold-ends.ts'
import type { TaskChanges, TaskRow } from './task-row.ts'

const insertColumns = [
  'id',
  'title',
  'description',
  'priority',
  'source',
  'building_id',
  'amenity_id',
  'category',
  'skill',
  'assignee_kind',
  'assignee_id',
  'due_at',
  'labels',
  'checklist',
  'reporter_count',
  'last_report_at',
  'routing',
  'created_by_kind',
  'created_by_id',
  'created_by_name',
] as const satisfies readonly (keyof TaskTable)[]

/** Dates as Date, `checklist` and `routing` as JSON text. */
export type NewTaskRow = Pick<Insertable<TaskTable>, (typeof insertColumns)[number]>

const insertDefaults: Partial<Record<(typeof insertColumns)[number], unknown>> = {
  description: '',
  labels: [],
  checklist: '[]',
  reporter_count: 0,
}

const returnNumber = "update tenant_counter set value = value - 1 where tenant_id = $1 and name = 'task'"

// One statement, because the counter's row stays locked until the commit. If the unique index of open problems
// (task_open_problem) prevents an insert, only the counter is raised; a duplicate number is an error.
const insertText = `with counter as (
    insert into tenant_counter (tenant_id, name, value) values ($1, 'task', $5::bigint)
    on conflict (tenant_id, name) do update set value = tenant_counter.value + excluded.value returning value
  ), made as (
    insert into task (tenant_id, created_at, updated_at, number, ${insertColumns.join(', ')})
    select $1, $2, $2, (select value from counter) - $5::bigint + r.place, ${insertColumns.map((column) => `r.${column}`).join(', ')}
    from jsonb_to_recordset($3) as r (place bigint, id uuid, title text, description text, priority text, source text,
      building_id uuid, amenity_id uuid, category text, skill text, assignee_kind text, assignee_id uuid, due_at timestamptz,
      labels text[], checklist jsonb, reporter_count int, last_report_at timestamptz, routing jsonb,
      created_by_kind text, created_by_id text, created_by_name text)
    order by r.place
    on conflict (tenant_id, amenity_id, category)
      where merged_into is null and status <> 'DONE' and source in ('FEEDBACK', 'STATUS_REPORT') and category is not null
      do nothing returning *
  ), named as (
    insert into task_word (tenant_id, task_id, word)
    select $1, w.task_id, w.word from jsonb_to_recordset($4) as w (task_id uuid, word text) join made on made.id = w.task_id
    returning 1
  )
  select * from made order by number`

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : json)

/** Writes those that are no second open task of a problem. */
const insert = async (ctx: TenantContext, tasks: readonly NewTaskRow[]): Promise<TaskRow[]> => {
  const records = tasks.map((values, index) => ({
    ...insertDefaults,
    ...values,
    checklist: parsed(values.checklist ?? insertDefaults.checklist),
    routing: parsed(values.routing ?? null),
    place: index + 1,
  }))
  const words = tasks.flatMap(({ id, title, description }) =>
    wordsOf(title, description ?? '').map((word) => ({ task_id: id, word })),
  )
  const rows = await ctx.run<TaskRow>(insertText, [
    ctx.tenantId,
    ctx.now,
    JSON.stringify(records),
    JSON.stringify(words),
    tasks.length,
  ])
  for (const row of rows) {
    countChange(ctx, undefined, row)
    noteChangedTask(ctx, undefined, row)
  }
  if (rows.length > 0) ctx.invalidate('tasks')
  return rows
}

/**
 * Writes a new task with the tenant's next number.
 * @returns undefined if a problem of this amenity and category has an open task already
 */
export const insertTask = async (ctx: TenantContext, values: NewTaskRow): Promise<TaskRow | undefined> => {
  const [row] = await insert(ctx, [values])
  // The counter's row is locked until the commit, so no other transaction can have taken the next number.
  if (!row) await ctx.run(returnNumber, [ctx.tenantId])
  return row
}

/**
 * Writes new tasks, numbered in the order given. None of them may come from a visitor's report.
 * @returns the rows, in the order given
 */
export const insertTasks = async (ctx: TenantContext, tasks: readonly NewTaskRow[]): Promise<TaskRow[]> => {
  if (tasks.length === 0) return []
  const rows = await insert(ctx, tasks)
  if (rows.length !== tasks.length) throw new Error('A task without a report has met an open problem')
  return rows
}

/** A CONFLICT at the status: reopening would create a second open task for one problem. */
const sameProblemError = (): ServiceError => {
  const message = 'Another open task is about the same problem here; merge the two'
  return new ServiceError('CONFLICT', message, { details: [{ path: 'body.status', message }] })
}

const isSameProblemError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'constraint' in error &&
  error.constraint === 'task_open_problem'

/**
 * Transactions that waited for a lock commit in another order than they started, so `ctx.now` may lie before
 * `updated_at`, which only ever grows.
 */
const laterThan = (ctx: TenantContext, before: readonly Pick<TaskRow, 'updated_at'>[]): Date =>
  new Date(before.reduce((at, row) => Math.max(at, row.updated_at.getTime() + 1), ctx.now.getTime()))

/**
 * Changes locked tasks in the same way and raises their versions by one. Title and description may only be changed
 * for a single task.
 * @returns the rows after, in the order given
 * @throws ServiceError CONFLICT if a task would become the second open task of a problem
 */
export const changeTasks = async (
  ctx: TenantContext,
  before: readonly TaskRow[],
  changes: TaskChanges,
): Promise<TaskRow[]> => {
  if (before.length === 0) return []
  ctx.invalidate('tasks')
  const rows = await ctx.db
    .updateTable('task')
    .set((eb) => ({
      ...changes,
      version: eb('version', '+', 1),
      updated_at: laterThan(ctx, before),
    }))
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(before.map(({ id }) => id)))))
    .returningAll()
    .execute()
    .catch((error: unknown) => {
      throw isSameProblemError(error) ? sameProblemError() : error
    })
  const after = new Map(rows.map((row) => [row.id, row]))
  const changed = before.map((old) => {
    const row = after.get(old.id)
    if (!row) throw new Error('The locked task was not updated')
    countChange(ctx, old, row)
    noteChangedTask(ctx, old, row)
    return { before: old, after: row }
  })
  await scheduleHoldEnds(ctx, changed)
  return changed.map((one) => one.after)
}

export interface Change {
  readonly task: TaskRow
  readonly changes: TaskChanges
}

const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  (before instanceof Date && after instanceof Date && before.getTime() === after.getTime())

/** The fields whose value differs from the task's. */
const changedFields = ({ task, changes }: Change): TaskChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !isSame(task[name as keyof TaskRow], value)),
  )

/**
 * Changes locked tasks, each in its own way, with one statement for each distinct set of changes. Title and
 * description cannot be changed here.
 * @returns the rows after, in the order given
 * @throws ServiceError CONFLICT as `changeTasks`
 */
export const changeEach = async (ctx: TenantContext, wanted: readonly Change[]): Promise<TaskRow[]> => {
  const groups = Map.groupBy(wanted, (change) => JSON.stringify(changedFields(change)))
  const rows = await Promise.all(
    [...groups.values()].map(([first, ...others]) =>
      first
        ? changeTasks(
            ctx,
            [first, ...others].map(({ task }) => task),
            changedFields(first),
          )
        : [],
    ),
  )
  const after = new Map(rows.flat().map((row) => [row.id, row]))
  return wanted.map(({ task }) => after.get(task.id) ?? task)
}

/** Changes one task that the caller has locked. @throws ServiceError CONFLICT as `changeTasks` */
export const changeTask = async (
  ctx: TenantContext,
  before: TaskRow,
  changes: TaskChanges,
): Promise<TaskRow> => {
  const [after] = await changeTasks(ctx, [before], changes)
  if (!after) throw new Error('The locked task was not updated')
  if (after.title !== before.title || after.description !== before.description) {
    await writeWords(ctx, after.id, [after.title, after.description])
  }
  return after
}

const countText = `update task t set reporter_count = row.n, last_report_at = $2, version = version + 1, updated_at = $5
  from unnest($3::uuid[], $4::int[]) as row (id, n) where t.tenant_id = $1 and t.id = row.id returning t.*`

/**
 * Updates the number of reporters of locked tasks. Tallies and clocks do not depend on it.
 * @returns the rows after, by id
 */
export const countReports = async (
  ctx: TenantContext,
  counts: readonly { readonly task: TaskRow; readonly count: number }[],
): Promise<Map<string, TaskRow>> => {
  ctx.invalidate('tasks')
  const rows = await ctx.run<TaskRow>(countText, [
    ctx.tenantId,
    ctx.now,
    counts.map(({ task }) => task.id),
    counts.map(({ count }) => count),
    laterThan(
      ctx,
      counts.map(({ task }) => task),
    ),
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Redirects what was merged into `from`, so that `merged_into` always names a task that is not merged itself. */
export const redirectMerged = async (
  ctx: TenantContext,
  from: readonly string[],
  to: string,
): Promise<void> => {
  ctx.invalidate('tasks')
  await ctx.run('update task set merged_into = $3 where tenant_id = $1 and merged_into = any($2::uuid[])', [
    ctx.tenantId,
    from,
    to,
  ])
}

/**
 * Deletes a locked task, everything that belongs to it, and the tasks merged into it.
 * @returns the ids of all of them
 */
export const removeTask = async (ctx: TenantContext, before: TaskRow): Promise<string[]> => {
  ctx.invalidate('tasks')
  const gone = await ctx.run<{ id: string }>(
    'delete from task where tenant_id = $1 and (id = $2 or merged_into = $2) returning id',
    [ctx.tenantId, before.id],
  )
  countChange(ctx, before, undefined)
  return gone.map(({ id }) => id)
}
