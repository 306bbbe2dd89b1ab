/** Scope of a rule, policy or escalation; it means the same everywhere. */
import { type Static, Type } from 'typebox'
import { Code } from '../records.ts'
import { listHolds } from './lists.ts'
import { Nullable } from './nullable.ts'
import { Id } from './text.ts'

const Ids = Type.Array(Id, { maxItems: 100, uniqueItems: true })
const Codes = Type.Array(Code, { maxItems: 100, uniqueItems: true })

export const scopeFields = {
  buildingIds: Type.Optional(Ids),
  /** a location includes those below it */
  locationIds: Type.Optional(Ids),
  types: Type.Optional(Codes),
  categories: Type.Optional(Codes),
}
/** Changes single lists; null removes one, so that it matches all. */
export const ScopeChange = Type.Object({
  buildingIds: Type.Optional(Nullable(Ids)),
  locationIds: Type.Optional(Nullable(Ids)),
  types: Type.Optional(Nullable(Codes)),
  categories: Type.Optional(Nullable(Codes)),
})
/** A field that is left out matches all, an empty list nothing. */
export const Scope = Type.Object(scopeFields)
export type Scope = Static<typeof Scope>

/** Facts of a task that decide whether a scope matches it. */
export interface ScopeFacts {
  readonly buildingId: string | null
  /** location of the amenity and those above it, from the bottom up */
  readonly locationIds: readonly string[]
  /** code of the amenity's type */
  readonly type: string | null
  readonly category: string | null
}

/** The first part of a scope that does not match the facts; undefined if all match. */
export const outside = (scope: Scope, facts: ScopeFacts): keyof Scope | undefined => {
  if (!listHolds(scope.buildingIds, facts.buildingId)) return 'buildingIds'
  if (!listHolds(scope.locationIds, ...facts.locationIds)) return 'locationIds'
  if (!listHolds(scope.types, facts.type)) return 'types'
  if (!listHolds(scope.categories, facts.category)) return 'categories'
  return undefined
}

export const inScope = (scope: Scope, facts: ScopeFacts): boolean => outside(scope, facts) === undefined
