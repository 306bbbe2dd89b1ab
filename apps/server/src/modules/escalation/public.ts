/** The door to escalation: for its rules. */
export { followEscalationRules } from './ask-for-moments.ts'
