/** The history of tasks; the domain events of a change are derived from the same lines. */
import type { EventPayload } from '#contracts/events.ts'
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { TaskSource } from '#contracts/tasks/records.ts'
import type { Actor, TenantContext } from '#server/platform/context.ts'
import { type DomainEvent, domainEvent, emitEach } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import type { TaskRow } from '../change/task-row.ts'

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
  'SLA_AT_RISK',
  'SLA_BREACHED',
  'ESCALATED',
] as const
export type HistoryType = (typeof historyTypes)[number]

/** Field → value before and after. */
export type HistoryChanges = Readonly<Record<string, readonly [from: unknown, to: unknown]>>

export interface HistoryLine {
  /** the task after the change; its `updated_at`, which only ascends, is the time of the line */
  readonly task: TaskRow
  readonly type: HistoryType
  readonly changes?: HistoryChanges
  /** overrides the time of the change */
  readonly at?: Date
  /** of an added note: whether visitors may read it */
  readonly public?: boolean
}

const insert = `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
  select $1, row.id, row.task_id, row.at, $6, $7, $8, row.action, row.changes
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $9::jsonb[]) as row (id, task_id, action, at, changes)
  returning 1`

/** The author as history stores it; visitors and the system have no id there. */
export const authorOf = (actor: Actor): { kind: Actor['kind']; id: string | null; name: string } => ({
  kind: actor.kind,
  id: actor.kind === 'VISITOR' || actor.kind === 'SYSTEM' ? null : actor.id,
  name: actor.name,
})

/** Fields with events of their own; changes of other fields become `task.updated`. */
const fieldsWithOwnEvent = new Set(['assignee', 'status', 'blocked'])

const moved = <T>(changes: HistoryChanges, field: string): { from: T; to: T } | undefined => {
  const change = changes[field]
  return change && { from: change[0] as T, to: change[1] as T }
}

/** The domain events of a history line. */
const eventsOf = ({ task, type, changes = {}, public: open = false }: HistoryLine): DomainEvent[] => {
  const taskId = task.id
  const assigned = moved<EventPayload<'task.assigned'>['to']>(changes, 'assignee')
  const status = moved<TaskStatus>(changes, 'status')
  const block = moved<EventPayload<'task.blocked'>['to']>(changes, 'blocked')
  const reopenCount = task.reopen_count
  const others = Object.entries(changes).filter(([field]) => !fieldsWithOwnEvent.has(field))
  return [
    ...(type === 'CREATED'
      ? [
          domainEvent('task.created', {
            taskId,
            buildingId: task.building_id,
            amenityId: task.amenity_id,
            category: task.category,
            source: task.source as TaskSource,
            priority: task.priority as Priority,
          }),
        ]
      : []),
    ...(status ? [domainEvent('task.status_changed', { taskId, ...status })] : []),
    ...(status && type === 'REOPENED'
      ? [domainEvent('task.reopened', { taskId, ...status, reopenCount })]
      : []),
    ...(assigned ? [domainEvent('task.assigned', { taskId, ...assigned })] : []),
    ...(block ? [domainEvent('task.blocked', { taskId, ...block })] : []),
    ...(type === 'ESCALATED' && changes.rule
      ? [
          domainEvent('task.escalated', {
            taskId,
            ...(changes.rule[1] as Pick<EventPayload<'task.escalated'>, 'ruleId' | 'ruleName'>),
            level: task.escalation_level,
          }),
        ]
      : []),
    ...(type === 'CONFIRMED' ? [domainEvent('internal.task_judged', { taskId })] : []),
    ...(type === 'NOTE_ADDED' && changes.note
      ? [domainEvent('task.note_added', { taskId, noteId: String(changes.note[1]), public: open })]
      : []),
    ...((type === 'EDITED' || type === 'PRIORITY_RAISED') && others.length > 0
      ? [
          domainEvent('task.updated', {
            taskId,
            changes: others.map(([field, [from, to]]) => ({ field, from, to })),
          }),
        ]
      : []),
    // A merged task leaves all lists; this event tells those that keep a copy of it.
    ...(type === 'MERGED_AWAY'
      ? [
          domainEvent('task.updated', {
            taskId,
            changes: [{ field: 'mergedInto', from: null, to: task.merged_into }],
          }),
        ]
      : []),
  ]
}

/** A deadline of a task's SLA clock that has passed; `at` is the deadline, not when it was noticed. */
export interface ClockLine {
  readonly taskId: string
  readonly type: 'SLA_AT_RISK' | 'SLA_BREACHED'
  readonly clock: 'RESPOND' | 'RESOLVE'
  readonly at: Date
  /** when the time to respond or resolve ends */
  readonly dueAt: Date
}

/** Written by the system, as time alone caused it. */
export const writeClockLines = async (ctx: TenantContext, lines: readonly ClockLine[]): Promise<void> => {
  if (lines.length === 0) return
  await ctx.run(insert, [
    ctx.tenantId,
    lines.map(() => newId(ctx.now.getTime())),
    lines.map(({ taskId }) => taskId),
    lines.map(({ type }) => type),
    lines.map(({ at }) => at),
    'SYSTEM',
    '',
    'Wellkept',
    lines.map(({ clock, dueAt }) => JSON.stringify({ clock: [null, clock], dueAt: [null, dueAt] })),
  ])
  await emitEach(
    ctx,
    lines.map(({ taskId, type, clock, dueAt }) =>
      domainEvent(type === 'SLA_BREACHED' ? 'sla.breached' : 'sla.at_risk', {
        taskId,
        clock,
        dueAt: dueAt.toISOString(),
      }),
    ),
  )
}

/** Writes the lines of one or many tasks in one statement, and emits their events. */
export const writeHistory = async (ctx: TenantContext, lines: readonly HistoryLine[]): Promise<void> => {
  if (lines.length === 0) return
  ctx.invalidate('tasks')
  await Promise.all([
    ctx.run(insert, [
      ctx.tenantId,
      lines.map(() => newId(ctx.now.getTime())),
      lines.map(({ task }) => task.id),
      lines.map(({ type }) => type),
      lines.map(({ task, at }) => at ?? task.updated_at),
      ctx.actor.kind,
      authorOf(ctx.actor).id ?? '',
      ctx.actor.name,
      lines.map(({ changes }) => JSON.stringify(changes ?? {})),
    ]),
    emitEach(ctx, lines.flatMap(eventsOf)),
  ])
}
