import { Type } from 'typebox'
import { sayPlace } from '#contracts/kit/place.ts'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleToken } from '#server/platform/mail/samples.ts'
import { whereFacts } from '#server/platform/mail/shared-texts.ts'
import { findSubscription } from '../subscriptions.ts'
import { texts } from '../texts.ts'

/** Asks the owner of the address to confirm; no status email is sent before. */
export const subscriptionConfirm = defineMail({
  name: 'subscription-confirm',
  /** `language` is that of the page where the visitor subscribed */
  data: Type.Object({ subscriptionId: Id, language: Type.String() }),
  forVisitors: true,
  prepare: async (ctx, { subscriptionId, language }) => {
    const found = await findSubscription(ctx, subscriptionId)
    if (!found || found.confirmed) return undefined
    const { keys, config } = ctx.platform
    const link = `${config.baseUrl}/m/${keys.seal('subscription', ctx.tenantId, found.id)}`
    return {
      to: found.email,
      language,
      facts: { room: sayPlace(found.amenity, found.location), building: found.building, link },
    }
  },
  sample: (base, language) => ({ ...samplePlace(language), link: `${base}/m/${sampleToken}` }),
  words: (data, language) => {
    const words = texts(language).confirm
    return layout({
      language,
      subject: words.subject({ room: data.room }),
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        { kind: 'facts', rows: whereFacts(data, language) },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
