import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { requireFlag } from '#server/platform/flags.ts'

/** For calls whose tenant is known only by what they bring. @throws ServiceError FORBIDDEN where scouting is off */
export const requireScouting = async ({ run, platform, tenantId }: TenantContext): Promise<void> => {
  const [row] = await run<{ plan: Plan }>('select plan from tenant where id = $1', [tenantId])
  if (row) requireFlag(platform.flags, 'SCOUT', { id: tenantId, plan: row.plan })
}
