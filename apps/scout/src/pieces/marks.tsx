/** Marks of states, each with a shape or icon and a word, never colour alone; and times. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { FindingState, Severity } from '#contracts/scout/findings.ts'
import type { RoundState } from '#contracts/scout/rounds.ts'
import { Icon, Shape } from '#field-kit/icon.tsx'
import { instant, type TimeStyle } from '#i18n/times.ts'
import type { Tone } from '#ui/marks.ts'
import { findingWord, roundWord, severityWord, useLocale, useWords } from '../words.ts'

/** The current time, updated twice a minute. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** @param timeZone of the building */
export const Time = ({
  at,
  style = 'short',
  timeZone,
}: {
  at: string | number
  style?: TimeStyle
  timeZone?: string | undefined
}): JSX.Element => {
  const { locale } = useLocale()
  const time = typeof at === 'number' ? at : Date.parse(at)
  return <time dateTime={new Date(time).toISOString()}>{instant(time, style, locale, timeZone)}</time>
}

const roundTones: Readonly<Record<RoundState, Tone>> = {
  SCHEDULED: 'muted',
  ACCEPTED: 'info',
  IN_PROGRESS: 'warn',
  PAUSED: 'warn',
  SUBMITTED: 'good',
  REVIEWED: 'good',
  DECLINED: 'muted',
  EXPIRED: 'bad',
}

export const RoundMark = ({ state }: { state: RoundState }): JSX.Element => (
  <span class="mark">
    <Shape tone={roundTones[state]} />
    {roundWord(useWords(), state)}
  </span>
)

const severityTones: Readonly<Record<Severity, Tone>> = {
  CRITICAL: 'bad',
  MAJOR: 'warn',
  MINOR: 'info',
  OBSERVATION: 'muted',
}

export const SeverityMark = ({ severity }: { severity: Severity }): JSX.Element => (
  <span class="mark">
    <Shape tone={severityTones[severity]} />
    {severityWord(useWords(), severity)}
  </span>
)

const findingTones: Readonly<Record<FindingState, Tone>> = {
  REPORTED: 'muted',
  ACCEPTED: 'info',
  FIXED: 'warn',
  VERIFIED: 'good',
  REOPENED: 'bad',
  MERGED: 'muted',
  REJECTED: 'muted',
  WITHDRAWN: 'muted',
}

export const FindingMark = ({ state }: { state: FindingState }): JSX.Element => (
  <span class="mark">
    <Shape tone={findingTones[state]} />
    {findingWord(useWords(), state)}
  </span>
)

/** "83.5" in the reader's digits. */
export const useScoreText = (): ((score: number) => string) => {
  const { locale } = useLocale()
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (score) => format.format(score)
}

export const ScoreMark = ({
  score,
  passed,
}: {
  score: number | null
  passed: boolean | null
}): JSX.Element => {
  const words = useWords()
  const textOf = useScoreText()
  return (
    <span class={`mark ${passed ? 'good' : 'bad'}`}>
      <Icon name={passed ? 'check' : 'close'} />
      {score !== null && <strong class="number">{textOf(score)}</strong>}
      {passed ? words.passed : words.failedRound}
    </span>
  )
}
