/** The order in which operations are sent. */
import { isCreate, pendingIds } from './local-tasks.ts'
import { inOrder, isOfShift, isSentAlone, type Operation } from './operation.ts'

/**
 * Operations that can be sent now, in order. A held operation blocks later ones of its task; one that waits for
 * photos blocks all but photos. Operations on a local task wait for its create.
 */
export const sendable = (
  operations: readonly Operation[],
  owner: string,
  now: number,
  force: boolean,
): Operation[] => {
  const heldTasks = new Set<string>()
  const photosOnly = new Set<string>()
  const pending = pendingIds(operations)
  const waiting = inOrder(operations).filter(
    ({ state, owner: whose }) => state === 'WAITING' && whose === owner,
  )
  const photoTasks = new Set(waiting.filter(({ work }) => work.kind === 'photo').map(({ taskId }) => taskId))
  return waiting.filter((operation) => {
    if (pending.has(operation.taskId) && !isCreate(operation)) return false
    if (operation.afterPhotos && photoTasks.has(operation.taskId)) photosOnly.add(operation.taskId)
    if (photosOnly.has(operation.taskId) && operation.work.kind !== 'photo') return false
    const isHeld = !force && operation.holdUntil !== undefined && operation.holdUntil > now
    if (isHeld) heldTasks.add(operation.taskId)
    return !isHeld && !heldTasks.has(operation.taskId)
  })
}

/**
 * The next operation to send alone: shift operations before photos, then the photo with the fewest attempts.
 * @param failed ids that failed in this run; after two the run ends
 */
export const nextAlone = (list: readonly Operation[], failed: ReadonlySet<string>): Operation | undefined => {
  const rest = list.filter(({ id, work }) => isSentAlone(work) && !failed.has(id) && failed.size < 2)
  return rest.find(({ work }) => isOfShift(work)) ?? rest.sort((a, b) => a.tries - b.tries)[0]
}
