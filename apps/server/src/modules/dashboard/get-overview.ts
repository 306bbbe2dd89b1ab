import { getOverview } from '#contracts/dashboard.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { activityList } from './activity.ts'
import { attentionList } from './attention/attention-list.ts'
import { notesOf } from './day-notes.ts'
import { openFigures } from './figures/open-figures.ts'
import { feedbackFigures, taskFigures } from './overview-figures.ts'
import { presentPeriod } from './period.ts'

export default serve(getOverview)(async (ctx, { query }) => {
  const opened = await openFigures(ctx, query)
  const { filter, period } = opened
  const language = await callerLanguage(ctx)
  const [figures, tasks, attention, activity, notes] = await Promise.all([
    feedbackFigures(ctx, opened),
    taskFigures(ctx, opened),
    attentionList(ctx, opened, language),
    activityList(ctx, filter, language),
    notesOf(ctx, period, filter),
  ])
  return {
    period: presentPeriod(period),
    ...figures,
    tasks,
    ...attention,
    activity,
    notes,
    generatedAt: ctx.now.toISOString(),
  }
})
