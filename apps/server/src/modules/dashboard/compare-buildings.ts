import { compareBuildings } from '#contracts/figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { aboutOf, openFigures, presentPrior } from './figures/open-figures.ts'
import { buildingComparison } from './figures/performance.ts'
import { tenantRatings } from './figures/series.ts'
import { sortedPage } from './figures/sorted-page.ts'

export default serve(compareBuildings)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const all = await tenantRatings(ctx, figures)
  const rows = await buildingComparison(ctx, figures, figures.filter, all.prior)
  return {
    ...sortedPage(rows, query, query.sort ?? '-score', 'id'),
    about: { ...aboutOf(ctx, figures), ...presentPrior(all) },
  }
})
