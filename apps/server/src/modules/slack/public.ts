/** What the tests and the command line may import of Slack. */
export { whenDone } from './background.ts'
export { manifestOf } from './manifest.ts'
