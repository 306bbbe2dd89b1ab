/** What other modules may use of scouts. */
export { issueActivation } from './activation.ts'
export { insertScout, type NewScout } from './insert-scout.ts'
export { noteSync } from './note-sync.ts'
