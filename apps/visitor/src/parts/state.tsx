/** A state always as shape and word: good is a disc, warning a triangle, bad a diamond, information a square. */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import type { MessageKey } from '../messages/en.ts'
import type { View } from './view.ts'

type Named = OperationalState | Exclude<ReportState, 'OK'>

const disc = 'M0 6a6 6 0 1 0 12 0a6 6 0 1 0-12 0'
const triangle = 'M6 0 12 12H0z'
const diamond = 'M6 0 12 6 6 12 0 6z'
const square = 'M1 1h10v10H1z'

const shapes: Record<Named, string> = {
  OPERATIONAL: disc,
  RESOLVED: disc,
  DEGRADED: triangle,
  REPORTED: triangle,
  CONFIRMED: triangle,
  OUT_OF_ORDER: diamond,
  MAINTENANCE: square,
  IN_PROGRESS: square,
}

const words: Record<Named, MessageKey> = {
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
      <path d={shapes[state]} />
    </svg>
    {stateWord(state, view)}
  </span>
)
