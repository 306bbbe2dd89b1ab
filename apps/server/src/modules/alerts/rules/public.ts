/** What other modules may import. */
export { createDefaultAlertRules, defaultAlertRules } from './default-rules.ts'
export { insertAlertRules, type NewRule } from './insert-rules.ts'
