/** What other modules may use of routing. */
export { routeCreated } from './route-tasks.ts'
export { replayRouting, routeCase, tryRuleOnPast } from './simulate.ts'
