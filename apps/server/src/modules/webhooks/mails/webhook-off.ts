import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { WebhookReason } from '#contracts/webhooks.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
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
export const webhookOff = defineDeskMail({
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
        heading: 'A webhook was switched off',
        text: {
          GONE: `${host} answered that this address no longer exists (410 Gone). Nothing is sent there any more.`,
          FAILING: `All deliveries to ${host} have failed for five days. Nothing is sent there any more.`,
          PLAN: `Your plan no longer includes webhooks, so nothing is sent to ${host}.`,
        }[reason],
        more: {
          GONE: 'Switch it on when the receiver is available again. You can then resend failed deliveries.',
          FAILING: 'Switch it on when the receiver works again. You can then resend failed deliveries.',
          PLAN: 'With a plan that includes webhooks it works again, and you can resend failed deliveries.',
        }[reason],
        button: 'Open the webhook',
        footer: 'You get this email because you are an administrator of this organisation.',
      },
      de: {
        subject: `An ${host} wird nichts mehr gesendet`,
        heading: 'Ein Webhook wurde ausgeschaltet',
        text: {
          GONE: `${host} hat geantwortet, dass es diese Adresse nicht mehr gibt (410 Gone). Dorthin wird nichts mehr gesendet.`,
          FAILING: `Seit fünf Tagen schlagen alle Zustellungen an ${host} fehl. Dorthin wird nichts mehr gesendet.`,
          PLAN: `Ihr Tarif enthält keine Webhooks mehr, deshalb wird an ${host} nichts gesendet.`,
        }[reason],
        more: {
          GONE: 'Schalten Sie ihn ein, wenn der Empfänger wieder erreichbar ist. Fehlgeschlagene Zustellungen können Sie dann erneut senden.',
          FAILING:
            'Schalten Sie ihn ein, wenn der Empfänger wieder funktioniert. Fehlgeschlagene Zustellungen können Sie dann erneut senden.',
          PLAN: 'Mit einem Tarif, der Webhooks enthält, funktioniert er wieder, und Sie können fehlgeschlagene Zustellungen erneut senden.',
        }[reason],
        button: 'Webhook öffnen',
        footer: 'Sie erhalten diese E-Mail, weil Sie diese Organisation verwalten.',
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
