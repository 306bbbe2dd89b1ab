/** Everything that happened to a task, who and when. */
import type { Actor, TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'

export const historyTypes = [
  'CREATED',
  'EDITED',
  'STATUS_CHANGED',
  'REOPENED',
  'ASSIGNED',
  'BLOCKED',
  'UNBLOCKED',
  'PRIORITY_RAISED',
  'REPORTED_AGAIN',
  'NOTE_ADDED',
  'ATTACHMENT_ADDED',
  'CONFIRMED',
  'MERGED',
  'MERGED_AWAY',
] as const
export type HistoryType = (typeof historyTypes)[number]

/** Field → value before and after. */
export type HistoryChanges = Readonly<Record<string, readonly [from: unknown, to: unknown]>>

export interface HistoryLine {
  /** the task after the change: its `updated_at` is the time, which ascends from change to change */
  readonly task: { readonly id: string; readonly updated_at: Date }
  readonly type: HistoryType
  readonly changes?: HistoryChanges
}

const insert = `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
  select $1, row.id, row.task_id, row.at, $6, $7, $8, row.action, row.changes
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $9::jsonb[]) as row (id, task_id, action, at, changes)`

/** Who stands in the history: visitors and the system have no id there. */
export const authorOf = (actor: Actor): { kind: Actor['kind']; id: string | null; name: string } => ({
  kind: actor.kind,
  id: actor.kind === 'USER' || actor.kind === 'KEY' ? actor.id : null,
  name: actor.name,
})

/** What became otherwise of a task while it stays where it is. */
const isUpdate = ({ type }: HistoryLine): boolean => type === 'EDITED' || type === 'PRIORITY_RAISED'

/** Writes lines for one or many tasks in one statement; a line that tells of other values tells `task.updated` too. */
export const writeHistory = async (ctx: TenantContext, lines: readonly HistoryLine[]): Promise<void> => {
  if (lines.length === 0) return
  ctx.touch('tasks')
  await ctx.run(insert, [
    ctx.tenantId,
    lines.map(() => newId(ctx.now.getTime())),
    lines.map(({ task }) => task.id),
    lines.map(({ type }) => type),
    lines.map(({ task }) => task.updated_at),
    ctx.actor.kind,
    authorOf(ctx.actor).id ?? '',
    ctx.actor.name,
    lines.map(({ changes }) => JSON.stringify(changes ?? {})),
  ])
  await emitAll(
    ctx,
    'task.updated',
    lines.filter(isUpdate).map(({ task, changes = {} }) => ({
      taskId: task.id,
      changes: Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to })),
    })),
  )
}
