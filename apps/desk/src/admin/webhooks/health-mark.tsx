import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { type HealthFields, healthOf, type WebhookHealth } from './health.ts'
import { webhookMessages } from './messages.ts'

const tones: Readonly<Record<WebhookHealth, Tone>> = {
  HEALTHY: 'good',
  FRESH: 'info',
  FAILING: 'bad',
  PAUSED: 'muted',
  GONE: 'bad',
  OFF: 'bad',
}

export const HealthMark = ({ webhook }: { webhook: HealthFields }) => {
  const t = useMessages(webhookMessages)
  const health = healthOf(webhook)
  return <Mark tone={tones[health]}>{t.standing[health]}</Mark>
}

/** Since when the webhook has been failing. */
export const FirstFailure = ({ webhook }: { webhook: HealthFields }) => {
  const t = useMessages(webhookMessages)
  const { ago, full } = useFormat()
  const { failingSince } = webhook
  if (failingSince === null || healthOf(webhook) === 'PAUSED') return null
  return (
    <time dateTime={failingSince} title={full(failingSince)}>
      {t.firstFailure({ ago: ago(failingSince) })}
    </time>
  )
}
