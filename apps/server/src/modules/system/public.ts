/** The states of the parts, for the platform. */
export { checkParts } from './check-parts.ts'
