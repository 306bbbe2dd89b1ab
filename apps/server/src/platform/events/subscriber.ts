/** Subscribers to events. Each subscriber of each event is a job of its own. */
import type { EventName } from '#contracts/events.ts'
import type { Platform, TenantContext } from '../context.ts'
import type { HeardEvent } from './heard-event.ts'

/** Pauses double from the first to the longest. */
export interface Retries {
  readonly limit: number
  readonly firstSeconds: number
  readonly longestSeconds: number
}

/**
 * transaction  works inside the tenant's transaction, in which the event is also marked as handled: exactly once
 * effect       talks to the outside, with no transaction open: at least once, so it must bear a repetition
 */
export type Subscriber =
  | {
      readonly name: string
      readonly kind: 'transaction'
      readonly on: readonly EventName[]
      /** of the tenants $1, ids of those that are interested, as `tenant_id`; nothing: for all */
      readonly interestedTenants?: string
      /** of one tenant, oldest first, none of which it has handled before */
      readonly handle: (ctx: TenantContext, events: readonly HeardEvent[]) => Promise<void>
    }
  | {
      readonly name: string
      readonly kind: 'effect'
      readonly on: readonly EventName[]
      /** after which a job counts as hanging and is tried again; two minutes where nothing is said */
      readonly longestSeconds?: number
      /** how long it is tried again before it is parked; twelve times within about an hour where nothing is said */
      readonly retries?: Retries
      /** the higher goes first; 0 where nothing is said */
      readonly priorityOf?: (payload: HeardEvent['payload']) => number
      readonly handle: (platform: Platform, event: HeardEvent, signal: AbortSignal) => Promise<void>
    }
