/**
 * What a technician did, kept on the phone until the service has it.
 *
 * WAITING    not sent yet, or sent and not answered
 * SENT       the service has it
 * SETTLED    the service decided otherwise for a good reason; nothing is left to do but to know it
 * NEEDS_YOU  refused; try again or discard
 */
import type { TaskStatus } from '#contracts/records.ts'
import type { AttachmentKind, BlockReason, ChecklistItem } from '#contracts/tasks/records.ts'
import type { BulkOperation } from '#contracts/tasks.ts'

export interface BlockedInput {
  readonly reason: BlockReason
  /** ISO 8601, null when nobody knows */
  readonly until: string | null
  readonly note?: string | undefined
}

/** What a technician found. */
export interface NewProblem {
  readonly title: string
  readonly description?: string | undefined
  /** code of an issue of the room's type */
  readonly category?: string | undefined
  /** false: nobody's yet */
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
  /** the steps that were pressed; of older versions all of them */
  | { readonly kind: 'checklist'; readonly checklist: readonly ChecklistItem[] }
  | { readonly kind: 'photo'; readonly photo: Blob; readonly attachmentKind: AttachmentKind }
  /** the own duty: its subject is the operator, not a task */
  | { readonly kind: 'shift-end'; readonly note?: string | undefined }
  | { readonly kind: 'notes-read'; readonly noteIds: readonly string[] }

export const isOfShift = ({ kind }: Work): boolean => kind === 'shift-end' || kind === 'notes-read'
/** These go alone, the rest many in one request. */
export const goesAlone = (work: Work): boolean =>
  work.kind === 'photo' || work.kind === 'create' || isOfShift(work)

/**
 * OTHERS_DONE  somebody finished it already: done beats in progress
 * TAKEN        somebody else took it first
 * TOO_LATE     it has been done for longer than it may be opened again
 * REASSIGNED   it belongs to somebody else now; notes stay
 * GONE         deleted, or merged into another task
 * REFUSED      anything else, by its `code`
 */
export type Why = 'OTHERS_DONE' | 'TAKEN' | 'TOO_LATE' | 'REASSIGNED' | 'GONE' | 'REFUSED'

export interface Outcome {
  readonly why: Why
  /** the service's; absent in what older versions kept */
  readonly code?: string | undefined
  /** tells the operators which request it was */
  readonly requestId?: string | undefined
  /** who has the task now, where it is known */
  readonly who?: string | undefined
}

export type OperationState = 'WAITING' | 'SENT' | 'SETTLED' | 'NEEDS_YOU'

export interface Operation {
  /** made on the phone; the service recognises a repeat by it */
  readonly id: string
  /** order of doing */
  readonly seq: number
  /** when it was done, by the phone's clock */
  readonly at: string
  /** whose work it is: nobody else's session may send it */
  readonly owner: string
  readonly ownerName: string
  readonly taskId: string
  /** of a task that was made on this phone: the id that it had before the service gave it one */
  readonly localId?: string | undefined
  readonly taskTitle: string
  readonly work: Work
  readonly state: OperationState
  readonly tries: number
  /** counts the answers so far: a try after an answer is a new request to the service */
  readonly round: number
  /** milliseconds; may be undone until then */
  readonly holdUntil?: number | undefined
  /** refused without a photo while one was waiting: goes after the photos of its task */
  readonly afterPhotos?: boolean | undefined
  readonly outcome?: Outcome | undefined
  /** milliseconds; when it was answered */
  readonly answeredAt?: number | undefined
}

/** As it waits at first. */
export const newOperation = (
  head: Pick<Operation, 'id' | 'seq' | 'at' | 'work'>,
  task: { readonly id: string; readonly title: string },
  owner: { readonly id: string; readonly name: string },
): Operation => ({
  ...head,
  owner: owner.id,
  ownerName: owner.name,
  taskId: task.id,
  taskTitle: task.title,
  state: 'WAITING',
  tries: 0,
  round: 0,
})

/** In the order of doing, the same on every device. */
export const inOrder = (operations: readonly Operation[]): Operation[] =>
  [...operations].sort((a, b) => a.seq - b.seq || a.at.localeCompare(b.at) || a.id.localeCompare(b.id))

const isSame = (a: Work, b: Work): boolean => a.kind !== 'photo' && JSON.stringify(a) === JSON.stringify(b)

const lastMove = (waiting: readonly Operation[]): Operation | undefined =>
  waiting.filter(({ work }) => work.kind !== 'photo').pop()

/** What waits already and says the same: a second tap is the first. @param waiting of the same task and person, in order */
export const repeatOf = (waiting: readonly Operation[], work: Work): Operation | undefined => {
  if (work.kind === 'claim') return waiting.find((one) => one.work.kind === 'claim')
  const last = lastMove(waiting)
  const isMove = work.kind === 'status' || isOfShift(work)
  return isMove && last && isSame(last.work, work) ? last : undefined
}

/** What was never sent and is said anew or with more: ticks, the end of a task in other words. */
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

/** The end of a task that was refused and waits for its person. @param operations of that person */
export const refusedEnd = (operations: readonly Operation[], taskId: string): Move | undefined =>
  operations.find(
    (one): one is Move =>
      one.taskId === taskId &&
      one.state === 'NEEDS_YOU' &&
      one.work.kind === 'status' &&
      one.work.status === 'DONE',
  )

/** What is sent in the place of both: steps that were pressed before stay pressed. */
export const joined = (before: Work | undefined, work: Work): Work =>
  before?.kind === 'checklist' && work.kind === 'checklist'
    ? {
        ...work,
        checklist: [
          ...before.checklist.filter(({ id }) => work.checklist.every((item) => item.id !== id)),
          ...work.checklist,
        ],
      }
    : work

/** The operation as POST /api/tasks/bulk takes it; undefined for what goes alone. */
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
