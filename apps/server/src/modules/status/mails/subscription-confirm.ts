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
        subject: `Please confirm: status emails for ${data.room}`,
        heading: 'Do you want status updates by email?',
        lead: 'If you confirm, we email you when the status of this place changes.',
        button: 'Confirm',
        footer:
          'Someone entered this address on a status page. If that was not you, you do not need to do anything: you will not get any more emails.',
      },
      de: {
        subject: `Bitte bestätigen: Status-E-Mails zu ${data.room}`,
        heading: 'Möchten Sie Statusmeldungen per E-Mail?',
        lead: 'Wenn Sie bestätigen, schreiben wir Ihnen, wenn sich der Status dieses Ortes ändert.',
        button: 'Bestätigen',
        footer:
          'Jemand hat diese Adresse auf einer Statusseite eingetragen. Waren Sie das nicht, müssen Sie nichts tun: Sie erhalten keine weiteren E-Mails.',
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
