/** Time pressure of a task: its due time and its SLA clock combined. */
import type { Task } from '#contracts/tasks/records.ts'

const hour = 3_600_000
const soon = 2 * hour

export interface Pressing {
  /** FAR: more than two hours left; PAUSED: the SLA clock is paused */
  readonly kind: 'FAR' | 'SOON' | 'LATE' | 'PAUSED'
  /** the next deadline, or the first one passed; milliseconds, undefined while PAUSED */
  readonly at: number | undefined
}

export type Pressed = Pick<Task, 'status' | 'dueAt' | 'blocked' | 'sla'>

const clockEnds = ({ status, sla }: Pick<Pressed, 'status' | 'sla'>): readonly number[] => {
  const respondBy = sla?.respondedAt || status !== 'OPEN' ? null : sla?.respondBy
  return [respondBy, sla?.resolveBy].flatMap((end) => (end ? [Date.parse(end)] : []))
}

/**
 * The earliest of the due time and the SLA deadlines that are not met, passed or not; milliseconds. `sort=clock` of
 * the service orders by the same.
 */
export const endOf = (task: Pick<Pressed, 'status' | 'dueAt' | 'sla'>): number | undefined => {
  const ends = [...(task.dueAt ? [Date.parse(task.dueAt)] : []), ...clockEnds(task)]
  return task.status === 'DONE' || ends.length === 0 ? undefined : Math.min(...ends)
}

/** Which deadline it is; the due time wins if two are equal. */
export const endAt = ({ dueAt, status, sla }: Pick<Pressed, 'dueAt' | 'status' | 'sla'>, at: number) => {
  if (dueAt && Date.parse(dueAt) === at) return 'DUE'
  const toRespond = status === 'OPEN' && !sla?.respondedAt && sla?.respondBy
  return toRespond && Date.parse(toRespond) === at ? 'RESPOND' : 'RESOLVE'
}

/** @param now milliseconds @returns undefined for finished tasks, and without a deadline */
export const pressingOf = (task: Pressed, now: number): Pressing | undefined => {
  const { sla } = task
  if (task.status === 'DONE') return undefined
  const dues = task.dueAt ? [Date.parse(task.dueAt)] : []
  const clocks = clockEnds(task)
  // A paused clock has not passed the deadlines that fell into the pause; the state PAUSED says that none was passed
  // before.
  const stoodAt = sla?.state === 'PAUSED' ? -Infinity : task.blocked ? Date.parse(task.blocked.since) : now
  const ran = Math.min(now, stoodAt)
  const passed = [...dues.filter((end) => end <= now), ...clocks.filter((end) => end <= ran)]
  if (passed.length > 0) return { kind: 'LATE', at: Math.min(...passed) }
  if (task.blocked || sla?.state === 'PAUSED') return { kind: 'PAUSED', at: undefined }
  const ends = [...dues, ...clocks]
  if (ends.length === 0) return undefined
  const at = Math.min(...ends)
  return { kind: sla?.state === 'AT_RISK' || at - now <= soon ? 'SOON' : 'FAR', at }
}
