/**
 * Tasks that were made on this phone. Until the service has made one and given it its own id, it goes by one of the
 * phone's, and what is done to it waits.
 */
import type { Operation } from './operation.ts'

export const isBirth = ({ work }: Operation): boolean => work.kind === 'create'

/** The phone's ids of tasks that the service does not have yet, also of those that it has refused. */
export const unbornIn = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.filter((one) => isBirth(one) && one.state !== 'SENT').map(({ taskId }) => taskId))

/** All that is about the task of `birth`, under the id that the service gave it. */
export const bornAs = (operations: readonly Operation[], birth: Operation, taskId: string): Operation[] => [
  { ...birth, taskId, localId: birth.taskId },
  ...operations
    .filter(({ id, taskId: about }) => about === birth.taskId && id !== birth.id)
    .map((one) => ({ ...one, taskId })),
]

/** The service's id of a task that this phone knew by its own; any other as it is. */
export const currentId = (operations: readonly Operation[], taskId: string): string =>
  operations.find(({ localId }) => localId === taskId)?.taskId ?? taskId
