/** One tenant, read now: limits, integrations, what happened to its state, flags, support accesses, health. */
import { type FlagKey, flags } from '#contracts/flags.ts'
import { limitNames, type TenantRecord } from '#contracts/super-admin/tenants.ts'
import { readWorkspace, stateOf } from '#server/modules/slack/connection/public.ts'
import { countFailingWebhooks } from '#server/modules/webhooks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { parkedQueue } from '#server/platform/events/queues.ts'
import { limitsOf } from '#server/platform/gate/tenant-status.ts'
import { endedMails, type FiguresOfTenant, figureContext, nearOf, readUsed } from '../usage/count-usage.ts'
import { presentTenant, readTenantIn } from './tenant-row.ts'

const statesKept = 50
const accessesKept = 20
const day = 86_400_000

/** What changes the state of a tenant says so in its audit log. */
const stateActions = [
  'platform.suspendTenant',
  'platform.reactivateTenant',
  'platform.closeTenant',
  'platform.updateTenant',
  'billing.changePlan',
]
const statesText = `select at, changes from audit_entry where tenant_id = $1 and action = any($2) and changes is not null
  order by at desc limit 200`

interface Entry {
  at: Date
  changes: { field: string; from: string | null; to: string | null }[]
}

const readStates = async (ctx: TenantContext): Promise<TenantRecord['states']> => {
  const entries = await ctx.run<Entry>(statesText, [ctx.tenantId, stateActions])
  return entries
    .flatMap(({ at, changes }) => {
      const state = changes.find(({ field }) => field === 'state')
      const reason = changes.find(({ field }) => field === 'reason')?.to ?? ''
      if (!state?.from || !state.to) return []
      return [
        { at: at.toISOString(), from: state.from, to: state.to, reason } as TenantRecord['states'][number],
      ]
    })
    .slice(0, statesKept)
}

const readLimitUse = async (ctx: FiguresOfTenant) => {
  const used = await readUsed(ctx)
  const { limit_overrides: overrides } = ctx.row
  const allowed = limitsOf(ctx.tenant.plan, overrides, ctx.now)
  const limits: TenantRecord['limits'] = limitNames.map((name) => {
    const override = overrides.find(
      ({ limit, until }) => limit === name && Date.parse(until) > ctx.now.getTime(),
    )
    return {
      name,
      used: used[name],
      allowed: allowed[name],
      override: override ? { value: override.value, until: override.until, reason: override.reason } : null,
    }
  })
  return { limits, near: nearOf(used, allowed) }
}

const integrationsText = `select
    (select count(*)::int from webhook where tenant_id = $1 and deleted_at is null) as webhooks,
    exists (select from sso_configuration where tenant_id = $1 and enabled) as sso,
    exists (select from billing_customer where tenant_id = $1) as customer,
    exists (select from billing_account where tenant_id = $1 and plan is not null) as subscribed,
    (select count(distinct sending_id) filter (where state <> 'SENT')::int from outbox where ${endedMails('$2')}) as mails_failed,
    (select count(*)::int from webhook_attempt where tenant_id = $1 and at > $2 and error is not null) as webhooks_failed,
    (select count(*)::int from due_work where tenant_id = $1 and parked_at is not null) as parked,
    (select version from tenant where id = $1) as version`

interface Integrations {
  webhooks: number
  sso: boolean
  customer: boolean
  subscribed: boolean
  mails_failed: number
  webhooks_failed: number
  parked: number
  version: number
}

const accessesText = `select id, opened_at, coalesce(ended_at, until) as until, reason, by_email from support_access
  where tenant_id = $1 order by opened_at desc limit ${accessesKept}`
const parkedText = `select count(*)::int as n from pgboss.job where name = '${parkedQueue}' and state < 'active' and data ->> 'tenantId' = $1`

export const readRecord = async (ctx: TenantContext): Promise<TenantRecord> => {
  const { platform, tenantId, now } = ctx
  const stored = await readTenantIn(ctx.run, tenantId)
  const figures = await figureContext(ctx)
  const { limits, near } = await readLimitUse(figures)
  const usedOf = (name: string): number => limits.find((limit) => limit.name === name)?.used ?? 0
  const [found] = await ctx.run<Integrations>(integrationsText, [tenantId, new Date(now.getTime() - day)])
  if (!found) throw new Error('The counts returned no row')
  const accesses = await ctx.run<{
    id: string
    opened_at: Date
    until: Date
    reason: string
    by_email: string
  }>(accessesText, [tenantId])
  const parked = await platform.databases.worker.query<{ n: number }>(parkedText, [tenantId])
  const reader = { id: tenantId, plan: stored.plan }
  return {
    ...presentTenant(stored),
    members: usedOf('members'),
    buildings: usedOf('buildings'),
    qrCodes: usedOf('qrCodes'),
    nearLimits: near,
    limits,
    integrations: {
      slack: stateOf(await readWorkspace(ctx), now),
      webhooks: { count: found.webhooks, failing: await countFailingWebhooks(ctx) },
      sso: found.sso,
      stripe: found.subscribed ? 'SUBSCRIBED' : found.customer ? 'CUSTOMER' : 'NONE',
    },
    states: await readStates(ctx),
    flags: Object.fromEntries(
      (Object.keys(flags) as FlagKey[]).map((key) => [key, platform.flags.isOn(key, reader)]),
    ),
    accesses: accesses.map((row) => ({
      id: row.id,
      at: row.opened_at.toISOString(),
      until: row.until.toISOString(),
      reason: row.reason,
      by: row.by_email,
    })),
    health: {
      mailsFailed24h: found.mails_failed,
      webhooksFailed24h: found.webhooks_failed,
      parked: found.parked + (parked.rows[0]?.n ?? 0),
    },
    version: found.version,
  }
}
