import { createAmenityType, deleteAmenityType } from '#contracts/places/amenity-types.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { conflict } from '#server/platform/errors.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockType } from './lock-type.ts'
import { presentType } from './stored-types.ts'

export default serve(deleteAmenityType)(async (ctx, { params }) => {
  const row = await lockType(ctx, params.id)
  requireVersion(ctx, row.version)
  if (row.built_in) throw conflict('A built-in type cannot be deleted')
  if (row.amenities > 0)
    throw conflict(`${row.amenities} ${row.amenities === 1 ? 'amenity is' : 'amenities are'} of this type`)
  auditGone(ctx, presentType(row, await tenantLanguage(ctx)), createAmenityType)
  ctx.invalidate('tasks')
  await ctx.db.deleteFrom('amenity_type').where('id', '=', row.id).execute()
  return { id: row.id }
})
