/** The filters of all dashboards, as SQL conditions. */
import type { Static } from 'typebox'
import type { comparedFilters } from '#contracts/dashboard.ts'

export type FilterQuery = {
  readonly [K in keyof typeof comparedFilters]?: Static<(typeof comparedFilters)[K]> | undefined
}

/** Parameters of a statement in order; the first is the tenant. */
export interface Values {
  readonly list: readonly unknown[]
  /** @returns the placeholder, e.g. `$3` */
  add(value: unknown): string
}

export const valuesFor = (tenantId: string): Values => {
  const list: unknown[] = [tenantId]
  return { list, add: (value) => `$${list.push(value)}` }
}

/** Which rows a dashboard includes; undefined: no restriction. */
export interface Filter {
  readonly buildingIds: readonly string[] | undefined
  readonly amenityIds: readonly string[] | undefined
  readonly types: readonly string[] | undefined
}

export const noFilter: Filter = { buildingIds: undefined, amenityIds: undefined, types: undefined }

const union = (...lists: (readonly string[] | undefined)[]): string[] | undefined => {
  const values = [...new Set(lists.flatMap((list) => list ?? []))]
  return values.length === 0 ? undefined : values
}

export const readFilter = (query: FilterQuery): Filter => ({
  buildingIds: union(query.building, query.buildingId),
  amenityIds: union(query.amenity, query.amenityId),
  types: union(query.type),
})

export const isFiltered = ({ buildingIds, amenityIds, types }: Filter): boolean =>
  buildingIds !== undefined || amenityIds !== undefined || types !== undefined

export interface Columns {
  /** e.g. `f.building_id` */
  readonly building: string
  readonly amenity: string
}

/** Conditions starting with ` and` for each filter that is set. */
export const conditions = (
  { buildingIds, amenityIds, types }: Filter,
  { building, amenity }: Columns,
  values: Values,
): string =>
  [
    ...(buildingIds ? [`${building} = any(${values.add(buildingIds)}::uuid[])`] : []),
    ...(amenityIds ? [`${amenity} = any(${values.add(amenityIds)}::uuid[])`] : []),
    ...(types
      ? [
          // `is true` prevents a join, which could read the rows of each amenity if statistics are missing.
          `(${amenity} in (select y.id from amenity y where y.tenant_id = $1 and y.type = any(${values.add(types)}::text[]))) is true`,
        ]
      : []),
  ]
    .map((condition) => ` and ${condition}`)
    .join('')
