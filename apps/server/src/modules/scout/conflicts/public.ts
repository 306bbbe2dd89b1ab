/** What other modules may import. */
export { noteConflicts } from './note-conflicts.ts'
export { type ConflictRow, closeConflict } from './stored-conflicts.ts'
