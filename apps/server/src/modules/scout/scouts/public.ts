/** What other modules may import. */
export { noteSync } from './note-sync.ts'
