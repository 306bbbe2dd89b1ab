import { listAmenityPerformance } from '#contracts/figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { aboutOf, openFigures, presentPrior } from './figures/open-figures.ts'
import { amenityPerformance } from './figures/performance.ts'
import { tenantRatings } from './figures/series.ts'
import { sortedPage } from './figures/sorted-page.ts'

export default serve(listAmenityPerformance)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const all = await tenantRatings(ctx, figures)
  const rows = await amenityPerformance(ctx, figures, figures.filter, all.prior)
  const { items, total } = sortedPage(rows, query, query.sort ?? '-score', 'id')
  return {
    items: items.map(({ locationId: _, ...item }) => item),
    total,
    about: { ...aboutOf(ctx, figures), ...presentPrior(all) },
  }
})
