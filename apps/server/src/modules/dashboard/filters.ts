/** The filters that every dashboard takes, as conditions of a statement. */
import type { Static } from 'typebox'
import type { dashboardFilters } from '#contracts/dashboard.ts'

export type FilterQuery = {
  readonly [K in keyof typeof dashboardFilters]?: Static<(typeof dashboardFilters)[K]> | undefined
}

/** Values of a statement in the order in which its text names them; the first is the tenant. */
export interface Values {
  readonly list: readonly unknown[]
  /** @returns the placeholder, e.g. `$3` */
  add(value: unknown): string
}

export const valuesFor = (tenantId: string): Values => {
  const list: unknown[] = [tenantId]
  return { list, add: (value) => `$${list.push(value)}` }
}

/** Which rows a dashboard is about; undefined: all. */
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

/** ` and …` for each filter that is set. */
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
          // `is true` keeps it from becoming a join, which reads the rows for each amenity where little is known of them.
          `(${amenity} in (select y.id from amenity y where y.tenant_id = $1 and y.type = any(${values.add(types)}::text[]))) is true`,
        ]
      : []),
  ]
    .map((condition) => ` and ${condition}`)
    .join('')
