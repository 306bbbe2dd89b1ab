/**
 * Subjects created on this phone. Until the service has created one and returned its id, it has a local id, and
 * operations on it wait.
 */
import { isCreate, type Operation } from './operation.ts'

/** Local ids of subjects whose create is pending or was rejected. */
export const pendingIds = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.filter((one) => isCreate(one) && one.state !== 'SENT').map(({ taskId }) => taskId))

/** The operations on a created subject, with its server id. */
export const withServerId = <O extends Operation>(
  operations: readonly O[],
  create: O,
  serverId: string,
): O[] => [
  { ...create, taskId: serverId, localId: create.taskId },
  ...operations
    .filter(({ id, taskId }) => taskId === create.taskId && id !== create.id)
    .map((one) => ({ ...one, taskId: serverId })),
]

/** The server id of a local id; other ids are returned unchanged. */
export const currentId = (operations: readonly Operation[], id: string): string =>
  operations.find(({ localId }) => localId === id)?.taskId ?? id
