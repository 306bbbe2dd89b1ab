/**
 * A channel sends the messages of the outbox to its destinations (decision 0085). It says what a destination is, how
 * a message is made and sent, and what follows from the result; the outbox claims, limits, retries and gives up.
 */
import type { Platform, TenantContext } from '../context.ts'
import type { Queue } from './queue.ts'

/** A row of the outbox. */
export interface Message {
  readonly id: string
  readonly kind: string
  /** ids only, so that it is made from the current state */
  readonly subject: unknown
  readonly gather: string | null
  readonly dueAt: Date
  /** set by the first attempt: id of the first of those that are sent as one */
  readonly sendingId: string | null
  readonly pushedAt: Date | null
  readonly attempts: number
  readonly urgent: boolean
  /** `traceparent` of its cause */
  readonly trace: string | null
}

export type Messages = readonly [Message, ...Message[]]

/**
 * ready  to be sent
 * until  to be made again at that time, e.g. after quiet hours
 * end    nothing is to be sent any more
 */
export type Prepared<Ready> =
  | { readonly ready: Ready }
  | { readonly until: Date }
  | { readonly end: 'NOTHING_LEFT' }

/**
 * SENT     it was taken
 * REFUSED  it will never be taken
 * FAILED   it is tried again after the next pause, and not before `retryAfterMs`
 * LATER    the destination takes nothing until then; this was no attempt
 */
export type Outcome<Result> = { readonly result: Result } & (
  | { readonly state: 'SENT' }
  | { readonly state: 'REFUSED'; readonly fault: string }
  | { readonly state: 'FAILED'; readonly fault: string; readonly retryAfterMs?: number }
  | { readonly state: 'LATER'; readonly fault: string; readonly afterMs: number }
)

/** What is sent at once. */
export interface Sending<Ready> {
  readonly tenantId: string
  /** of the first message; the same for all attempts */
  readonly id: string
  readonly destination: string
  readonly messages: Messages
  readonly ready: Ready
  /** end of the claim */
  readonly until: Date
}

/** What is left of a sending, e.g. the email where no device confirms a push. */
export interface FollowUp {
  readonly dueAt: Date
  readonly subject: unknown
}

export interface DestinationLimits {
  /** sendings at once; 0 while it is paused */
  readonly inFlight: number
  /** nothing is sent before, e.g. for Retry-After or a message a second */
  readonly restsUntil?: Date | undefined
}

export interface Channel<Target, Ready, Result> {
  /** stored with messages, so it must not change; also the kind of its scheduled job */
  readonly name: string
  /** default: the table outbox. With a queue of its own its receivers may hang, so tests wait for it by its name. */
  readonly queue?: Queue
  /** sendings at once of one process */
  readonly atOnce: number
  /** milliseconds; longer than sending takes. The claim of a process that died ends after it. */
  readonly claimMs: number
  /** milliseconds after each failed attempt; after one more failure the message is given up */
  readonly pauses: readonly number[]
  /** share of each pause, in both directions, so that many failed messages do not return at the same time */
  readonly jitter?: number
  /** given up as dead letters, which an operator can retry (`npx wellkept jobs`) */
  readonly deadLetters: boolean
  /** milliseconds; messages with a gather key that are due so soon are sent along */
  readonly gatherMs?: number
  /**
   * Reads the destination, and locks it if others may change it meanwhile; `record` changes what it returns too, so that
   * `limits` sees it. Undefined: it is gone, and so are its messages.
   */
  readonly open: (ctx: TenantContext, destination: string) => Promise<Target | undefined>
  readonly limits: (target: Target, now: Date) => DestinationLimits
  /** Which messages are sent as one, in order; default: those with the same gather key. */
  readonly groups?: (due: readonly Message[]) => readonly Messages[]
  /** Runs in the transaction of the claim. @throws TypeError for a message that can never be sent */
  readonly prepare: (ctx: TenantContext, target: Target, messages: Messages) => Promise<Prepared<Ready>>
  /** Runs outside of transactions. A throw counts as FAILED. */
  readonly send: (platform: Platform, sending: Sending<Ready>) => Promise<Outcome<Result>>
  /** Runs in the transaction that records the result. @returns what the first message waits for instead of ending */
  readonly record?: (
    ctx: TenantContext,
    target: Target,
    sending: Sending<Ready>,
    outcome: Outcome<Result>,
  ) => Promise<FollowUp | undefined>
}
