/** Whether a rule or policy matches everything that one below it would match. */
import type { Scope } from '../kit/scope.ts'
import type { RoutingConditions } from './rules.ts'

type List = readonly string[] | undefined

/** Whether the wide list includes everything in the narrow one. */
const wider = (wide: List, narrow: List): boolean =>
  wide === undefined || (narrow?.every((one) => wide.includes(one)) ?? false)

const scopeTakesAll = (wide: Scope, narrow: Scope): boolean =>
  wider(wide.buildingIds, narrow.buildingIds) &&
  wider(wide.locationIds, narrow.locationIds) &&
  wider(wide.types, narrow.types) &&
  wider(wide.categories, narrow.categories)

const isSame = (one: RoutingConditions['hours'], other: RoutingConditions['hours']): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Compares the conditions only; a location within a building of the other rule, for example, is not recognised.
 * @param above a rule above that is switched on
 */
export const takesAll = (above: RoutingConditions, below: RoutingConditions): boolean =>
  scopeTakesAll(above, below) &&
  (above.ratingAtMost === undefined ||
    (below.ratingAtMost !== undefined && below.ratingAtMost <= above.ratingAtMost)) &&
  wider(above.priorities, below.priorities) &&
  wider(above.sources, below.sources) &&
  (above.hours === undefined || isSame(above.hours, below.hours)) &&
  above.onShift === undefined
