/** Shows the secret of a webhook once, and how to use it. */
import type { NewWebhook } from '#contracts/webhooks.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ShownOnce } from '#desk-kit/parts/shown-once.tsx'
import { hostOf } from './health.ts'
import { webhookMessages } from './messages.ts'
import { VerifyHelp } from './verify.tsx'

interface ShownSecretProps {
  readonly created: Pick<NewWebhook, 'url' | 'secret'>
  readonly onClose: () => void
}

export const ShownSecret = ({ created, onClose }: ShownSecretProps) => {
  const t = useMessages(webhookMessages)
  return (
    <ShownOnce
      title={t.secretTitle({ host: hostOf(created.url) })}
      help={t.secretHelp}
      secret={created.secret}
      copy={t.copySecret}
      saved={t.saved}
      notYet={t.notYet}
      onClose={onClose}
    >
      <h3>{t.verify}</h3>
      <VerifyHelp />
    </ShownOnce>
  )
}
