/** Operational and report states as shape and word. */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import { leastHopeful } from '#contracts/status/open-reports.ts'
import type { StatusPage } from '#contracts/status.ts'
import { reportTones, stateTones, type Tone, toneShapes } from '#ui/marks.ts'
import type { PlainMessage } from '../translate.ts'
import type { View } from './view.ts'

export type Named = OperationalState | Exclude<ReportState, 'OK'>

export const tones: Readonly<Record<Named, Tone>> = { ...stateTones, ...reportTones }

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

/** The shape; the word stands beside it. */
export const Mark = ({ tone }: { tone: Tone }) => (
  <svg viewBox="0 0 12 12" fill="currentColor" fill-rule="evenodd" aria-hidden="true">
    <path d={toneShapes[tone]} />
  </svg>
)

/** The least hopeful state of visitors' reports; undefined without any. */
export const reportOf = (
  incidents: StatusPage['incidents'],
): Exclude<StatusPage['incidents'][number]['report'], 'OK'> | undefined =>
  leastHopeful(incidents.map(({ report }) => report))

/** An open report changes the shown state of a place that staff call OPERATIONAL. */
export const shownState = ({ state, incidents }: Pick<StatusPage, 'state' | 'incidents'>): Named =>
  state === 'OPERATIONAL' ? (reportOf(incidents) ?? state) : state
