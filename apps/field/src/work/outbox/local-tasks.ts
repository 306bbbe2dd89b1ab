/**
 * Tasks created on this phone. Until the service has created one and returned its id, a task has a local id, and
 * operations on it wait.
 */
import type { Operation } from './operation.ts'

export const isCreate = ({ work }: Operation): boolean => work.kind === 'create'

/** Local ids of tasks whose create is pending or was rejected. */
export const pendingIds = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.filter((one) => isCreate(one) && one.state !== 'SENT').map(({ taskId }) => taskId))

/** The operations on a created task, with its server id. */
export const withServerId = (
  operations: readonly Operation[],
  create: Operation,
  taskId: string,
): Operation[] => [
  { ...create, taskId, localId: create.taskId },
  ...operations
    .filter(({ id, taskId: about }) => about === create.taskId && id !== create.id)
    .map((one) => ({ ...one, taskId })),
]

/** The server id of a local id; other ids are returned unchanged. */
export const currentId = (operations: readonly Operation[], taskId: string): string =>
  operations.find(({ localId }) => localId === taskId)?.taskId ?? taskId
