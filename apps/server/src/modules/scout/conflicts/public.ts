/** What other modules may import. */
export { endConflict } from './end-conflict.ts'
export { eraseConflictsOf } from './erase-conflicts.ts'
export { noteConflicts } from './note-conflicts.ts'
export { type ConflictRow, closeConflict } from './stored-conflicts.ts'
