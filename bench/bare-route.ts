/** The handler of GET /api/admin/buildings without the gate: no limit, credential, schema or ETag. */
import type { PageOf } from '#contracts/kit/endpoint.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { type Built, handlers } from '../apps/server/build.ts'

/** `Authorization` is read once, for the tenant; all later requests act as that person. */
export const mountBare = ({ app, platform, principals }: Built): void => {
  const handler = handlers.find(({ spec }) => spec.name === 'listBuildings')
  let caller: Awaited<ReturnType<typeof principals.ofBearer>>
  app.get('/bare', async (request, reply) => {
    caller ??= await principals.ofBearer(request.headers.authorization?.slice('Bearer '.length) ?? '')
    if (!caller || !handler) throw new Error('The bare route needs a token')
    const { actor, tenant } = caller
    const query = { page: 1, pageSize: 20 }
    const { items, total } = await inTenant(platform.databases.app, tenant.id, 'read', (transaction) => {
      const ctx = {
        ...transaction,
        platform,
        requestId: request.id,
        now: platform.clock.now(),
        tenantId: tenant.id,
        actor,
        tenant,
        readOnly: false,
        ifMatch: undefined,
      }
      return handler.run(ctx as never, { params: undefined, query, body: undefined } as never) as Promise<
        PageOf<unknown>
      >
    })
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(
        JSON.stringify({ success: true, data: items, total, ...query, totalPages: Math.ceil(total / 20) }),
      )
  })
}
