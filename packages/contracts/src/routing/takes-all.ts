/** Whether a rule or a policy leaves nothing to one that stands below it. */
import type { Scope } from '../kit/scope.ts'
import type { RoutingConditions } from './rules.ts'

type List = readonly string[] | undefined

/** Whether all that the narrow list holds is held by the wide one. */
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
 * By what they say: what a rule catches by chance, such as a location within a building, is not looked at.
 * @param above what stands above and is switched on
 */
export const takesAll = (above: RoutingConditions, below: RoutingConditions): boolean =>
  scopeTakesAll(above, below) &&
  (above.ratingAtMost === undefined ||
    (below.ratingAtMost !== undefined && below.ratingAtMost <= above.ratingAtMost)) &&
  wider(above.priorities, below.priorities) &&
  wider(above.sources, below.sources) &&
  (above.hours === undefined || isSame(above.hours, below.hours)) &&
  above.onShift === undefined
