/** How a webhook is, in a word with its time. */
import type { Webhook } from '#contracts/admin/webhooks.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/language.tsx'
import { Mark, type Tone } from '../../parts/mark.tsx'
import { webhookWords } from './words.ts'

type Judged = Pick<Webhook, 'state' | 'reason' | 'lastSuccessAt' | 'failingSince'>
type Standing = 'HEALTHY' | 'FRESH' | 'FAILING' | 'PAUSED' | 'GONE' | 'OFF' | 'PLAN'

export const standingOf = ({ state, reason, lastSuccessAt }: Judged): Standing => {
  switch (state) {
    case 'HEALTHY':
      return lastSuccessAt === null ? 'FRESH' : 'HEALTHY'
    case 'FAILING':
      return 'FAILING'
    default:
      return reason === 'FAILING' ? 'OFF' : (reason ?? 'PAUSED')
  }
}

const tones: Readonly<Record<Standing, Tone>> = {
  HEALTHY: 'good',
  FRESH: 'info',
  FAILING: 'bad',
  PAUSED: 'muted',
  GONE: 'bad',
  OFF: 'bad',
  PLAN: 'warn',
}

export const StandingMark = ({ webhook }: { webhook: Judged }) => {
  const t = useWords(webhookWords)
  const standing = standingOf(webhook)
  return <Mark tone={tones[standing]}>{t.standing[standing]}</Mark>
}

/** Since when it fails; nothing where it does not. */
export const FirstFailure = ({ webhook }: { webhook: Judged }) => {
  const t = useWords(webhookWords)
  const { ago, full } = useFormat()
  const { failingSince } = webhook
  if (failingSince === null || standingOf(webhook) === 'PAUSED') return null
  return (
    <time dateTime={failingSince} title={full(failingSince)}>
      {t.firstFailure({ ago: ago(failingSince) })}
    </time>
  )
}

/** The host of an address, as a name for it. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
