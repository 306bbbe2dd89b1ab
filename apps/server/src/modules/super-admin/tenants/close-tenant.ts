import { closeTenant } from '#contracts/super-admin/tenants.ts'
import { startExport } from '#server/modules/data-export/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readersWith } from '#server/platform/mail/members.ts'
import { change } from '../change.ts'
import { tellAdmins } from '../mails/tenant-notice.ts'
import { tellTenant } from '../tell-tenant.ts'
import { closingDays, scheduleReminders } from './closing.ts'
import { lockTenant } from './lock-tenant.ts'

const closeText = `update tenant set state = 'CLOSING', state_reason = null, state_message = null, erase_at = $2,
    version = version + 1
  where id = $1`

export default serve(closeTenant)((ctx, { params, body }) =>
  change(ctx, {
    spec: closeTenant,
    tenantId: params.id,
    body,
    run: async (tenant, tell) => {
      const { slug, state: from, erase_at: before } = await lockTenant(tenant)
      if (body.confirm !== slug) throw invalid('body.confirm', 'must be the slug of this tenant')
      const eraseAt = before ?? new Date(ctx.now.getTime() + closingDays * 86_400_000)
      if (from !== 'CLOSING') {
        await tenant.run(closeText, [tenant.tenantId, eraseAt])
        await scheduleReminders(tenant, eraseAt)
        const admins = await readersWith(tenant, ['ADMIN'])
        await startExport(
          tenant,
          admins.map(({ id }) => id),
        )
        const changes = [{ field: 'state', from, to: 'CLOSING' }]
        tell({ reason: body.reason, changes })
        tellTenant(tenant, closeTenant.name, changes, body.reason)
        await tellAdmins(tenant, 'CLOSING')
      }
      return { id: tenant.tenantId, state: 'CLOSING' as const, eraseAt: eraseAt.toISOString() }
    },
  }),
)
