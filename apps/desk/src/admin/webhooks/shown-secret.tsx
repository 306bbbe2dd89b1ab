/** The secret of a webhook, once, and what the receiver does with it. */
import type { NewWebhook } from '#contracts/webhooks.ts'
import { useWords } from '../../lib/language.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { hostOf } from './health.ts'
import { VerifyHelp } from './verify.tsx'
import { webhookWords } from './words.ts'

interface ShownSecretProps {
  readonly made: Pick<NewWebhook, 'url' | 'secret'>
  readonly onClose: () => void
}

export const ShownSecret = ({ made, onClose }: ShownSecretProps) => {
  const t = useWords(webhookWords)
  return (
    <ShownOnce
      title={t.secretTitle({ host: hostOf(made.url) })}
      help={t.secretHelp}
      secret={made.secret}
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
