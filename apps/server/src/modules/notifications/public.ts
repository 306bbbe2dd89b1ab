/** For saved-search alerts, which respect quiet hours and combine news in the same way. */
export { quietUntil } from './quiet-hours.ts'
export { notifiedTasks } from './told-by-tasks.ts'
