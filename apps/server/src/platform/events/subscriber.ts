/** Subscribers to events; each gets its own job for each event. */
import type { EventName } from '#contracts/events.ts'
import type { Platform, TenantContext } from '../context.ts'
import type { StoredEvent } from './stored-event.ts'

/**
 * transaction  runs in the tenant's transaction, which also marks the event as handled: exactly once
 * effect       calls the outside without a transaction: at least once, so repeating it must be harmless
 */
export type Subscriber =
  | {
      readonly name: string
      readonly kind: 'transaction'
      readonly on: readonly EventName[]
      /** SQL that selects the interested tenants among the ids $1 as `tenant_id`; absent: all */
      readonly interestedTenants?: string
      /** events of one tenant, oldest first, none handled before */
      readonly handle: (ctx: TenantContext, events: readonly StoredEvent[]) => Promise<void>
    }
  | {
      readonly name: string
      readonly kind: 'effect'
      readonly on: readonly EventName[]
      /** time limit after which the job counts as hanging and is retried; default two minutes */
      readonly longestSeconds?: number
      readonly handle: (platform: Platform, event: StoredEvent, signal: AbortSignal) => Promise<void>
    }
