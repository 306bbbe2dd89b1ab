/** What other modules may use of scouts. */
export { issueActivation } from './activation.ts'
export { insertScout, type NewScout } from './insert-scout.ts'
