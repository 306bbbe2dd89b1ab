/** What the outbox needs to know about the operations of an app. */
import type { Operation, Work } from './operation.ts'
import type { Refusal } from './verdict.ts'

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
  /** Whether the service can reject it because a photo of its subject has not arrived yet. */
  requiresPhoto(work: W): boolean
  /** What becomes of an operation that the service rejected. @param path rejected field; undefined for all of it */
  refusal(operation: Operation<W, Why>, code: string, path?: string): Refusal<Why>
}
