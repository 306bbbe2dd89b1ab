/** The ZIP for the command line. */
export { openArchive } from './archive.ts'
