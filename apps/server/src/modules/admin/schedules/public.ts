/** The door to schedules: for seeds. */
export { insertSchedule } from './insert-schedule.ts'
export type { Parts as NewSchedule } from './present-schedule.ts'
