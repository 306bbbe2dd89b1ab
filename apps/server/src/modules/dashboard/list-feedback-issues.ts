import { listFeedbackIssues } from '#contracts/figures.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countRatings } from './figures/count.ts'
import { issueFigures } from './figures/issues.ts'
import { aboutOf, openFigures } from './figures/open-figures.ts'
import { sortedPage } from './figures/sorted-page.ts'
import { totalOf } from './figures/statistics.ts'

export default serve(listFeedbackIssues)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const { rollupGroups, filter, period } = figures
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const [{ issues, named }, all] = await Promise.all([
    issueFigures(ctx, figures, filter),
    countRatings(ctx, { rollupGroups, filter, bounds }, 'all'),
  ])
  return {
    ...sortedPage(issues, query, query.sort ?? '-count', 'code'),
    about: { ...aboutOf(ctx, figures), count: totalOf(all).count, named },
  }
})
