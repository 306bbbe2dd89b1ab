/** The door to schedules: for seeds, and rhythms for whatever else comes in one. */
export { insertSchedule } from './insert-schedule.ts'
export type { Parts as NewSchedule } from './present-schedule.ts'
export { faultOf, type Rhythm, timesAfter } from './recurrence.ts'
export { readRule } from './rule-text.ts'
