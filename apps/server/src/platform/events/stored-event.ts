import type { EventName, EventPayload } from '#contracts/events.ts'

/** An event as subscribers and serializers get it. */
export interface StoredEvent<N extends EventName = EventName> {
  readonly id: string
  readonly type: N
  readonly tenantId: string
  readonly at: Date
  readonly payload: EventPayload<N>
  /** People may be in danger: subscribers handle it during maintenance too. */
  readonly urgent?: boolean
}
