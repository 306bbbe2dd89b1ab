/** A task that was made on this phone, as it is shown until the service has it. */
import type { Person } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import type { Operation } from '../outbox/operation.ts'
import type { CachedList } from './task-cache.ts'
import { withPending } from './with-pending.ts'

/** undefined for any other operation. `number` 0: it has none yet. */
const newTaskOf = ({ work, taskId, at }: Operation, me: Person): Task | undefined => {
  if (work.kind !== 'create') return undefined
  const { room } = work
  return {
    id: taskId,
    number: 0,
    title: work.title,
    description: work.description ?? '',
    status: 'OPEN',
    priority: 'MEDIUM',
    source: 'MANUAL',
    building: null,
    amenity: room ? { id: room.id, name: room.name } : null,
    location: room?.location ?? null,
    category: work.category ?? null,
    categoryName: null,
    skill: null,
    assignee: work.mine ? { kind: 'USER', id: me.id, name: me.name } : null,
    dueAt: null,
    overdue: false,
    labels: [],
    resolution: null,
    minutesSpent: null,
    reporterCount: 0,
    mergedInto: null,
    blocked: null,
    checklist: [],
    attachments: [],
    noteCount: 0,
    sla: null,
    escalationLevel: 0,
    reopenCount: 0,
    verification: 'NONE',
    rejection: null,
    routing: null,
    createdBy: { id: me.id, name: me.name, kind: 'USER' },
    createdAt: at,
    startedAt: null,
    completedAt: null,
    updatedAt: at,
    version: 1,
    allowed: [],
  }
}

/** Those that the service does not have yet, with what was done to them since. */
export const newTasks = (operations: readonly Operation[], me: Person): readonly Task[] =>
  operations
    .filter(({ owner, state }) => owner === me.id && state !== 'SENT')
    .flatMap((operation) => newTaskOf(operation, me) ?? [])
    .map((task) => withPending(task, operations, 0, me))

/** The list as this phone shows it: with what was done here since, and with what was made here. */
export const shownTasks = (
  seen: CachedList | undefined,
  operations: readonly Operation[],
  me: Person | undefined,
): readonly Task[] => {
  if (!me) return []
  const read = seen?.tasks.map((task) => withPending(task, operations, seen.readAt, me)) ?? []
  return [...read, ...newTasks(operations, me)]
}
