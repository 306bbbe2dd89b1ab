/** Filters that several tools share, worded for the model. */
import { Type } from 'typebox'
import { DateOnly, Id } from '#contracts/kit/text.ts'
import { Code } from '#contracts/records.ts'
import { optional } from './tool.ts'

const ids = (what: string, tool: string) =>
  optional(Type.Array(Id, { minItems: 1, maxItems: 20 }), `Only these ${what}, by the ids of ${tool}`)

export const placeFilters = {
  buildings: ids('buildings', 'list_buildings'),
  amenities: ids('amenities', 'find_amenity'),
}

export const figureFilters = {
  from: optional(DateOnly, 'First day, e.g. 2026-11-01; default 30 days ago'),
  to: optional(DateOnly, 'Last day, included; default today'),
  ...placeFilters,
  types: optional(
    Type.Array(Code, { minItems: 1, maxItems: 20 }),
    'Only amenities of these types, e.g. WASHROOM',
  ),
}

interface Filters {
  readonly from?: string
  readonly to?: string
  readonly buildings?: string[]
  readonly amenities?: string[]
  readonly types?: string[]
}

/** As the API calls them. */
export const queryOf = ({ from, to, buildings, amenities, types }: Filters) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  ...(buildings === undefined ? {} : { building: buildings }),
  ...(amenities === undefined ? {} : { amenity: amenities }),
  ...(types === undefined ? {} : { type: types }),
})
