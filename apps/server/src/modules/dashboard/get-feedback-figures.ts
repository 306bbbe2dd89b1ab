import { getFeedbackFigures } from '#contracts/figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notesOf } from './day-notes.ts'
import { heatmapOf } from './figures/heatmap.ts'
import { aboutOf, openFigures } from './figures/open-figures.ts'
import { countReplied } from './figures/replied.ts'
import { dailyRatings, presentDays } from './figures/series.ts'
import { presentChange, presentCount, presentDistribution } from './figures/statistics.ts'
import { shareOf } from './wilson.ts'

export default serve(getFeedbackFigures)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const [daily, { cells }, replied, notes] = await Promise.all([
    dailyRatings(ctx, figures, figures.filter),
    heatmapOf(ctx, figures),
    countReplied(ctx, figures),
    notesOf(ctx, figures.period, figures.filter),
  ])
  const { share, low, high } = shareOf(replied, daily.now.count)
  return {
    ...aboutOf(ctx, figures),
    ...presentCount(daily.now),
    ...presentChange(daily.now, daily.before),
    distribution: presentDistribution(daily.now),
    trend: presentDays(daily),
    notes,
    heatmap: cells,
    replied,
    repliedShare: share,
    repliedLow: low,
    repliedHigh: high,
  }
})
