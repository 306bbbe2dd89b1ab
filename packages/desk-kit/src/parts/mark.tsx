/** A status is shown by shape, word and colour, never by colour alone. */
import type { OperationalState, Priority, ReportState, TaskStatus } from '#contracts/records.ts'
import { priorityTones, reportTones, stateTones, statusTones, type Tone, toneShapes } from '#ui/marks.ts'
import { useMessages } from '../lib/language.tsx'

export type { Tone }

export const Mark = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`mark tone-${tone}`}>
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
      <path d={toneShapes[tone]} fill="currentColor" fillRule="evenodd" />
    </svg>
    <span>{children}</span>
  </span>
)

export const StatusMark = ({ status }: { status: TaskStatus }) => (
  <Mark tone={statusTones[status]}>{useMessages().words.status[status]}</Mark>
)

export const PriorityMark = ({ priority }: { priority: Priority }) => (
  <Mark tone={priorityTones[priority]}>{useMessages().words.priority[priority]}</Mark>
)

export const StateMark = ({ state }: { state: OperationalState }) => (
  <Mark tone={stateTones[state]}>{useMessages().words.state[state]}</Mark>
)

/** The state of an amenity; with open tasks it says so instead of "operational". */
export const AmenityStateMark = ({ state, open }: { state: OperationalState; open: number }) => {
  const { words } = useMessages()
  return state === 'OPERATIONAL' && open > 0 ? (
    <Mark tone="warn">{words.openWork({ count: open })}</Mark>
  ) : (
    <StateMark state={state} />
  )
}

export const ReportMark = ({ report }: { report: ReportState }) => (
  <Mark tone={reportTones[report]}>{useMessages().words.report[report]}</Mark>
)
