/** Groups rounds by when they are walked, in the day of their building. */
import { openRoundStates, type RoundDetail } from '#contracts/scout/rounds.ts'

export type When = 'TODAY' | 'NEXT' | 'DONE'

/** A round may be started so long before it opens. */
const earlyMs = 12 * 3_600_000

const dayIn = (at: number, timeZone: string | undefined): string => {
  const parts = (zone: string | undefined): string =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(zone ? { timeZone: zone } : {}) }).format(at)
  try {
    return parts(timeZone)
  } catch {
    // This phone does not know the zone.
    return parts('UTC')
  }
}

const isOpen = ({ state }: Pick<RoundDetail, 'state'>): boolean =>
  openRoundStates.some((open) => open === state)

export const whenOf = (
  round: Pick<RoundDetail, 'state' | 'opensAt'>,
  now: number,
  timeZone: string | undefined,
): When => {
  if (!isOpen(round)) return 'DONE'
  if (round.state === 'IN_PROGRESS' || round.state === 'PAUSED') return 'TODAY'
  return dayIn(Date.parse(round.opensAt), timeZone) <= dayIn(now, timeZone) ? 'TODAY' : 'NEXT'
}

/** From when it may be started; milliseconds. */
export const startsFrom = ({ opensAt }: Pick<RoundDetail, 'opensAt'>): number => Date.parse(opensAt) - earlyMs
