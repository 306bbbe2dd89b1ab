/** What the platform, the set-up and the command line import. */
export { checkParts } from './check-parts.ts'
export { examine } from './doctor/examine.ts'
export { runsAlone } from './doctor/runs-alone.ts'
export { checkSurroundings } from './doctor/surroundings.ts'
export { sayFound } from './doctor/words.ts'
