/**
 * An action of a user, stored on the phone until the service has received it. Stored records have these field
 * names: installed apps have records with them, so they never change.
 *
 * WAITING    not sent yet, or sent without a response
 * SENT       received by the service
 * SETTLED    not applied because of a conflict; the user only needs to know
 * NEEDS_YOU  rejected; the user can retry or discard it
 */
export type OperationState = 'WAITING' | 'SENT' | 'SETTLED' | 'NEEDS_YOU'

/** What an operation does. Two kinds are known here: `create` creates its subject, `photo` uploads a photo. */
export interface Work {
  readonly kind: string
}

export interface PhotoWork extends Work {
  readonly kind: 'photo'
  readonly photo: Blob
}

/** Each app adds its own reasons to REFUSED: any other error, see `code`. */
export interface Outcome<Why extends string = string> {
  readonly why: Why | 'REFUSED'
  /** error code of the service; missing in records of older versions */
  readonly code?: string | undefined
  /** for support */
  readonly requestId?: string | undefined
  /** the assignee, if known */
  readonly who?: string | undefined
}

export interface Operation<W extends Work = Work, Why extends string = string> {
  /** client-generated id; the service uses it to detect repeats */
  readonly id: string
  /** sequence number, in the order of the user's actions */
  readonly seq: number
  /** ISO 8601, by the phone's clock */
  readonly at: string
  /** id of the user; only their session may send it */
  readonly owner: string
  readonly ownerName: string
  /** id of its subject: a task, or what the app works on */
  readonly taskId: string
  /** for a subject created on this phone: its local id before the service assigned one */
  readonly localId?: string | undefined
  /** title of its subject */
  readonly taskTitle: string
  readonly work: W
  readonly state: OperationState
  readonly tries: number
  /** number of responses so far; an attempt after a response gets a new Idempotency-Key */
  readonly round: number
  /** milliseconds; can be undone until then */
  readonly holdUntil?: number | undefined
  /** is sent after the photos of its subject: by its rule, or because it was rejected while one was pending */
  readonly afterPhotos?: boolean | undefined
  readonly outcome?: Outcome<Why> | undefined
  /** milliseconds; time of the response */
  readonly answeredAt?: number | undefined
}

export interface Subject {
  readonly id: string
  readonly title: string
}

export interface Owner {
  readonly id: string
  readonly name: string
}

/** Creates a waiting operation. */
export const newOperation = <W extends Work, Why extends string>(
  head: Pick<Operation<W, Why>, 'id' | 'seq' | 'at' | 'work'>,
  subject: Subject,
  owner: Owner,
): Operation<W, Why> => ({
  ...head,
  owner: owner.id,
  ownerName: owner.name,
  taskId: subject.id,
  taskTitle: subject.title,
  state: 'WAITING',
  tries: 0,
  round: 0,
})

export const isPhoto = ({ work }: Operation): boolean => work.kind === 'photo'

export const isCreate = ({ work }: Operation): boolean => work.kind === 'create'

/** Sorts by sequence number, time and id, the same in every tab. */
export const inOrder = <O extends Operation>(operations: readonly O[]): O[] =>
  [...operations].sort((a, b) => a.seq - b.seq || a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
