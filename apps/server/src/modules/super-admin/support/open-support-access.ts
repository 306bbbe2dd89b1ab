import { openSupportAccess } from '#contracts/super-admin/tenants.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { supportAllowed } from '#server/platform/gate/support-principals.ts'
import { accessSeconds, signToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { change } from '../change.ts'
import { tellAdmins } from '../mails/tenant-notice.ts'
import { tellTenant } from '../tell-tenant.ts'
import { endKind } from './end-support-access.ts'

const tenantText = `select ${supportAllowed} as allowed from tenant t where t.id = $1 and t.state <> 'ERASED' for update`
const openText = `select id from support_access
  where tenant_id = $1 and by_id = $2 and ended_at is null and until > $3 limit 1`
const insertText = `insert into support_access (tenant_id, id, by_id, by_email, reason, ticket, opened_at, until)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

export default serve(openSupportAccess)((ctx, { params, body }) => {
  const { platform, actor, now } = ctx
  const id = newId(now.getTime())
  const until = new Date(now.getTime() + accessSeconds * 1000)
  return change(ctx, {
    spec: openSupportAccess,
    tenantId: params.id,
    body,
    run: async (tenant, tell) => {
      const { run, tenantId } = tenant
      // Locked, so that of two at once one is refused.
      const [found] = await run<{ allowed: boolean }>(tenantText, [tenantId])
      if (!found) throw notFound()
      if (!found.allowed) throw forbidden('This organisation has switched support access off')
      const open = await run(openText, [tenantId, actor.id, now])
      if (open.length > 0) throw conflict('You have access to this tenant already')
      const { reason, ticket = null } = body
      await run(insertText, [tenantId, id, actor.id, actor.email, reason, ticket, now, until])
      await tenant.schedule(endKind, id, until)
      tell({ reason, changes: ticket === null ? [] : [{ field: 'ticket', from: null, to: ticket }] })
      const ends = { field: 'until', from: null, to: until.toISOString() }
      tellTenant(tenant, openSupportAccess.name, [ends], reason)
      await tellAdmins(tenant, 'SUPPORT', id)
      const accessToken = await signToken(
        platform.keys,
        'access',
        { userId: id, tenantId, roles: [], sessionId: id, tokenId: newId(now.getTime()) },
        now,
      )
      const url = `${platform.config.baseUrl}/app#support=${accessToken}`
      return { id, accessToken, expiresAt: until.toISOString(), url }
    },
  })
})
