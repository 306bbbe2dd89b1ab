/** The door to routing: for the settings of its rules. */
export { replayRouting, routeCase, tryRuleOnPast } from './simulate.ts'
