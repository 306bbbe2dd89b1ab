import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { WebhookReason } from '#contracts/webhooks.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { sampleId } from '#server/platform/mail/samples.ts'

type Why = Exclude<WebhookReason, 'PAUSED'> | 'PLAN'

interface WebhookOff {
  /** of the receiver */
  readonly host: string
  readonly reason: Why
  /** BASE_URL/app/admin/webhooks/ID */
  readonly link: string
}

interface WebhookMailRow {
  url: string
  enabled: boolean
  reason: Why | null
  plan_told_at: Date | null
}

const text =
  'select url, enabled, reason, plan_told_at from webhook where tenant_id = $1 and id = $2 and deleted_at is null'

/** Notifies administrators that a webhook was switched off, and why. */
export const webhookOff = defineMail({
  name: 'webhook-off',
  data: Type.Object({ userId: Id, webhookId: Id }),
  prepare: async (ctx, { userId, webhookId }) => {
    const reader = await readReader(ctx, userId)
    const [row] = await ctx.run<WebhookMailRow>(text, [ctx.tenantId, webhookId])
    if (!reader || !row) return undefined
    const reason: Why | null = row.plan_told_at !== null ? 'PLAN' : row.enabled ? null : row.reason
    if (reason === null) return undefined
    const link = `${ctx.platform.config.baseUrl}/app/admin/webhooks/${webhookId}`
    return {
      to: reader.email,
      language: reader.language,
      facts: { host: new URL(row.url).host, reason, link },
    }
  },
  sample: (base): WebhookOff => ({
    host: 'hooks.example.com',
    reason: 'FAILING',
    link: `${base}/app/admin/webhooks/${sampleId}`,
  }),
  words: ({ host, reason, link }: WebhookOff, language) => {
    const words = {
      en: {
        subject: `Nothing is sent to ${host} any more`,
        heading: 'A webhook is off',
        text: {
          GONE: `${host} answered that it is gone (410). Nothing is sent there any more.`,
          FAILING: `For five days no delivery to ${host} has arrived. Nothing is sent there any more.`,
          PLAN: `Your plan has no webhooks any more. Nothing is sent to ${host} while that is so.`,
        }[reason],
        more: {
          GONE: 'Enable it when the receiver is there again. What failed can be sent again.',
          FAILING: 'Enable it when the receiver works again. What failed can be sent again.',
          PLAN: 'With a plan that has webhooks it works again, and what failed can be sent again.',
        }[reason],
        button: 'Open the webhook',
        footer: 'You get this mail because you administer this organisation.',
      },
      de: {
        subject: `An ${host} wird nichts mehr gesendet`,
        heading: 'Ein Webhook ist aus',
        text: {
          GONE: `${host} hat geantwortet, dass es ihn nicht mehr gibt (410). Dorthin wird nichts mehr gesendet.`,
          FAILING: `Seit fünf Tagen ist keine Zustellung an ${host} angekommen. Dorthin wird nichts mehr gesendet.`,
          PLAN: `Ihr Tarif enthält keine Webhooks mehr. Solange das so ist, wird an ${host} nichts gesendet.`,
        }[reason],
        more: {
          GONE: 'Schalten Sie ihn ein, wenn es den Empfänger wieder gibt. Was fehlgeschlagen ist, kann erneut gesendet werden.',
          FAILING:
            'Schalten Sie ihn ein, wenn der Empfänger wieder arbeitet. Was fehlgeschlagen ist, kann erneut gesendet werden.',
          PLAN: 'Mit einem Tarif, der Webhooks enthält, arbeitet er wieder, und was fehlgeschlagen ist, kann erneut gesendet werden.',
        }[reason],
        button: 'Webhook öffnen',
        footer: 'Sie erhalten diese Mail, weil Sie diese Organisation verwalten.',
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.text },
        { kind: 'text', text: words.more },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
