/** What becomes of an operation that the service rejected. */
import type { Refusal } from '#offline/verdict.ts'
import { isOfShift, type Operation, type Why } from './operation.ts'

/** @param path field that was rejected; undefined for the whole operation */
export const refusal = (operation: Operation, code: string, path?: string): Refusal<Why> => {
  const { work } = operation
  if (isOfShift(work)) return { state: holdsText(operation) ? 'NEEDS_YOU' : 'SETTLED', why: 'REFUSED' }
  // A task that is being created cannot be gone.
  if (work.kind === 'create') return { state: 'NEEDS_YOU', why: 'REFUSED' }
  if (work.kind === 'claim' && (code === 'CONFLICT' || code === 'FORBIDDEN'))
    return { state: 'SETTLED', why: 'TAKEN' }
  if (work.kind === 'status' && work.status === 'IN_PROGRESS' && code === 'CONFLICT')
    return { state: 'SETTLED', why: 'OTHERS_DONE' }
  // Texts and photos are kept for the user to decide; a plain status change is settled.
  const isWorthKeeping = work.kind === 'note' || work.kind === 'photo' || holdsText(operation)
  if (code === 'NOT_FOUND') return { state: isWorthKeeping ? 'NEEDS_YOU' : 'SETTLED', why: 'GONE' }
  if (code === 'FORBIDDEN' || code === 'CONFLICT') {
    const isTooLate = code === 'FORBIDDEN' && path === 'body.status'
    // Finished work is worth telling to whoever has the task now.
    const isDone = work.kind === 'status' && work.status === 'DONE'
    return {
      state: isWorthKeeping || (isDone && !isTooLate) ? 'NEEDS_YOU' : 'SETTLED',
      why: isTooLate ? 'TOO_LATE' : 'REASSIGNED',
    }
  }
  return { state: 'NEEDS_YOU', why: 'REFUSED' }
}

const holdsText = ({ work }: Operation): boolean =>
  (work.kind === 'shift-end' && Boolean(work.note)) ||
  (work.kind === 'status' && Boolean(work.note || work.resolution || work.blocked?.note))
