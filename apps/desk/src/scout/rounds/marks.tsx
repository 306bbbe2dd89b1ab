/** State and result of a round or a stop. */
import type { AdminRound } from '#contracts/scout/admin-rounds.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { roundMessages } from './messages.ts'

const tones: Readonly<Record<AdminRound['state'], Tone>> = {
  SCHEDULED: 'muted',
  ACCEPTED: 'muted',
  IN_PROGRESS: 'info',
  PAUSED: 'info',
  SUBMITTED: 'warn',
  REVIEWED: 'good',
  DECLINED: 'bad',
  EXPIRED: 'bad',
}

export const RoundMark = ({ state }: Pick<AdminRound, 'state'>) => (
  <Mark tone={tones[state]}>{useMessages(roundMessages).states[state]}</Mark>
)

/** Score and whether it passed; nothing before it was scored. */
export const Result = ({ score, passed }: Pick<AdminRound, 'score' | 'passed'>) => {
  const t = useMessages(roundMessages)
  const { average } = useFormat()
  if (passed === null) return <span className="quiet">–</span>
  return (
    <span>
      {score === null ? t.noScore : t.score({ score: average(score) })}{' '}
      <Mark tone={passed ? 'good' : 'bad'}>{passed ? t.passed : t.failed}</Mark>
    </span>
  )
}
