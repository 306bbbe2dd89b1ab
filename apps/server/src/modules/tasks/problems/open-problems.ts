/**
 * Joins many reports to open tasks in one transaction: tasks are read and locked together, reports are counted in
 * memory, and the changes are written together. Opening and reopening is in problems.ts.
 */
import type { Priority } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { countReports } from '../change/change-task.ts'
import type { TaskRow } from '../change/task-row.ts'
import { writeHistory } from '../notes/history.ts'
import { linkFeedback } from './links.ts'
import { problemsOf } from './problem-rows.ts'

export interface ProblemKey {
  readonly amenityId: string
  readonly category: string
}

export interface VisitorSubmission {
  readonly id: string
  readonly amenityId: string
  readonly source: string
}

export interface JoinedOpen {
  readonly taskId: string
  /** when it was last read */
  readonly priority: Priority
  readonly reporterCount: number
  /** whether this source is new for the task */
  readonly counted: boolean
}

export interface OpenProblems {
  /** Undefined if no open task is known for this problem. */
  join(submitted: VisitorSubmission, category: string): JoinedOpen | undefined
  /** Reads a task again that was opened, joined, reopened or raised since. Call `write` first. */
  read(amenityId: string, category: string): Promise<void>
  /**
   * Writes the reports that joined since the last call. To be called at the end, and before these tasks are read or
   * changed elsewhere.
   */
  write(): Promise<void>
}

/** A task with its reports that are not written yet. */
interface PendingJoins {
  task: TaskRow
  count: number
  reports: { readonly feedbackId: string; readonly reporterCount: number }[]
}

interface OpenRow extends TaskRow {
  readonly asked_amenity_id: string
  readonly asked_category: string
}

const openText = `select t.*, asked.amenity_id as asked_amenity_id, asked.category as asked_category
  from unnest($2::uuid[], $3::text[]) as asked (amenity_id, category)
  cross join lateral (${problemsOf({ amenityId: 'asked.amenity_id', category: 'asked.category', live: "r.status <> 'DONE'" })}) p
  join task t on t.tenant_id = $1 and t.id = p.id
  where t.merged_into is null and t.status <> 'DONE'
  order by t.id for no key update of t`

// Looked up by submission id, whatever the planner estimates.
const linkedReportsText = `select l.task_id, l.feedback_id, f.source from task_feedback l
  cross join lateral (select source from feedback where tenant_id = $1 and id = l.feedback_id offset 0) f
  where l.tenant_id = $1 and l.task_id = any($2::uuid[]) and f.source = any($3::text[])`

const keyOf = ({ amenityId, category }: ProblemKey): string => `${amenityId} ${category}`

/** @param sources of all reports that may join */
export const openProblems = async (
  ctx: TenantContext,
  keys: readonly ProblemKey[],
  sources: readonly string[],
): Promise<OpenProblems> => {
  const open = new Map<string, PendingJoins>()
  /** by task id, so that merged problems share the entry of their common task */
  const joinings = new Map<string, PendingJoins>()
  /** keys of task and source, and of task and feedback */
  const behind = new Set<string>()

  const read = async (asked: readonly ProblemKey[]): Promise<void> => {
    const some = [...new Map(asked.map((key) => [keyOf(key), key])).values()]
    if (some.length === 0) return
    const tasks = await ctx.run<OpenRow>(openText, [
      ctx.tenantId,
      some.map(({ amenityId }) => amenityId),
      some.map(({ category }) => category),
    ])
    for (const task of tasks) {
      const joining = joinings.get(task.id) ?? { task, count: 0, reports: [] }
      joining.task = task
      joining.count = task.reporter_count
      joinings.set(task.id, joining)
      const key = keyOf({ amenityId: task.asked_amenity_id, category: task.asked_category })
      const known = open.get(key)?.task
      // A task with this amenity and category takes precedence over one it was merged into.
      if (known?.amenity_id !== task.asked_amenity_id || known.category !== task.asked_category)
        open.set(key, joining)
    }
    if (tasks.length === 0) return
    const rows = await ctx.run<{ task_id: string; feedback_id: string; source: string }>(linkedReportsText, [
      ctx.tenantId,
      tasks.map(({ id }) => id),
      sources,
    ])
    for (const row of rows)
      behind.add(`${row.task_id} ${row.source}`).add(`${row.task_id} ${row.feedback_id}`)
  }

  const write = async (): Promise<void> => {
    const joined = [...joinings.values()].filter((one) => one.reports.length > 0)
    if (joined.length === 0) return
    const links = joined.flatMap(({ task, reports: some }) =>
      some.map(({ feedbackId }) => ({ taskId: task.id, feedbackId })),
    )
    await linkFeedback(ctx, links)
    const after = await countReports(ctx, joined)
    await writeHistory(
      ctx,
      joined.flatMap(({ task, count }) => {
        const row = after.get(task.id)
        if (!row || count === task.reporter_count) return []
        const changes = { reporterCount: [task.reporter_count, count] as const }
        return [{ task: row, type: 'REPORTED_AGAIN' as const, changes }]
      }),
    )
    await emitAll(
      ctx,
      'feedback.merged',
      joined.flatMap(({ task, reports: some }) =>
        some.map((report) => ({ ...report, taskId: task.id, category: task.category })),
      ),
    )
    for (const one of joined) {
      one.task = after.get(one.task.id) ?? one.task
      one.reports = []
    }
  }

  await read(keys)
  return {
    join: ({ id: feedbackId, amenityId, source }, category) => {
      const known = open.get(keyOf({ amenityId, category }))
      if (!known) return undefined
      const taskId = known.task.id
      const priority = known.task.priority as Priority
      if (behind.has(`${taskId} ${feedbackId}`))
        return { taskId, priority, reporterCount: known.count, counted: false }
      const counted = !behind.has(`${taskId} ${source}`)
      behind.add(`${taskId} ${source}`).add(`${taskId} ${feedbackId}`)
      if (counted) known.count++
      known.reports.push({ feedbackId, reporterCount: known.count })
      return { taskId, priority, reporterCount: known.count, counted }
    },
    read: (amenityId, category) => read([{ amenityId, category }]),
    write,
  }
}
