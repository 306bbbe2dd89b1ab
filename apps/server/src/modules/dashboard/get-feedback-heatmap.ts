import { getFeedbackHeatmap } from '#contracts/figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { heatmapOf } from './figures/heatmap.ts'
import { aboutOf, openFigures } from './figures/open-figures.ts'

export default serve(getFeedbackHeatmap)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const { cells, total } = await heatmapOf(ctx, figures)
  return { data: cells, about: { ...aboutOf(ctx, figures), ...total } }
})
