import { Type } from 'typebox'
import { sayPlace } from '#contracts/kit/place.ts'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleToken } from '#server/platform/mail/samples.ts'
import { whereFacts } from '#server/platform/mail/shared-texts.ts'
import { findSubscription } from '../subscriptions.ts'

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
    const words = {
      en: {
        subject: `Confirm: status mails for ${data.room}`,
        heading: 'Do you want to hear when it changes?',
        lead: 'Confirm, and we mail you when the status of this place changes.',
        button: 'Confirm',
        footer:
          'Somebody entered this address on a status page. If that was not you, you need not do anything: no further mail is sent.',
      },
      de: {
        subject: `Bitte bestätigen: Status-Mails zu ${data.room}`,
        heading: 'Möchten Sie hören, wenn sich etwas ändert?',
        lead: 'Bestätigen Sie, dann schreiben wir Ihnen, wenn sich der Status dieses Ortes ändert.',
        button: 'Bestätigen',
        footer:
          'Jemand hat diese Adresse auf einer Statusseite eingetragen. Waren Sie das nicht, müssen Sie nichts tun: Es kommt keine weitere Mail.',
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
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
