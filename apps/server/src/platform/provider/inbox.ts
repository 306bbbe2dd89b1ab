/** Events of providers, each handled once: providers deliver again what they do not know to have arrived. */
import type { Provider } from '#contracts/kit/endpoint.ts'
import type { SignedContext } from '../context.ts'

export interface ProviderEvent {
  readonly provider: Provider
  /** unique at the provider */
  readonly eventId: string
  /** null: not known, or of none */
  readonly tenantId: string | null
  readonly type: string
}

/** Notes that the event has arrived. @returns false where it had before: then nothing is to be done */
export const receiveOnce = async (
  { directory, now }: Pick<SignedContext, 'directory' | 'now'>,
  { provider, eventId, tenantId, type }: ProviderEvent,
): Promise<boolean> => {
  const fresh = await directory
    .insertInto('provider_event')
    .values({ provider, event_id: eventId, tenant_id: tenantId, type, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return fresh !== undefined
}
