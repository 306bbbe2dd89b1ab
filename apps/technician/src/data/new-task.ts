/** Tasks created on this phone, as shown until the service has created them. */
import type { Person } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import type { Operation } from '../outbox/operation.ts'
import type { CachedList } from './task-cache.ts'
import { withPending } from './with-pending.ts'

/** The task of a create operation; undefined for any other. Its `number` is 0 until the service assigns one. */
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

/** Tasks that the service has not created yet, with pending operations applied. */
export const newTasks = (operations: readonly Operation[], me: Person): readonly Task[] =>
  operations
    .filter(({ owner, state }) => owner === me.id && state !== 'SENT')
    .flatMap((operation) => newTaskOf(operation, me) ?? [])
    .map((task) => withPending(task, operations, 0, me))

/** The list with pending operations applied and with local tasks. */
export const shownTasks = (
  seen: CachedList | undefined,
  operations: readonly Operation[],
  me: Person | undefined,
): readonly Task[] => {
  if (!me) return []
  const read = seen?.tasks.map((task) => withPending(task, operations, seen.readAt, me)) ?? []
  return [...read, ...newTasks(operations, me)]
}
