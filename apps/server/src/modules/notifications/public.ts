/** For saved-search alerts, which respect quiet hours and combine news in the same way. */

export { notifiedTasks } from './notified-tasks.ts'
export { quietUntil } from './quiet-hours.ts'
