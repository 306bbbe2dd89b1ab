/** Creates a new secret; the former one also signs for one more day. */
import { Button, Modal } from '@mantine/core'
import { rotateWebhookSecret, type Webhook } from '#contracts/webhooks.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { hostOf } from './health.ts'
import { webhookMessages } from './messages.ts'
import { ShownSecret } from './shown-secret.tsx'

interface RotateProps {
  readonly webhook: Pick<Webhook, 'id' | 'url'>
  readonly onClose: () => void
}

export const Rotate = ({ webhook: { id, url }, onClose }: RotateProps) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  const rotate = useAction(rotateWebhookSecret)
  useFocusBack(true)
  if (rotate.data) return <ShownSecret created={rotate.data} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.rotateTitle({ host: hostOf(url) })}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <p>{t.rotateHelp}</p>
        {rotate.error ? <ErrorPanel error={rotate.error} /> : null}
        <div className="form-foot">
          <Button
            variant="filled"
            data-autofocus
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ params: { id } })}
          >
            {t.rotate}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </div>
    </Modal>
  )
}
