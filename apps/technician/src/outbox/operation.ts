/** The actions of a technician. */
import type { TaskStatus } from '#contracts/records.ts'
import type { AttachmentKind, BlockReason, ChecklistItem } from '#contracts/tasks/records.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import type { Operation as GenericOperation } from '#offline/operation.ts'

export interface BlockedInput {
  readonly reason: BlockReason
  /** ISO 8601; null if unknown */
  readonly until: string | null
  readonly note?: string | undefined
}

/** A problem that a technician reports. */
export interface NewProblem {
  readonly title: string
  readonly description?: string | undefined
  /** code of an issue of the room's type */
  readonly category?: string | undefined
  /** false: created unassigned */
  readonly mine: boolean
  /** the amenity */
  readonly room?: { readonly id: string; readonly name: string; readonly location: string | null } | undefined
}

export type Work =
  | ({ readonly kind: 'create' } & NewProblem)
  | {
      readonly kind: 'status'
      readonly status: TaskStatus
      readonly blocked?: BlockedInput | null | undefined
      readonly resolution?: string | undefined
      readonly minutesSpent?: number | undefined
      readonly note?: string | undefined
    }
  | { readonly kind: 'note'; readonly text: string; readonly public: boolean }
  | { readonly kind: 'claim' }
  /** the changed steps; in operations of older versions all steps */
  | { readonly kind: 'checklist'; readonly checklist: readonly ChecklistItem[] }
  | {
      readonly kind: 'photo'
      readonly photo: Blob
      readonly attachmentKind: AttachmentKind
      readonly public?: true | undefined
    }
  /** ends the user's shift; the subject is the operator, not a task */
  | { readonly kind: 'shift-end'; readonly note?: string | undefined }
  | { readonly kind: 'notes-read'; readonly noteIds: readonly string[] }

export const isOfShift = ({ kind }: Work): boolean => kind === 'shift-end' || kind === 'notes-read'

/**
 * OTHERS_DONE  someone else had finished the task; DONE wins over IN_PROGRESS
 * TAKEN        someone else claimed it first
 * TOO_LATE     the time to reopen it has passed
 * REASSIGNED   it is assigned to someone else now; notes stay
 * GONE         deleted, or merged into another task
 * REFUSED      any other error, see `code`
 */
export type Why = 'OTHERS_DONE' | 'TAKEN' | 'TOO_LATE' | 'REASSIGNED' | 'GONE' | 'REFUSED'

export type Operation = GenericOperation<Work, Why>

const isSame = (a: Work, b: Work): boolean => a.kind !== 'photo' && JSON.stringify(a) === JSON.stringify(b)

const lastMove = (waiting: readonly Operation[]): Operation | undefined =>
  waiting.filter(({ work }) => work.kind !== 'photo').pop()

/**
 * A waiting operation with the same content, so that a second tap adds nothing. @param waiting of the same task
 * and user, in order
 */
export const repeatOf = (waiting: readonly Operation[], work: Work): Operation | undefined => {
  if (work.kind === 'claim') return waiting.find((one) => one.work.kind === 'claim')
  const last = lastMove(waiting)
  const isMove = work.kind === 'status' || isOfShift(work)
  return isMove && last && isSame(last.work, work) ? last : undefined
}

/** A waiting, never sent operation that the new one replaces: checklist changes, or finishing with another text. */
export const replacedBy = (
  waiting: readonly Operation[],
  work: Work,
  isInFlight: (id: string) => boolean,
): Operation | undefined => {
  const last = lastMove(waiting)
  if (!last || last.tries > 0 || last.round > 0 || isInFlight(last.id)) return undefined
  const isAnew =
    (work.kind === 'checklist' && last.work.kind === 'checklist') ||
    (work.kind === 'status' &&
      work.status === 'DONE' &&
      last.work.kind === 'status' &&
      last.work.status === 'DONE')
  return isAnew ? last : undefined
}

type Move = Operation & { readonly work: Extract<Work, { kind: 'status' }> }

/** The rejected finish of a task that needs the user. @param operations of that user */
export const refusedEnd = (operations: readonly Operation[], taskId: string): Move | undefined =>
  operations.find(
    (one): one is Move =>
      one.taskId === taskId &&
      one.state === 'NEEDS_YOU' &&
      one.work.kind === 'status' &&
      one.work.status === 'DONE',
  )

/** Merges two operations; checklist steps ticked before stay ticked. */
export const mergedWork = (before: Work | undefined, work: Work): Work =>
  before?.kind === 'checklist' && work.kind === 'checklist'
    ? {
        ...work,
        checklist: [
          ...before.checklist.filter(({ id }) => work.checklist.every((item) => item.id !== id)),
          ...work.checklist,
        ],
      }
    : work

/** The operation for POST /api/tasks/bulk; undefined for one that is sent alone. */
export const toWire = ({ id, at, taskId, work }: Operation): BulkOperation | undefined => {
  const head = { clientId: id, at, taskId }
  switch (work.kind) {
    case 'status':
      return {
        ...head,
        kind: 'status',
        status: work.status,
        ...(work.blocked === undefined ? {} : { blocked: wireBlock(work.blocked) }),
        ...(work.resolution ? { resolution: work.resolution } : {}),
        ...(work.minutesSpent === undefined ? {} : { minutesSpent: work.minutesSpent }),
        ...(work.note ? { note: work.note } : {}),
      }
    case 'note':
      return { ...head, kind: 'note', text: work.text, public: work.public }
    case 'claim':
      return { ...head, kind: 'claim' }
    case 'checklist':
      return { ...head, kind: 'checklist', checklist: work.checklist.map((item) => ({ ...item })) }
    case 'create':
    case 'photo':
    case 'shift-end':
    case 'notes-read':
      return undefined
  }
}

const wireBlock = (input: BlockedInput | null): NonNullable<BulkOperation['blocked']> | null =>
  input && { reason: input.reason, until: input.until, ...(input.note ? { note: input.note } : {}) }
