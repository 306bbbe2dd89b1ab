/** Inserts whole tasks with their history, at past times, in a fixed number of statements: for seeds and importers. */
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { BlockInput, ChecklistItem, TaskSource, Verification } from '#contracts/tasks/records.ts'
import type { Actor, TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { wordsOf } from '../list/search-words.ts'
import { countChange } from '../list/tally.ts'
import type { HistoryChanges, HistoryType } from '../notes/history.ts'
import { loadClocks } from '../sla/load-clocks.ts'
import { scheduleHoldEnds } from './schedule-hold-ends.ts'

export interface LoadedAuthor {
  readonly kind: Actor['kind']
  /** null for visitors and the system */
  readonly id: string | null
  readonly name: string
}

export interface LoadedTask {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: TaskStatus
  readonly priority: Priority
  readonly source: TaskSource
  readonly buildingId: string | null
  readonly amenityId: string | null
  readonly category: string | null
  readonly skill: string | null
  /** user id of a member */
  readonly assigneeId: string | null
  readonly dueAt: Date | null
  readonly labels: readonly string[]
  readonly checklist: readonly ChecklistItem[]
  readonly resolution: string | null
  readonly minutesSpent: number | null
  readonly reporterCount: number
  readonly lastReportAt: Date | null
  readonly blocked: {
    readonly reason: BlockInput['reason']
    readonly since: Date
    readonly until: Date
    readonly note: string
  } | null
  readonly reopenCount: number
  readonly verification: Verification
  readonly createdBy: LoadedAuthor
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly updatedAt: Date
  readonly reports: readonly { readonly feedbackId: string; readonly at: Date }[]
  readonly notes: readonly {
    readonly at: Date
    readonly text: string
    readonly public: boolean
    readonly by: LoadedAuthor
  }[]
  readonly history: readonly {
    readonly at: Date
    readonly type: HistoryType
    readonly by: LoadedAuthor
    readonly changes: HistoryChanges
  }[]
}

const insertTasks = `insert into task (tenant_id, id, number, title, description, status, priority, source, building_id, amenity_id,
    category, skill, assignee_kind, assignee_id, due_at, labels, checklist, resolution, minutes_spent, reporter_count, last_report_at,
    blocked_reason, blocked_since, blocked_until, blocked_note, reopen_count, verification,
    created_by_kind, created_by_id, created_by_name, created_at, started_at, first_action_at, completed_at, updated_at)
  select $1, r.* from jsonb_to_recordset($2) as r (id uuid, number bigint, title text, description text, status text, priority text,
    source text, building_id uuid, amenity_id uuid, category text, skill text, assignee_kind text, assignee_id uuid, due_at timestamptz,
    labels text[], checklist jsonb, resolution text, minutes_spent int, reporter_count int, last_report_at timestamptz,
    blocked_reason text, blocked_since timestamptz, blocked_until timestamptz, blocked_note text, reopen_count int, verification text,
    created_by_kind text, created_by_id text, created_by_name text, created_at timestamptz, started_at timestamptz,
    first_action_at timestamptz, completed_at timestamptz, updated_at timestamptz)
  returning 1`

const insertReports = `insert into task_feedback (tenant_id, task_id, feedback_id, linked_at)
  select $1, r.* from jsonb_to_recordset($2) as r (task_id uuid, feedback_id uuid, linked_at timestamptz)
  returning 1`

const insertNotes = `insert into task_note (tenant_id, id, task_id, text, public, author_kind, author_id, author_name, created_at)
  select $1, r.* from jsonb_to_recordset($2)
    as r (id uuid, task_id uuid, text text, public boolean, author_kind text, author_id text, author_name text, created_at timestamptz)
  returning 1`

const insertHistory = `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
  select $1, r.* from jsonb_to_recordset($2)
    as r (id uuid, task_id uuid, at timestamptz, actor_kind text, actor_id text, actor_name text, action text, changes jsonb)
  returning 1`

const insertWords = `insert into task_word (tenant_id, task_id, word)
  select $1, r.* from jsonb_to_recordset($2) as r (task_id uuid, word text)
  returning 1`

const nextNumbers = `insert into tenant_counter (tenant_id, name, value) values ($1, 'task', $2)
  on conflict (tenant_id, name) do update set value = tenant_counter.value + $2 returning value`

const firstMove = ({ history }: LoadedTask): Date | undefined =>
  history.find(({ type, changes }) => type === 'STATUS_CHANGED' && changes.status?.[1] !== 'OPEN')?.at

const rowOf = (task: LoadedTask, number: number) => ({
  id: task.id,
  number,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  source: task.source,
  building_id: task.buildingId,
  amenity_id: task.amenityId,
  category: task.category,
  skill: task.skill,
  assignee_kind: task.assigneeId === null ? null : 'USER',
  assignee_id: task.assigneeId,
  due_at: task.dueAt,
  labels: task.labels,
  checklist: task.checklist,
  resolution: task.resolution,
  minutes_spent: task.minutesSpent,
  reporter_count: task.reporterCount,
  last_report_at: task.lastReportAt,
  blocked_reason: task.blocked?.reason ?? null,
  blocked_since: task.blocked?.since ?? null,
  blocked_until: task.blocked?.until ?? null,
  blocked_note: task.blocked?.note ?? null,
  reopen_count: task.reopenCount,
  verification: task.verification,
  created_by_kind: task.createdBy.kind,
  created_by_id: task.createdBy.id,
  created_by_name: task.createdBy.name,
  created_at: task.createdAt,
  started_at: task.startedAt,
  first_action_at: firstMove(task) ?? task.startedAt,
  completed_at: task.completedAt,
  updated_at: task.updatedAt,
})

/**
 * Emits no events, as all of this happened long ago. Numbers follow the order given; at most one open task for each
 * problem.
 */
export const loadTasks = async (ctx: TenantContext, tasks: readonly LoadedTask[]): Promise<void> => {
  if (tasks.length === 0) return
  ctx.invalidate('tasks')
  const [counter] = await ctx.run<{ value: number }>(nextNumbers, [ctx.tenantId, tasks.length])
  const first = (counter?.value ?? tasks.length) - tasks.length + 1
  const rows = tasks.map((task, index) => rowOf(task, first + index))
  const write = (text: string, list: readonly unknown[]): Promise<unknown> =>
    ctx.run(text, [ctx.tenantId, JSON.stringify(list)])
  await write(insertTasks, rows)
  for (const row of rows) countChange(ctx, undefined, { ...row, merged_into: null })
  await write(
    insertReports,
    tasks.flatMap(({ id, reports }) =>
      reports.map(({ feedbackId, at }) => ({ task_id: id, feedback_id: feedbackId, linked_at: at })),
    ),
  )
  await write(
    insertNotes,
    tasks.flatMap(({ id, notes }) =>
      notes.map((note) => ({
        id: newId(note.at.getTime()),
        task_id: id,
        text: note.text,
        public: note.public,
        author_kind: note.by.kind,
        author_id: note.by.id ?? '',
        author_name: note.by.name,
        created_at: note.at,
      })),
    ),
  )
  await write(
    insertHistory,
    tasks.flatMap(({ id, history }) =>
      history.map((line) => ({
        id: newId(line.at.getTime()),
        task_id: id,
        at: line.at,
        actor_kind: line.by.kind,
        actor_id: line.by.id ?? '',
        actor_name: line.by.name,
        action: line.type,
        changes: line.changes,
      })),
    ),
  )
  await write(
    insertWords,
    tasks.flatMap(({ id, title, description }) =>
      wordsOf(title, description).map((word) => ({ task_id: id, word })),
    ),
  )
  await loadClocks(ctx, tasks)
  await scheduleHoldEnds(
    ctx,
    rows.map((after) => ({ before: undefined, after })),
  )
}
