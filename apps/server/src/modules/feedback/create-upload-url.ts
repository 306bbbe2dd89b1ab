import { createUploadUrl } from '#contracts/feedback.ts'
import type { Upload } from '#contracts/records.ts'
import { readSettings } from '#server/modules/admin/settings/public.ts'
import { createUpload } from '#server/modules/uploads/public.ts'
import { forbidden } from '#server/platform/errors.ts'
import { once } from '#server/platform/gate/idempotency.ts'
import { serve } from '#server/platform/http/serve.ts'
import { placesOf } from './state.ts'

export default serve(createUploadUrl)(async (ctx, { body }) => {
  const place = await placesOf(ctx.platform).places.find(ctx, body.qrCode)
  const key = ctx.idempotencyKey
  return ctx.inTenant(place.tenantId, 'write', async (tenant) => {
    const { privacy } = await readSettings(tenant)
    if (!privacy.photos) throw forbidden('Photos are not taken here')
    const create = (): Promise<Upload> =>
      createUpload(tenant, {
        purpose: 'FEEDBACK',
        amenityId: place.amenityId,
        contentType: body.contentType,
        size: body.size,
      })
    if (key === undefined) return create()
    const caller = `${place.code}:${ctx.source}`
    const stored = await once(tenant, { caller, route: 'createUploadUrl', key, body }, async () => ({
      status: 201,
      body: JSON.stringify(await create()),
    }))
    return JSON.parse(stored.body) as Upload
  })
})
