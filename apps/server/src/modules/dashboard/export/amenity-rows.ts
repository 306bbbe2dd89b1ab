/** Amenities with their figures as rows of a file, as in the ranking. */
import type { exportColumns, exportOrders } from '#contracts/exports.ts'
import type { AmenityPerformance } from '#contracts/figures.ts'
import type { StaffContext } from '#server/platform/context.ts'
import type { Figures } from '../figures/open-figures.ts'
import { amenityPerformance } from '../figures/performance.ts'
import { tenantRatings } from '../figures/series.ts'
import { sortedPage } from '../figures/sorted-page.ts'
import type { Cell } from './csv.ts'
import type { Rows } from './rows.ts'

type Column = (typeof exportColumns)['amenities'][number]
type Order = (typeof exportOrders)['amenities'][number]

const pageSize = 1000

const cellOf = (amenity: AmenityPerformance, column: Column): Cell => {
  switch (column) {
    case 'building':
      return amenity.building.name
    case 'buildingId':
      return amenity.building.id
    default:
      return amenity[column]
  }
}

export const amenityRows = async (
  ctx: StaffContext,
  figures: Figures,
  sort: Order | `-${Order}`,
  columns: readonly Column[],
): Promise<Rows> => {
  const { prior } = await tenantRatings(ctx, figures)
  const all = await amenityPerformance(ctx, figures, figures.filter, prior)
  const { items } = sortedPage(all, { page: 1, pageSize: all.length }, sort, 'id')
  return async function* () {
    for (let from = 0; from < items.length; from += pageSize)
      yield items
        .slice(from, from + pageSize)
        .map((amenity) => columns.map((column) => cellOf(amenity, column)))
  }
}
