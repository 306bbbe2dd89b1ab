/** Counts what the platform shows of a tenant, once an hour and after a change by a super admin. */

import type { PlanLimits } from '#contracts/kit/plan-limits.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { limitNames, nearShare } from '#contracts/super-admin/tenants.ts'
import { countLastDays, countThisMonth } from '#server/modules/feedback/public.ts'
import type { FigureContext, TenantContext } from '#server/platform/context.ts'
import type { CountedResource } from '#server/platform/gate/counted-resources.ts'
import { countUsed } from '#server/platform/gate/plan-limits.ts'
import { type LimitOverride, limitsOf } from '#server/platform/gate/tenant-status.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

const day = 86_400_000
const burstsKept = 20

export type UsedLimits = Readonly<Record<keyof PlanLimits, number>>

interface TenantRow {
  name: string
  plan: Plan
  time_zone: string
  limit_overrides: LimitOverride[]
}

const tenantText = 'select name, plan, time_zone, limit_overrides from tenant where id = $1'

/** Emails, gathered ones as one, since the time in that parameter; for the tenant $1. */
export const endedMails = (since: string): string =>
  `tenant_id = $1 and ended_at > ${since} and channel in ('mails', 'mails.visitors')`

/** Each part reads an index. Sizes of photos are those of their uploads. */
const countsText = `select
    (select count(*)::int from task where tenant_id = $1 and created_at > $2 and merged_into is null) as tasks,
    (select coalesce(sum(size), 0)::bigint from upload where tenant_id = $1 and stored_at is not null) as bytes,
    (select max(last_used_at) from session where tenant_id = $1) as last_active,
    (select count(distinct sending_id) filter (where state = 'SENT')::int from outbox where ${endedMails('$3')}) as mails_sent,
    (select count(distinct sending_id) filter (where state <> 'SENT')::int from outbox where ${endedMails('$3')}) as mails_failed,
    (select count(*) filter (where error is null)::int from webhook_attempt where tenant_id = $1 and at > $3) as delivered,
    (select count(*) filter (where error is not null)::int from webhook_attempt where tenant_id = $1 and at > $3) as failed,
    (select count(*)::int from feedback where tenant_id = $1 and created_at > $4) as reports,
    (select count(*)::int from feedback where tenant_id = $1 and created_at > $4 and state = 'QUARANTINED') as quarantined,
    (select coalesce(jsonb_agg(b), '[]') from (
      select min(created_at) as at, source, count(*)::int as reports, count(distinct amenity_id)::int as amenities
      from feedback where tenant_id = $1 and created_at > $4
      group by source having bool_or(state_reason = 'BURST') order by 3 desc limit ${burstsKept}) b) as bursts`

interface Counts {
  tasks: number
  bytes: number
  last_active: Date | null
  mails_sent: number
  mails_failed: number
  delivered: number
  failed: number
  reports: number
  quarantined: number
  bursts: object[]
}

const saveText = `insert into tenant_usage (tenant_id, counted_at, used, near, members, buildings, qr_codes, feedback_today,
    feedback_30d, tasks_30d, storage_bytes, last_active_at, mails_sent, mails_failed, webhooks_delivered, webhooks_failed,
    reports_48h, quarantined_48h, bursts)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict (tenant_id) do update set counted_at = excluded.counted_at, used = excluded.used, near = excluded.near,
    members = excluded.members, buildings = excluded.buildings, qr_codes = excluded.qr_codes,
    feedback_today = excluded.feedback_today, feedback_30d = excluded.feedback_30d, tasks_30d = excluded.tasks_30d,
    storage_bytes = excluded.storage_bytes, last_active_at = excluded.last_active_at, mails_sent = excluded.mails_sent,
    mails_failed = excluded.mails_failed, webhooks_delivered = excluded.webhooks_delivered,
    webhooks_failed = excluded.webhooks_failed, reports_48h = excluded.reports_48h,
    quarantined_48h = excluded.quarantined_48h, bursts = excluded.bursts`

/** Resources that count towards a limit of the same name. */
const counted = (
  name: keyof PlanLimits,
  platformCounts: object,
): name is CountedResource & keyof PlanLimits => name in platformCounts

/** What is used of each limit now. */
export const readUsed = async (ctx: FigureContext): Promise<UsedLimits> => {
  const used: Partial<Record<keyof PlanLimits, number>> = {}
  for (const name of limitNames)
    used[name] = counted(name, ctx.platform.counts) ? await countUsed(ctx, name) : 0
  return { ...(used as UsedLimits), feedbackThisMonth: await countThisMonth(ctx) }
}

/** Limits of which so much is used; one of none is near nothing. */
export const nearOf = (used: UsedLimits, limits: PlanLimits): (keyof PlanLimits)[] =>
  limitNames.filter((name) => {
    const allowed = limits[name]
    return allowed !== null && allowed > 0 && used[name] >= allowed * nearShare
  })

export type FiguresOfTenant = FigureContext & { readonly row: TenantRow }

export const figureContext = async (ctx: TenantContext): Promise<FiguresOfTenant> => {
  const [row] = await ctx.run<TenantRow>(tenantText, [ctx.tenantId])
  if (!row) throw new Error('The tenant is gone')
  const tenant = { id: ctx.tenantId, name: row.name, plan: row.plan, timeZone: storedZone(row.time_zone) }
  return { ...ctx, tenant, row }
}

export const countUsage = async (ctx: TenantContext): Promise<void> => {
  const figures = await figureContext(ctx)
  const { plan, limit_overrides: overrides } = figures.row
  const used = await readUsed(figures)
  const at = ctx.now.getTime()
  const [counts] = await ctx.run<Counts>(countsText, [
    ctx.tenantId,
    new Date(at - 30 * day),
    new Date(at - day),
    new Date(at - 2 * day),
  ])
  if (!counts) throw new Error('The counts returned no row')
  ctx.skipInvalidation()
  await ctx.run(saveText, [
    ctx.tenantId,
    ctx.now,
    JSON.stringify(used),
    nearOf(used, limitsOf(plan, overrides, ctx.now)),
    used.members,
    used.buildings,
    used.qrCodes,
    await countLastDays(figures, 1),
    await countLastDays(figures, 30),
    counts.tasks,
    counts.bytes,
    counts.last_active,
    counts.mails_sent,
    counts.mails_failed,
    counts.delivered,
    counts.failed,
    counts.reports,
    counts.quarantined,
    JSON.stringify(counts.bursts),
  ])
}
