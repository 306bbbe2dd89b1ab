/** When a limit will be reached, by a straight line through the last 30 days. */
import type { PlanLimits } from '#contracts/kit/plan-limits.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { day } from './plan/next-plan.ts'

const days = 30
const farthest = 365

export type Growth = Readonly<Partial<Record<keyof PlanLimits, number>>>

// Of what is there now, how much was added; what was removed meanwhile does not count.
const growthText = `select
  (select count(*) from building where tenant_id = $1 and archived_at is null and created_at > $2) as "buildings",
  (select count(*) from qr_code where tenant_id = $1 and amenity_id is not null and retired_at is null
    and coalesce(mounted_at, created_at) > $2) as "qrCodes",
  (select count(*) from app_user where tenant_id = $1 and removed_at is null and state <> 'DISABLED'
    and created_at > $2) as "members",
  (select count(*) from api_key where tenant_id = $1 and revoked_at is null and created_at > $2) as "apiKeys",
  (select count(*) from webhook where tenant_id = $1 and deleted_at is null and created_at > $2) as "webhooks",
  (select count(*) from share_link where tenant_id = $1 and revoked_at is null and created_at > $2
    and (expires_at is null or expires_at > $3)) as "shareLinks"`

/** By limit, how many were added in the last 30 days. */
export const readGrowth = async (ctx: TenantContext): Promise<Growth> => {
  const since = new Date(ctx.now.getTime() - days * day)
  const [row] = await ctx.run<Record<string, number>>(growthText, [ctx.tenantId, since, ctx.now])
  return row ?? {}
}

export const reachesAt = (used: number, allowed: number | null, added: number, now: Date): string | null => {
  if (allowed === null || added <= 0 || used >= allowed) return null
  const ahead = ((allowed - used) / added) * days
  return ahead > farthest ? null : new Date(now.getTime() + Math.ceil(ahead) * day).toISOString()
}
