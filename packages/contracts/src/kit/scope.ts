/** Where a rule, a policy or an escalation looks; one meaning for all of them. */
import { type Static, Type } from 'typebox'
import { Code } from '../records.ts'
import { Id } from './text.ts'

const Ids = Type.Array(Id, { maxItems: 100, uniqueItems: true })
const Codes = Type.Array(Code, { maxItems: 100, uniqueItems: true })

export const scopeFields = {
  buildingIds: Type.Optional(Ids),
  /** a location and what lies below it */
  locationIds: Type.Optional(Ids),
  types: Type.Optional(Codes),
  categories: Type.Optional(Codes),
}
/** What is left out, or empty, matches all. */
export const Scope = Type.Object(scopeFields)
export type Scope = Static<typeof Scope>

/** What of a task decides whether a scope holds it. */
export interface ScopeFacts {
  readonly buildingId: string | null
  /** of the amenity, from itself upwards */
  readonly locationIds: readonly string[]
  /** code of the amenity's type */
  readonly type: string | null
  readonly category: string | null
}

const holds = (list: readonly string[] | undefined, ...values: readonly (string | null)[]): boolean =>
  list === undefined || list.length === 0 || values.some((value) => value !== null && list.includes(value))

/** The first part of a scope that does not hold the facts; undefined where all do. */
export const outside = (scope: Scope, facts: ScopeFacts): keyof Scope | undefined => {
  if (!holds(scope.buildingIds, facts.buildingId)) return 'buildingIds'
  if (!holds(scope.locationIds, ...facts.locationIds)) return 'locationIds'
  if (!holds(scope.types, facts.type)) return 'types'
  if (!holds(scope.categories, facts.category)) return 'categories'
  return undefined
}

export const inScope = (scope: Scope, facts: ScopeFacts): boolean => outside(scope, facts) === undefined
