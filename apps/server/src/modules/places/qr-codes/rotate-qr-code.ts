import { rotateQrCode } from '#contracts/places/qr-codes.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newCodeFor } from './codes.ts'
import { emitCodeChanges, lockAmenity } from './codes-of-amenities.ts'
import { readCode } from './present-qr-code.ts'

export default serve(rotateQrCode)(async (ctx, { params }) => {
  const amenity = await lockAmenity(ctx, params.id)
  if (amenity.code === null) await claimQuota(ctx, 'qrCodes', 1)
  else {
    await ctx.db
      .updateTable('qr_code')
      .set((eb) => ({
        amenity_id: null,
        mounted_at: null,
        retired_at: ctx.now,
        version: eb('version', '+', 1),
      }))
      .where('code', '=', amenity.code)
      .execute()
  }
  const code = await newCodeFor(ctx, amenity.id)
  await emitCodeChanges(ctx, [{ amenity, to: code }])
  return readCode(ctx, code)
})
