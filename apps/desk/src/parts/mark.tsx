/** Status is a shape, a word and a colour; never the colour alone. */
import type { OperationalState, Priority, ReportState, TaskStatus } from '#contracts/records.ts'
import { useT } from '../lib/language.tsx'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted'

const shapes: Record<Tone, string> = {
  good: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1z',
  warn: 'M6 1l5.2 10H.8z',
  bad: 'M6 .5L11.5 6 6 11.5.5 6z',
  info: 'M1.5 1.5h9v9h-9z',
  muted: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1zm0 1.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z',
}

export const Mark = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`mark tone-${tone}`}>
    <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true" focusable="false">
      <path d={shapes[tone]} fill="currentColor" fillRule="evenodd" />
    </svg>
    <span>{children}</span>
  </span>
)

const statusTones: Record<TaskStatus, Tone> = { OPEN: 'muted', IN_PROGRESS: 'info', DONE: 'good' }
export const StatusMark = ({ status }: { status: TaskStatus }) => (
  <Mark tone={statusTones[status]}>{useT().words.status[status]}</Mark>
)

const priorityTones: Record<Priority, Tone> = { LOW: 'muted', MEDIUM: 'info', HIGH: 'warn', URGENT: 'bad' }
export const PriorityMark = ({ priority }: { priority: Priority }) => (
  <Mark tone={priorityTones[priority]}>{useT().words.priority[priority]}</Mark>
)

const stateTones: Record<OperationalState, Tone> = {
  OPERATIONAL: 'good',
  DEGRADED: 'warn',
  MAINTENANCE: 'info',
  OUT_OF_ORDER: 'bad',
}
export const StateMark = ({ state }: { state: OperationalState }) => (
  <Mark tone={stateTones[state]}>{useT().words.state[state]}</Mark>
)

const reportTones: Record<ReportState, Tone> = {
  OK: 'good',
  REPORTED: 'warn',
  CONFIRMED: 'bad',
  IN_PROGRESS: 'info',
  RESOLVED: 'good',
}
export const ReportMark = ({ report }: { report: ReportState }) => (
  <Mark tone={reportTones[report]}>{useT().words.report[report]}</Mark>
)
