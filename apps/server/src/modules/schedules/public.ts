/** Schedules for seeds, and recurrences for other modules. */
export { insertSchedule } from './insert-schedule.ts'
export type { ScheduleParts as NewSchedule } from './present-schedule.ts'
export { faultOf, type Recurrence, timesAfter } from './recurrence.ts'
export { readRule } from './rule-text.ts'
