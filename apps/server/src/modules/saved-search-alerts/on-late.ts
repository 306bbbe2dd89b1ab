/** Tasks that become late: by their SLA when its event says so, by their due time when a scheduled job finds them. */
import { isOfLateness, overdueAlertJob } from '#server/modules/auth/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { queueMatches } from './on-new.ts'
import { readSubscribers, type Subscriber } from './subscribers.ts'

/** A job that failed runs again up to an hour later; what was told is not told again. */
const lookBackMs = 3600_000

const statuses = ['OPEN', 'IN_PROGRESS'] as const

// One range of the index by due time for each status.
const nextText = `select min(due_at) as at from (${statuses
  .map(
    (status) => `(select due_at from task
      where tenant_id = $1 and merged_into is null and status = '${status}' and due_at > $2 order by due_at limit 1)`,
  )
  .join(' union all ')}) t`

const overdueText = statuses
  .map(
    (status) => `select id from task
      where tenant_id = $1 and merged_into is null and status = '${status}' and due_at > $2 and due_at <= $3`,
  )
  .join(' union all ')

const lateAlertsOf = (subscribers: readonly Subscriber[]) =>
  subscribers.flatMap(({ alerts }) => alerts.filter(({ search }) => isOfLateness(search)))

/** The job runs when the next task of the tenant becomes overdue; without alerts there is none. */
export const planOverdueJob = async (
  ctx: TenantContext,
  subscribers: readonly Subscriber[],
): Promise<void> => {
  if (lateAlertsOf(subscribers).length === 0) return
  const [next] = await ctx.run<{ at: Date | null }>(nextText, [ctx.tenantId, ctx.now])
  if (next?.at) await ctx.scheduleNoLaterThan(overdueAlertJob.kind, overdueAlertJob.key, next.at)
}

export const onLate = async (ctx: TenantContext, ids: readonly string[]): Promise<void> =>
  queueMatches(ctx, 'LATE', ids, await readSubscribers(ctx))

/** Also run when an alert is saved. */
export const tellOverdue: ScheduledJobHandler = async (ctx, _key, dueAt) => {
  const subscribers = await readSubscribers(ctx)
  const since = lateAlertsOf(subscribers).map((alert) => alert.since.getTime())
  if (since.length === 0) return
  const from = new Date(Math.max(dueAt.getTime() - lookBackMs, Math.min(...since)))
  const rows = await ctx.run<{ id: string }>(overdueText, [ctx.tenantId, from, ctx.now])
  await queueMatches(
    ctx,
    'LATE',
    rows.map(({ id }) => id),
    subscribers,
  )
  await planOverdueJob(ctx, subscribers)
}
