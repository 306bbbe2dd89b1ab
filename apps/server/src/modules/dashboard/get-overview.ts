import { getOverview } from '#contracts/dashboard.ts'
import { callerLanguage } from '#server/modules/admin/settings/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { activityList } from './activity.ts'
import { attentionList } from './attention.ts'
import { readFilter } from './filters.ts'
import { feedbackFigures, taskFigures } from './overview-figures.ts'
import { readPeriod } from './period.ts'

export default serve(getOverview)(async (ctx, { query }) => {
  const period = readPeriod(query, ctx.tenant.timeZone, ctx.now)
  const filter = readFilter(query)
  const language = await callerLanguage(ctx)
  const [figures, tasks, attention, activity] = await Promise.all([
    feedbackFigures(ctx, period, filter),
    taskFigures(ctx, period, filter),
    attentionList(ctx, filter, language),
    activityList(ctx, filter, language),
  ])
  return {
    period: { from: period.from, to: period.to, timeZone: period.timeZone },
    ...figures,
    tasks,
    attention,
    activity,
    generatedAt: ctx.now.toISOString(),
  }
})
