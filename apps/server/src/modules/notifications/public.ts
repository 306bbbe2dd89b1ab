/** The door to notifications: for wishes, which wait and gather as they do. */
export { quietUntil } from './quiet-hours.ts'
export { toldByTasks } from './told-by-tasks.ts'
