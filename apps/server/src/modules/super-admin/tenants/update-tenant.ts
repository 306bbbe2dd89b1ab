import type { Output } from '#contracts/kit/endpoint.ts'
import { updateTenant } from '#contracts/super-admin/tenants.ts'
import { moveTrialEnd, setPlanByHand, takeBackPlan } from '#server/modules/billing/public.ts'
import { invalid } from '#server/platform/errors.ts'
import type { LimitOverride } from '#server/platform/gate/tenant-status.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { PlatformChange } from '../audit/append.ts'
import { change } from '../change.ts'
import { tellTenant } from '../tell-tenant.ts'
import { countUsage } from '../usage/count-usage.ts'
import { lockTenant } from './lock-tenant.ts'
import { readRecord } from './tenant-record.ts'

type Record = Output<typeof updateTenant>

const longestMs = 2 * 366 * 86_400_000
const setOverridesText = 'update tenant set limit_overrides = $2 where id = $1'
const countText = 'update tenant set version = version + 1 where id = $1'

const timeOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

const sayOverrides = (overrides: readonly LimitOverride[]): string[] =>
  overrides.map(({ limit, value, until }) => `${limit}: ${value ?? 'unlimited'} until ${until.slice(0, 10)}`)

const changesBetween = (before: Record, after: Record, overrides: PlatformChange[]): PlatformChange[] => [
  ...(['plan', 'state', 'source', 'trialEndsAt'] as const)
    .map((field) => ({ field, from: before[field], to: after[field] }))
    .filter(({ from, to }) => from !== to),
  ...overrides,
]

export default serve(updateTenant)((ctx, { params, body }) => {
  const { reason, plan, planUntil, trialEndsAt, overrides } = body
  const { now } = ctx
  if (planUntil && !plan) throw invalid('body.planUntil', 'needs a plan')
  if (planUntil && new Date(planUntil) <= now) throw invalid('body.planUntil', 'must be ahead')
  const stored = overrides?.map(({ limit, value, until, reason: why }): LimitOverride => {
    const time = new Date(until)
    if (time <= now || time.getTime() - now.getTime() > longestMs)
      throw invalid('body.overrides', 'each must end ahead, and within two years')
    return { limit: limit as LimitOverride['limit'], value, until: time.toISOString(), reason: why }
  })
  if (stored && new Set(stored.map(({ limit }) => limit)).size < stored.length)
    throw invalid('body.overrides', 'each limit only once')
  return change(ctx, {
    spec: updateTenant,
    tenantId: params.id,
    body,
    run: async (tenant, tell) => {
      const locked = await lockTenant(tenant)
      requireVersion(ctx, locked.version)
      const before = await readRecord(tenant)
      if (plan === null) await takeBackPlan(tenant)
      else if (plan !== undefined) await setPlanByHand(tenant, plan, timeOf(planUntil))
      if (trialEndsAt !== undefined) await moveTrialEnd(tenant, timeOf(trialEndsAt))
      if (stored) await tenant.run(setOverridesText, [tenant.tenantId, JSON.stringify(stored)])
      await tenant.run(countText, [tenant.tenantId])
      await countUsage(tenant)
      const after = await readRecord(tenant)
      const limits = {
        field: 'limits',
        from: sayOverrides(locked.limit_overrides),
        to: sayOverrides(stored ?? []),
      }
      const changes = changesBetween(before, after, stored ? [limits] : [])
      tell({ reason, changes })
      tellTenant(tenant, updateTenant.name, changes, reason)
      return after
    },
  })
})
