/**
 * Tasks that were created on this phone. Until the service has created one and returned its id, it has an id of the
 * phone, and the operations on it wait.
 */
import type { Operation } from './operation.ts'

export const isCreate = ({ work }: Operation): boolean => work.kind === 'create'

/** The phone's ids of tasks whose create is pending or was rejected. */
export const pendingIds = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.filter((one) => isCreate(one) && one.state !== 'SENT').map(({ taskId }) => taskId))

/** The operations on the created task, with the id that the service returned. */
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

/** The service's id of a task that this phone knew by its own; any other as it is. */
export const currentId = (operations: readonly Operation[], taskId: string): string =>
  operations.find(({ localId }) => localId === taskId)?.taskId ?? taskId
