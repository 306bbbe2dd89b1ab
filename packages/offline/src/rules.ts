/** What the outbox needs to know about the operations of an app. */
import type { Operation, Work } from './operation.ts'
import type { Refusal } from './verdict.ts'

/**
 * NO          it is sent before the photos of its subject
 * IF_REFUSED  the service can reject it because a photo has not arrived yet; then it waits for them
 * FIRST       it waits for the photos of its subject from the beginning, as a submit that closes the subject
 */
export type PhotoOrder = 'NO' | 'IF_REFUSED' | 'FIRST'

export interface Rules<W extends Work, Why extends string, Wire> {
  /** most operations in one request */
  readonly batchSize: number
  /** Whether it is sent in a request of its own; `create` and `photo` always are. */
  isAlone(work: W): boolean
  /** The operation in a batch; undefined for one that is sent alone. */
  toWire(operation: Operation<W, Why>): Wire | undefined
  /**
   * A waiting operation with the same content, so that a second tap adds nothing.
   * @param waiting of the same subject and user, in order
   */
  repeatOf(waiting: readonly Operation<W, Why>[], work: W): Operation<W, Why> | undefined
  /** A waiting, never sent operation that the new one replaces. */
  replacedBy(
    waiting: readonly Operation<W, Why>[],
    work: W,
    isInFlight: (id: string) => boolean,
  ): Operation<W, Why> | undefined
  /** Merges an operation with the one that it replaces. */
  mergedWork(before: W | undefined, work: W): W
  requiresPhoto(work: W): PhotoOrder
  /** What becomes of an operation that the service rejected. @param path rejected field; undefined for all of it */
  refusal(operation: Operation<W, Why>, code: string, path?: string): Refusal<Why>
}
