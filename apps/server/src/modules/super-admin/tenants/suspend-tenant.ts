import { suspendTenant } from '#contracts/super-admin/tenants.ts'
import { suspendTenant as suspendPlan } from '#server/modules/billing/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { change } from '../change.ts'
import { tellAdmins } from '../mails/tenant-notice.ts'
import { tellTenant } from '../tell-tenant.ts'
import { lockTenant } from './lock-tenant.ts'
import { presentTenant, readTenantIn } from './tenant-row.ts'

export default serve(suspendTenant)((ctx, { params, body }) =>
  change(ctx, {
    spec: suspendTenant,
    tenantId: params.id,
    body,
    run: async (tenant, tell) => {
      const { state, state_reason: why } = await lockTenant(tenant)
      if (state === 'CLOSING') throw invalid('id', 'this tenant is closing; reactivate it first')
      if (state !== 'SUSPENDED' || why !== 'OPERATOR') {
        await suspendPlan(tenant, body.message ?? null)
        const changes = [{ field: 'state', from: state, to: 'SUSPENDED' }]
        tell({ reason: body.reason, changes })
        tellTenant(tenant, suspendTenant.name, changes, body.reason)
        await tellAdmins(tenant, 'SUSPENDED')
      }
      return presentTenant(await readTenantIn(tenant.run, tenant.tenantId))
    },
  }),
)
