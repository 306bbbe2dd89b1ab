/** Sends everything again that has failed since a given time. */
import { redeliverWebhook, type WebhookDetail } from '#contracts/webhooks.ts'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { LocalTimeField } from '#desk-kit/form/local-time-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { fromLocalField, toLocalField } from '#desk-kit/parts/local-datetime.ts'
import { webhookMessages } from './messages.ts'

const day = 86_400_000
const keptDays = 30

const ago = (days: number): string => new Date(Date.now() - days * day).toISOString()

interface SendSinceProps {
  readonly webhook: Pick<WebhookDetail, 'id' | 'failingSince'>
  /** gets the number of queued deliveries */
  readonly onSent: (queued: number) => void
  readonly onClose: () => void
}

export const SendSince = ({ webhook: { id, failingSince }, onSent, onClose }: SendSinceProps) => {
  const t = useMessages(webhookMessages)
  const { timeZone } = useFormat()
  const send = useAction(redeliverWebhook)
  const form = useForm({
    draft: () => ({ since: toLocalField(failingSince ?? ago(1), timeZone) }),
    write: ({ since }) => ({ since: fromLocalField(since, timeZone) ?? '' }),
    body: redeliverWebhook,
    check: ({ since }) => {
      const from = fromLocalField(since, timeZone)
      return { since: from === null ? t.sinceNeeded : from < ago(keptDays) && t.sinceTooLong }
    },
    create: (body) => send.mutateAsync({ params: { id, deliveryId: 'all' }, body }),
    onDone: (answer) => {
      onClose()
      if (answer && 'queued' in answer) onSent(answer.queued)
    },
  })
  return (
    <FormDialog form={form} title={t.sendSinceTitle} submit={t.sendAgain} onClose={onClose}>
      <p>{t.sendSinceHelp}</p>
      <LocalTimeField {...value(form, 'since', t.since)} past first />
    </FormDialog>
  )
}
