/** The door to the operator registry: for routing, escalation and notifications. */

export { companiesCovering, onCallAt, type WorkPlace } from './roster/covering.ts'
export { isOnDuty } from './roster/duty.ts'
export { type Roster, type RosterCompany, type RosterOperator, readRoster } from './roster/read-roster.ts'
