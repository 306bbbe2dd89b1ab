/** A state always as shape and word. */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import { reportTones, stateTones, type Tone, toneShapes } from '#ui/marks.ts'
import type { PlainMessage } from '../translate.ts'
import type { View } from './view.ts'

type Named = OperationalState | Exclude<ReportState, 'OK'>

const tones: Readonly<Record<Named, Tone>> = { ...stateTones, ...reportTones }

const words: Record<Named, PlainMessage> = {
  OPERATIONAL: 'operational',
  DEGRADED: 'degraded',
  MAINTENANCE: 'maintenance',
  OUT_OF_ORDER: 'outOfOrder',
  REPORTED: 'reported',
  CONFIRMED: 'confirmed',
  IN_PROGRESS: 'inProgress',
  RESOLVED: 'resolved',
}

export const stateWord = (state: Named, { t }: View): string => t(words[state])

export const State = ({ state, view, big }: { state: Named; view: View; big?: boolean }) => (
  <span class={`state ${state}${big ? ' big' : ''}`}>
    <svg viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
      <path d={toneShapes[tones[state]]} />
    </svg>
    {stateWord(state, view)}
  </span>
)

/** The shape alone; the word stands beside it. */
export const Mark = ({ tone }: { tone: Tone }) => (
  <svg viewBox="0 0 12 12" fill="currentColor" fill-rule="evenodd" aria-hidden="true">
    <path d={toneShapes[tone]} />
  </svg>
)
