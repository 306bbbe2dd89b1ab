/** The door to notifications: for saved-search alerts, which wait and gather as they do. */
export { quietUntil } from './quiet-hours.ts'
export { toldByTasks } from './told-by-tasks.ts'
