import { subscribeStatus } from '#contracts/status.ts'
import { findPlace } from '#server/modules/feedback/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { ask } from '#server/platform/mail/define.ts'
import { mailLanguage } from '#server/platform/mail/layout.ts'
import { subscriptionConfirm } from './mails/subscription-confirm.ts'
import { recordSubscriber } from './subscriptions.ts'

export default serve(subscribeStatus)(async (ctx, { params, body }) => {
  const { itemId = null, email } = body
  const place = await findPlace(ctx, params.qrCode)
  const language = mailLanguage(body.language)

  const subscribe = async (tenant: TenantContext): Promise<string> => {
    if (itemId !== null) {
      const [item] = await tenant.run(
        'select id from status_item where tenant_id = $1 and id = $2 and amenity_id = $3 and visible',
        [tenant.tenantId, itemId, place.amenityId],
      )
      if (!item) throw notFound()
    }
    const id = newId(tenant.now.getTime())
    const reader = await recordSubscriber(tenant, id, { amenityId: place.amenityId, itemId, email, language })
    if (reader.ask) await ask(tenant, subscriptionConfirm, { subscriptionId: reader.id, language })
    // A new id for every answer, so that it does not reveal whether the address is known.
    return id
  }

  const id = await ctx.writeOnce(place.tenantId, place.code, subscribe)
  return {
    id,
    channel: 'EMAIL' as const,
    state: 'PENDING' as const,
    message: 'Open the link in the email to confirm',
  }
})
