/** The ZIP for the command line, and exports that others start. */
export { openArchive } from './archive.ts'
export { startExport } from './start-export.ts'
