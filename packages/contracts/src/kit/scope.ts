/** Where a rule, a policy or an escalation looks; one meaning for all of them. */
import { type Static, Type } from 'typebox'
import { Code } from '../records.ts'
import { listHolds } from './lists.ts'
import { Nullable } from './nullable.ts'
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
/** Changes single lists: null takes one out, so that all is held again. */
export const ScopeChange = Type.Object({
  buildingIds: Type.Optional(Nullable(Ids)),
  locationIds: Type.Optional(Nullable(Ids)),
  types: Type.Optional(Nullable(Codes)),
  categories: Type.Optional(Nullable(Codes)),
})
/** What is left out matches all, an empty list nothing. */
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

/** The first part of a scope that does not hold the facts; undefined where all do. */
export const outside = (scope: Scope, facts: ScopeFacts): keyof Scope | undefined => {
  if (!listHolds(scope.buildingIds, facts.buildingId)) return 'buildingIds'
  if (!listHolds(scope.locationIds, ...facts.locationIds)) return 'locationIds'
  if (!listHolds(scope.types, facts.type)) return 'types'
  if (!listHolds(scope.categories, facts.category)) return 'categories'
  return undefined
}

export const inScope = (scope: Scope, facts: ScopeFacts): boolean => outside(scope, facts) === undefined
