import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleToken } from '#server/platform/mail/samples.ts'
import { whereFacts } from '#server/platform/mail/shared-texts.ts'
import { outcomeReader } from '../tracking/outcome-address.ts'
import { outlineOf } from '../words/outline.ts'
import { texts } from './texts.ts'

/** Asks the owner of an address to confirm updates about a report; none is sent before. */
export const outcomeConfirm = defineMail({
  name: 'outcome-confirm',
  data: Type.Object({ feedbackId: Id }),
  forVisitors: true,
  prepare: async (ctx, { feedbackId }) => {
    const reader = await outcomeReader(ctx, feedbackId)
    const place = reader && !reader.confirmed && (await outlineOf(ctx, feedbackId))
    if (!place) return undefined
    const { keys, config } = ctx.platform
    const link = `${config.baseUrl}/m/${keys.seal('subscription', ctx.tenantId, feedbackId)}`
    const { room, building } = place
    return { to: reader.email, language: reader.language, facts: { room, building, link } }
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
