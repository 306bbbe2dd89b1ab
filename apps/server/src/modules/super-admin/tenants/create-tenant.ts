import { createTenant } from '#contracts/super-admin/tenants.ts'
import {
  createTenant as createTenantRows,
  createUser,
  requestInvitation,
  slugOf,
} from '#server/modules/auth/public.ts'
import { setPlanByHand } from '#server/modules/billing/public.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { change } from '../change.ts'
import { tellTenant } from '../tell-tenant.ts'
import { countUsage } from '../usage/count-usage.ts'
import { presentTenant, readTenantIn } from './tenant-row.ts'

const takenText = 'select id from tenant where slug = $1'

export default serve(createTenant)(async (ctx, { body }) => {
  const { platform, now } = ctx
  const { name, admin, language = 'en', timeZone = 'UTC' } = body
  const tenantId = newId(now.getTime())
  const isTaken = async (): Promise<boolean> =>
    (await platform.databases.worker.query(takenText, [body.slug])).rows.length > 0
  return change(
    ctx,
    {
      spec: createTenant,
      tenantId,
      body,
      run: async (tenant, tell) => {
        if (body.slug !== undefined && (await isTaken())) throw conflict('This slug is taken')
        await createTenantRows(tenant, {
          name,
          slug: body.slug ?? slugOf(name),
          plan: platform.config.defaultPlan,
          timeZone,
          language,
        })
        if (body.plan !== undefined) await setPlanByHand(tenant, body.plan, null)
        const userId = await createUser(tenant, {
          email: admin.email,
          name: admin.name,
          roles: ['ADMIN'],
          state: 'INVITED',
          passwordHash: null,
          language,
          emailVerified: false,
        })
        await requestInvitation(tenant, userId, { inviter: 'Wellkept', organisation: name })
        tellTenant(tenant, createTenant.name, [])
        tell({ changes: body.plan === undefined ? [] : [{ field: 'plan', from: null, to: body.plan }] })
        await countUsage(tenant)
        return presentTenant(await readTenantIn(tenant.run, tenantId))
      },
    },
    'new',
  )
})
