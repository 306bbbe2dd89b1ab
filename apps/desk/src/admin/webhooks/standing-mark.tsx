/** How a webhook is, in a word with its time. */
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/language.tsx'
import { Mark, type Tone } from '../../parts/mark.tsx'
import { type Judged, type Standing, standingOf } from './standing.ts'
import { webhookWords } from './words.ts'

const tones: Readonly<Record<Standing, Tone>> = {
  HEALTHY: 'good',
  FRESH: 'info',
  FAILING: 'bad',
  PAUSED: 'muted',
  GONE: 'bad',
  OFF: 'bad',
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
