import { getFeedbackFigures } from '#contracts/figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { heatmapOf } from './figures/heatmap.ts'
import { aboutOf, openFigures } from './figures/open-figures.ts'
import { countReplied } from './figures/replied.ts'
import { dailyRatings, presentDays } from './figures/series.ts'
import { presentChange, presentCount, presentDistribution, shareOf } from './figures/statistics.ts'

export default serve(getFeedbackFigures)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const [daily, { cells }, replied] = await Promise.all([
    dailyRatings(ctx, figures, figures.filter),
    heatmapOf(ctx, figures),
    countReplied(ctx, figures),
  ])
  const { share, low, high } = shareOf(replied, daily.now.count)
  return {
    ...aboutOf(ctx, figures),
    ...presentCount(daily.now),
    ...presentChange(daily.now, daily.before),
    distribution: presentDistribution(daily.now),
    trend: presentDays(daily),
    heatmap: cells,
    replied,
    repliedShare: share,
    repliedLow: low,
    repliedHigh: high,
  }
})
