/** The tenant's row, locked, before a super admin changes its state. */
import type { TenantState } from '#contracts/super-admin/tenants.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { LimitOverride } from '#server/platform/gate/tenant-status.ts'
import { stateSql } from './tenant-row.ts'

interface LockedTenant {
  slug: string
  state: TenantState
  state_reason: string | null
  erase_at: Date | null
  limit_overrides: LimitOverride[]
  version: number
}

const text = `select t.slug, ${stateSql} as state, t.state_reason, t.erase_at, t.limit_overrides, t.version
  from tenant t where t.id = $1 and t.state <> 'ERASED' for update`

/** @throws ServiceError NOT_FOUND, also for an erased one */
export const lockTenant = async (ctx: TenantContext): Promise<LockedTenant> => {
  const [row] = await ctx.run<LockedTenant>(text, [ctx.tenantId])
  if (!row) throw notFound()
  return row
}
