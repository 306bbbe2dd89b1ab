/** The door to routing: for the settings of its rules, and the demo. */
export { routeCreated } from './route-tasks.ts'
export { replayRouting, routeCase, tryRuleOnPast } from './simulate.ts'
