/** The door to exports: the same zip for the command line. */
export { openArchive } from './archive.ts'
