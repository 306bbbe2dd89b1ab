/** What other modules may import. */
export { noteConflicts } from './note-conflicts.ts'
export { closeConflict, type ConflictRow } from './stored-conflicts.ts'
