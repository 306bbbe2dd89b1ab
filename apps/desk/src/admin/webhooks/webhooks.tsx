/** ADM-18: webhooks with their health. */
import { Link } from '@tanstack/react-router'
import {
  createWebhook,
  deleteWebhook,
  type listWebhooks,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '#contracts/webhooks.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { useRuleActions } from '#desk-kit/list/rule-actions.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { DeleteWebhook } from './delete.tsx'
import { offeredEvents } from './event-field.tsx'
import { hostOf } from './health.ts'
import { FirstFailure, HealthMark } from './health-mark.tsx'
import { webhookMessages } from './messages.ts'
import { TestDialog } from './test-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'

const useEventText = () => {
  const t = useMessages(webhookMessages)
  return {
    count: ({ events }: Webhook): string =>
      offeredEvents.every((name) => events.includes(name))
        ? t.allEvents
        : t.eventCount({ count: events.length }),
    first: ({ events }: Webhook): string => {
      const [first, ...more] = events.map((name) => t.events[name] ?? name)
      if (first === undefined || more.length === 0) return first ?? ''
      return t.firstOf({ first, more: more.length })
    },
  }
}

export const useList: UseList<typeof listWebhooks> = () => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  const { number } = useFormat()
  const events = useEventText()
  const own = useRuleActions<Webhook>({
    nameOf: ({ url }) => url,
    update: updateWebhook,
    write: ({ id, version }, body) => callOf(updateWebhook, { params: { id }, ifMatch: version, body }),
    editor: (webhook, close) => <WebhookForm webhook={webhook} onClose={() => close()} />,
  })
  const { used, limit } = useMe().limits.webhooks
  const full = limit !== null && used >= limit
  return {
    name: ({ url }) => url,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    quota: 'webhooks',
    note: (
      <>
        {limit === null ? null : (
          <p>
            {words.usedOf({ what: words.quota.webhooks, used: number(used), allowed: number(limit) })}{' '}
            {full ? t.full : null}
          </p>
        )}
        {own.fault}
      </>
    ),
    filters: [{ of: 'failing', label: t.failing, pressed: true }],
    create: [
      !full && {
        label: t.create,
        by: createWebhook,
        layer: (close) => <WebhookForm webhook={undefined} onClose={() => close()} />,
      },
    ],
    opens: ({ id, url }) => ({
      label: url,
      link: (props) => <Link {...props} to="/admin/webhooks/$id" params={{ id }} />,
    }),
    columns: [
      { key: 'url', head: t.address, cell: ({ url }) => url, below: ({ description }) => description },
      { key: 'events', head: t.eventsHeard, wide: true, cell: events.count, below: events.first },
      {
        key: 'health',
        head: t.health,
        cell: (webhook) => <HealthMark webhook={webhook} />,
        below: (webhook) => <FirstFailure webhook={webhook} />,
      },
      {
        key: 'lastSuccessAt',
        head: t.lastSuccess,
        cell: ({ lastSuccessAt }) =>
          lastSuccessAt ? <When at={lastSuccessAt} /> : <span className="quiet">{t.never}</span>,
      },
      own.enabled,
    ],
    actions: (webhook) => [
      {
        label: t.test,
        by: testWebhook,
        layer: (close) => <TestDialog webhook={webhook} onClose={() => close()} />,
      },
      own.edit(webhook),
      !full && {
        label: words.duplicate,
        by: createWebhook,
        layer: (close) => <WebhookForm webhook={undefined} like={webhook} onClose={() => close()} />,
      },
      {
        label: t.delete,
        by: deleteWebhook,
        layer: (close) => (
          <DeleteWebhook
            webhook={webhook}
            onClose={() => close()}
            onDone={() => close(t.deleted({ host: hostOf(webhook.url) }))}
          />
        ),
      },
    ],
  }
}
