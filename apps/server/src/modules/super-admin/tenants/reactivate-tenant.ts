import { reactivateTenant } from '#contracts/super-admin/tenants.ts'
import { reactivateTenant as reactivatePlan } from '#server/modules/billing/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { change } from '../change.ts'
import { tellAdmins } from '../mails/tenant-notice.ts'
import { tellTenant } from '../tell-tenant.ts'
import { cancelReminders } from './closing.ts'
import { lockTenant } from './lock-tenant.ts'
import { presentTenant, readTenantIn } from './tenant-row.ts'

const keepText = 'update tenant set erase_at = null where id = $1'

export default serve(reactivateTenant)((ctx, { params, body }) =>
  change(ctx, {
    spec: reactivateTenant,
    tenantId: params.id,
    body,
    run: async (tenant, tell) => {
      const { state: from } = await lockTenant(tenant)
      if (from === 'SUSPENDED' || from === 'CLOSING') {
        await reactivatePlan(tenant)
        await tenant.run(keepText, [tenant.tenantId])
        await cancelReminders(tenant)
        const { state: to } = await lockTenant(tenant)
        const changes = [{ field: 'state', from, to }]
        tell({ reason: body.reason, changes })
        tellTenant(tenant, reactivateTenant.name, changes, body.reason)
        await tellAdmins(tenant, 'REACTIVATED')
      }
      return presentTenant(await readTenantIn(tenant.run, tenant.tenantId))
    },
  }),
)
