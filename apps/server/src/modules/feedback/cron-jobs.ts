/** Erases words and photos after the shorter of the tenant's retention and the history of its plan. */
import { DateTime } from 'luxon'
import { planHistory } from '#contracts/kit/plan-limits.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { StoredSettings } from '#server/modules/settings/public.ts'
import type { CronJob, TenantContext } from '#server/platform/context.ts'
import { type HistoryRow, historyPlanOf } from '#server/platform/gate/tenant-status.ts'
import { rollup } from './rollup/roll-up.ts'
import { eraseFeedback } from './words/erase.ts'

/** Submissions that one transaction erases, so that it stays short. */
const batch = 5000

/** What was submitted before this time is erased; undefined: nothing. */
const keptSince = (plan: Plan, retentionDays: number | null, now: Date): Date | undefined => {
  const spans = [planHistory[plan], retentionDays === null ? null : { days: retentionDays }]
  const starts = spans.flatMap((span) =>
    span ? [DateTime.fromJSDate(now, { zone: 'utc' }).minus(span).toMillis()] : [],
  )
  return starts.length > 0 ? new Date(Math.max(...starts)) : undefined
}

/** @returns whether there may be more */
const eraseOld = async (ctx: TenantContext): Promise<boolean> => {
  const [tenant] = await ctx.run<HistoryRow & { settings: StoredSettings }>(
    'select plan, history_plan, history_shrinks_at, settings from tenant where id = $1',
    [ctx.tenantId],
  )
  const since =
    tenant &&
    keptSince(historyPlanOf(tenant, ctx.now), tenant.settings.privacy?.retentionDays ?? null, ctx.now)
  if (!since) return false
  const old = await ctx.run<{ id: string }>(
    `select id from feedback where tenant_id = $1 and created_at < $2 and erased_at is null order by created_at, id limit ${batch}`,
    [ctx.tenantId, since],
  )
  await eraseFeedback(
    ctx,
    old.map(({ id }) => id),
  )
  return old.length === batch
}

export const cronJobs: readonly CronJob[] = [
  rollup,
  {
    name: 'erase-old-feedback',
    cron: '23 3 * * *',
    run: (_platform, forEachTenant) => forEachTenant(eraseOld),
  },
]
