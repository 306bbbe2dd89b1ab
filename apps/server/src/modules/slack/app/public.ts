/** For the administration of Slack, the command line and tests. */
export { inBackground, whenDone } from './background.ts'
export { attemptCall, openClient, requireApp, type SlackFault } from './client.ts'
export { manifestOf } from './manifest.ts'
export { forgetChannels } from './messages/queue.ts'
export { type RouteRow, readRoutes, replaceRoutes } from './messages/route-row.ts'
export { languageOf, wordsIn } from './words.ts'
