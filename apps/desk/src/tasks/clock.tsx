/** SLA clock of a task: state, remaining time and history. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Sla, SlaDetail, SlaInterval, TaskDetail } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { useNow } from '#desk-kit/lib/now.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { instant, shortSpan } from '#i18n/times.ts'
import { endAt, pressingOf } from '#ui/clock.ts'
import { taskMessages } from './messages.ts'

const slaTones: Record<Sla['state'], Tone> = {
  ON_TRACK: 'good',
  AT_RISK: 'warn',
  BREACHED: 'bad',
  PAUSED: 'info',
  MET: 'good',
}

const minute = 60_000

/** Milliseconds during which the clock runs until `until`. */
const runningUntil = (intervals: readonly SlaInterval[], now: number, end: number): number =>
  intervals
    .filter(({ running }) => running)
    .reduce(
      (sum, { from, to }) =>
        sum + Math.max(0, Math.min(Date.parse(to), end) - Math.max(Date.parse(from), now)),
      0,
    )

const Left = ({ task, sla }: { task: TaskDetail; sla: SlaDetail }) => {
  const tasks = useMessages(taskMessages)
  const { full, locale } = useFormat()
  const now = useNow()
  const { kind, at } = pressingOf({ ...task, dueAt: null }, now) ?? {}
  if (kind === 'PAUSED') {
    return task.blocked ? <div>{tasks.standsSince({ time: full(task.blocked.since) })}</div> : null
  }
  if (at === undefined) return null
  if (kind === 'LATE') return <div>{tasks.lateSince({ time: full(new Date(at).toISOString()) })}</div>
  const time = shortSpan(at - now, locale)
  const end = endAt({ ...task, dueAt: null }, at)
  const running = runningUntil(sla.intervals, now, at)
  return (
    <>
      <div>{tasks.leftOf[end]({ time })}</div>
      {at - now - running >= minute && running > 0 ? (
        <small>{tasks.runningLeft({ time: shortSpan(running, locale) })}</small>
      ) : null}
    </>
  )
}

/** The policy that set the deadlines; a link for those who may open it. */
const Policy = ({ policyId, policyName }: Pick<SlaDetail, 'policyId' | 'policyName'>) => {
  const tasks = useMessages(taskMessages)
  const admin = useHasRole('ADMIN')
  if (policyId === null) return <small>{tasks.usualTargets}</small>
  if (policyName === null) return null
  const name = <bdi>{policyName}</bdi>
  return (
    <small>
      {tasks.policy} {admin ? <Link to="/sla-policies">{name}</Link> : name}
    </small>
  )
}

const Intervals = ({ intervals, timeZone }: SlaDetail) => {
  const tasks = useMessages(taskMessages)
  const { locale, timeZone: own } = useFormat()
  const now = useNow()
  const words = { ...tasks.reasons, ...tasks.stands }
  const ran = (from: string, to: string): string => {
    if (Date.parse(to) <= now) return tasks.ran
    return Date.parse(from) <= now ? tasks.runs : tasks.willRun
  }
  const timeText = (at: string, style: 'short' | 'time' | 'day'): string =>
    instant(Date.parse(at), style, locale, timeZone)
  return (
    <>
      <ol className="plain-list">
        {intervals.map(({ from, to, running, reason }) => (
          <li key={from}>
            {tasks.stretch({
              from: timeText(from, 'short'),
              to: timeText(to, timeText(from, 'day') === timeText(to, 'day') ? 'time' : 'short'),
            })}
            <small>{running || reason === null ? ran(from, to) : words[reason]}</small>
          </li>
        ))}
      </ol>
      {timeZone === own ? null : <small>{tasks.zone({ zone: timeZone })}</small>}
    </>
  )
}

export const TaskClock = ({ task, sla }: { task: TaskDetail; sla: SlaDetail }) => {
  const tasks = useMessages(taskMessages)
  const { full, locale } = useFormat()
  const [open, setOpen] = useState(false)
  // While paused, the deadlines keep moving.
  const isPaused = sla.state === 'PAUSED'
  return (
    <>
      <Mark tone={slaTones[sla.state]}>{tasks.slaStates[sla.state]}</Mark>
      <Left task={task} sla={sla} />
      {sla.respondedAt ? (
        <small>
          {tasks.respondedAt} {full(sla.respondedAt)}
        </small>
      ) : null}
      {sla.respondBy && !isPaused ? (
        <small>
          {tasks.respondBy} {full(sla.respondBy)}
        </small>
      ) : null}
      {sla.resolveBy && !isPaused ? (
        <small>
          {tasks.resolveBy} {full(sla.resolveBy)}
        </small>
      ) : null}
      {sla.pausedMs >= minute ? (
        <small>{tasks.paused({ time: shortSpan(sla.pausedMs, locale) })}</small>
      ) : null}
      <Policy policyId={sla.policyId} policyName={sla.policyName} />
      {sla.intervals.length > 0 ? (
        <details className="explained" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{tasks.howItRan}</summary>
          {open ? <Intervals {...sla} /> : null}
        </details>
      ) : null}
    </>
  )
}
