/** Deletes a webhook. */
import { deleteWebhook, type Webhook } from '#contracts/webhooks.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { hostOf } from './health.ts'
import { webhookMessages } from './messages.ts'

interface DeleteWebhookProps {
  readonly webhook: Pick<Webhook, 'id' | 'version' | 'url'>
  readonly onClose: () => void
  readonly onDone: () => void
}

export const DeleteWebhook = ({ webhook: { id, version, url }, onClose, onDone }: DeleteWebhookProps) => {
  const t = useMessages(webhookMessages)
  return (
    <Confirm
      title={t.deleteTitle({ host: hostOf(url) })}
      submit={t.delete}
      call={callOf(deleteWebhook, { params: { id }, ifMatch: version }, true)}
      onClose={onClose}
      onDone={onDone}
    >
      {t.deleteHelp({ address: url })}
    </Confirm>
  )
}
