/** The door to escalation: for seeds, which tell of what has happened. */
export { escalate } from './escalate.ts'
