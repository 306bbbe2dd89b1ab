/** The order in which operations are sent. */
import { pendingIds } from './local-ids.ts'
import { inOrder, isCreate, isPhoto, type Operation } from './operation.ts'

/**
 * Operations that can be sent now, in order. A held operation blocks later ones of its subject; one that waits
 * for photos blocks all but photos. Operations on a local subject wait for its create.
 */
export const sendable = <O extends Operation>(
  operations: readonly O[],
  owner: string,
  now: number,
  force: boolean,
): O[] => {
  const held = new Set<string>()
  const photosOnly = new Set<string>()
  const pending = pendingIds(operations)
  const waiting = inOrder(operations).filter(
    ({ state, owner: whose }) => state === 'WAITING' && whose === owner,
  )
  const withPhotos = new Set(waiting.filter(isPhoto).map(({ taskId }) => taskId))
  return waiting.filter((operation) => {
    if (pending.has(operation.taskId) && !isCreate(operation)) return false
    if (operation.afterPhotos && withPhotos.has(operation.taskId)) photosOnly.add(operation.taskId)
    if (photosOnly.has(operation.taskId) && !isPhoto(operation)) return false
    const isHeld = !force && operation.holdUntil !== undefined && operation.holdUntil > now
    if (isHeld) held.add(operation.taskId)
    return !isHeld && !held.has(operation.taskId)
  })
}

/**
 * The next operation to send alone: photos last, the photo with the fewest attempts first.
 * @param failed ids that failed in this run; after two the run ends
 */
export const nextAlone = <O extends Operation>(
  list: readonly O[],
  failed: ReadonlySet<string>,
  isAlone: (work: O['work']) => boolean,
): O | undefined => {
  const rest = list.filter(
    (one) => (isPhoto(one) || isCreate(one) || isAlone(one.work)) && !failed.has(one.id) && failed.size < 2,
  )
  return rest.find(({ work }) => isAlone(work)) ?? rest.sort((a, b) => a.tries - b.tries)[0]
}
