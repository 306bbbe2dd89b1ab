import { createUploadUrl } from '#contracts/feedback.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import { createUpload } from '#server/modules/uploads/public.ts'
import { forbidden } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { visitorStateOf } from './state.ts'

export default serve(createUploadUrl)(async (ctx, { body }) => {
  const place = await visitorStateOf(ctx.platform).places.find(ctx, body.qrCode)
  return ctx.writeOnce(place.tenantId, place.code, async (tenant) => {
    const { privacy } = await readSettings(tenant)
    if (!privacy.photos) throw forbidden('Photos are not accepted here')
    return createUpload(tenant, {
      purpose: 'FEEDBACK',
      amenityId: place.amenityId,
      contentType: body.contentType,
      size: body.size,
    })
  })
})
