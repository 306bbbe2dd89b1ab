/** Marks of states. A state is always shown by shape, word and colour together, never by colour alone. */
import type { OperationalState, Priority, ReportState, TaskStatus } from '#contracts/records.ts'

/** Also the names of design tokens: `--good`, `--warn`, `--bad`, `--info`, `--muted`. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted'

/** Filled paths on a grid of 12: disc, triangle, diamond, square, ring; with `fill-rule: evenodd`. */
export const toneShapes: Readonly<Record<Tone, string>> = {
  good: 'M0 6a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
  warn: 'M6 0 12 12H0z',
  bad: 'M6 0 12 6 6 12 0 6z',
  info: 'M1 1h10v10H1z',
  muted: 'M0 6a6 6 0 1 0 12 0a6 6 0 1 0-12 0M2 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
}

export const priorityTones: Readonly<Record<Priority, Tone>> = {
  LOW: 'muted',
  MEDIUM: 'info',
  HIGH: 'warn',
  URGENT: 'bad',
}

export const statusTones: Readonly<Record<TaskStatus, Tone>> = {
  OPEN: 'muted',
  IN_PROGRESS: 'info',
  DONE: 'good',
}

export const stateTones: Readonly<Record<OperationalState, Tone>> = {
  OPERATIONAL: 'good',
  DEGRADED: 'warn',
  MAINTENANCE: 'info',
  OUT_OF_ORDER: 'bad',
}

export const reportTones: Readonly<Record<ReportState, Tone>> = {
  OK: 'good',
  REPORTED: 'warn',
  CONFIRMED: 'warn',
  IN_PROGRESS: 'info',
  RESOLVED: 'good',
}
