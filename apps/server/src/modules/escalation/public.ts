/** What other modules may use of escalation. */
export { escalate } from './escalate.ts'
