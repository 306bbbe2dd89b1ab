/** Sends a test event and shows the response. */
import { Button, Modal } from '@mantine/core'
import { testWebhook, type Webhook } from '#contracts/webhooks.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ActionFault } from './action-fault.tsx'
import { Attempt } from './attempt.tsx'
import { hostOf } from './health.ts'
import { webhookMessages } from './messages.ts'

interface TestDialogProps {
  readonly webhook: Pick<Webhook, 'id' | 'url'>
  readonly onClose: () => void
}

export const TestDialog = ({ webhook: { id, url }, onClose }: TestDialogProps) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  const test = useAction(testWebhook)
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.testTitle({ host: hostOf(url) })}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <p>{t.testHelp({ address: url })}</p>
        <div role="status">{test.data && !test.isPending ? <Attempt attempt={test.data} /> : null}</div>
        {test.error ? <ActionFault error={test.error} /> : null}
        <div className="form-foot">
          <Button
            variant="filled"
            data-autofocus
            loading={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            {test.data ? t.testAgain : t.test}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </div>
    </Modal>
  )
}
