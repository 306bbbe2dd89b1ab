/** Staff take submissions out of all figures, e.g. spam; an administrator may release them again. */
import type { StaffContext } from '#server/platform/context.ts'
import { recount } from '../rollup/recount.ts'

const quarantineText = `update feedback set counted = false, state_reason = 'STAFF', version = version + 1,
    state = case when state = 'HIDDEN' then state else 'QUARANTINED' end
  where tenant_id = $1 and id = any($2::uuid[]) and erased_at is null and counted
  returning building_id as "buildingId", created_at as at`

export const quarantineSubmissions = async (ctx: StaffContext, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await recount(ctx, await ctx.run<{ buildingId: string; at: Date }>(quarantineText, [ctx.tenantId, ids]))
}
