/** What presses on a task: its due time and its SLA clock as one. */
import type { Task } from '#contracts/tasks/records.ts'

const hour = 3_600_000
const soon = 2 * hour

export interface Pressing {
  /** FAR: nobody need look at it yet; PAUSED: the SLA clock stands */
  readonly kind: 'FAR' | 'SOON' | 'LATE' | 'PAUSED'
  /** the end that is next, or was passed first; milliseconds, undefined while PAUSED */
  readonly at: number | undefined
}

export type Pressed = Pick<Task, 'status' | 'dueAt' | 'blocked' | 'sla'>

const clockEnds = ({ status, sla }: Pick<Pressed, 'status' | 'sla'>): readonly number[] => {
  const respondBy = sla?.respondedAt || status !== 'OPEN' ? null : sla?.respondBy
  return [respondBy, sla?.resolveBy].flatMap((end) => (end ? [Date.parse(end)] : []))
}

/**
 * The first of its due time and the ends of its SLA clock that nobody has met yet, over or not; milliseconds.
 * `sort=clock` of the service orders by the same.
 */
export const endOf = (task: Pick<Pressed, 'status' | 'dueAt' | 'sla'>): number | undefined => {
  const ends = [...(task.dueAt ? [Date.parse(task.dueAt)] : []), ...clockEnds(task)]
  return task.status === 'DONE' || ends.length === 0 ? undefined : Math.min(...ends)
}

/** Which of its ends it is that presses, its own due time first where two fall together. */
export const endAt = ({ dueAt, status, sla }: Pick<Pressed, 'dueAt' | 'status' | 'sla'>, at: number) => {
  if (dueAt && Date.parse(dueAt) === at) return 'DUE'
  const toRespond = status === 'OPEN' && !sla?.respondedAt && sla?.respondBy
  return toRespond && Date.parse(toRespond) === at ? 'RESPOND' : 'RESOLVE'
}

/** @param now milliseconds @returns undefined for what is done, and where there is no end */
export const pressingOf = (task: Pressed, now: number): Pressing | undefined => {
  const { sla } = task
  if (task.status === 'DONE') return undefined
  const dues = task.dueAt ? [Date.parse(task.dueAt)] : []
  const clocks = clockEnds(task)
  // An end that comes while the clock stands has not come yet; PAUSED: none had come before.
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
