/** What other modules may import of operator: for routing, escalation and notifications. */

export { type DutyGap, dutyGaps } from './finding/duty-gaps.ts'
export { countIncompleteOperators } from './operators/select-operators.ts'
export { companiesCovering, onCallAt, type WorkPlace, withOneLess, withOneMore } from './roster/covering.ts'
export { isOnDuty } from './roster/duty.ts'
export { plannedHours } from './roster/planned-hours.ts'
export { type Roster, type RosterCompany, type RosterOperator, readRoster } from './roster/read-roster.ts'
export { actByLink, type LinkAct, type LinkPhoto, photoByLink, undoByLink } from './task-links/act-by-link.ts'
export { type LinkState, linkOf, type OpenedLink, openLink } from './task-links/find-link.ts'
