/** The order in which operations are sent. */
import { isCreate, pendingIds } from './local-tasks.ts'
import { goesAlone, inOrder, isOfShift, type Operation } from './operation.ts'

/**
 * What may be sent now: in order, and nothing of a task that has something held before it. What waits for the photos of
 * its task lets these pass, and nothing else. Operations on a task that the service does not have yet follow its create.
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
 * Of what goes alone: the shift before photos, of these the one that was tried least.
 * @param failed did not get through just now; after a second one the next run goes on
 */
export const nextAlone = (list: readonly Operation[], failed: ReadonlySet<string>): Operation | undefined => {
  const rest = list.filter(({ id, work }) => goesAlone(work) && !failed.has(id) && failed.size < 2)
  return rest.find(({ work }) => isOfShift(work)) ?? rest.sort((a, b) => a.tries - b.tries)[0]
}
