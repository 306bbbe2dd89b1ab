import { linkQrCode } from '#contracts/places/qr-codes.ts'
import { readQrCode } from '#contracts/qr-code.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { unlinkCodesOf } from './codes.ts'
import { type AmenityWithCode, emitCodeChanges, lockAmenity } from './codes-of-amenities.ts'
import { readCode } from './present-qr-code.ts'

/** Locks a code that is not retired. @throws ServiceError NOT_FOUND */
const lockCode = async (ctx: StaffContext, code: string) => {
  const row = await ctx.db
    .selectFrom('qr_code')
    .select(['code', 'amenity_id', 'mounted_at', 'version'])
    .where('code', '=', code)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const leftBehind = async (ctx: StaffContext, amenityId: string, code: string): Promise<AmenityWithCode> => {
  const row = await ctx.db
    .selectFrom('amenity')
    .select('building_id')
    .where('id', '=', amenityId)
    .executeTakeFirstOrThrow()
  return { id: amenityId, buildingId: row.building_id, code }
}

export default serve(linkQrCode)(async (ctx, { params, body }) => {
  const wanted = readQrCode(params.code)
  if (wanted === undefined) throw notFound()
  // Amenities are locked before codes, everywhere, so that requests do not deadlock.
  const amenity = body.amenityId === null ? null : await lockAmenity(ctx, body.amenityId)
  const code = await lockCode(ctx, wanted)
  requireVersion(ctx, code.version)
  auditBefore(ctx, await readCode(ctx, wanted), ['amenity', 'mountedAt'])
  const moves = code.amenity_id !== (amenity?.id ?? null)
  const mountedBefore = moves ? null : code.mounted_at
  const mountedAt =
    body.mounted === undefined ? mountedBefore : body.mounted ? (mountedBefore ?? ctx.now) : null
  if (!moves && mountedAt?.getTime() === code.mounted_at?.getTime()) return readCode(ctx, wanted)

  const changes: { amenity: AmenityWithCode; to: string | null }[] = []
  if (moves) {
    if (code.amenity_id !== null)
      changes.push({ amenity: await leftBehind(ctx, code.amenity_id, wanted), to: null })
    if (amenity?.code) await unlinkCodesOf(ctx, [amenity.id])
    if (amenity) changes.push({ amenity, to: wanted })
    // A place in the plan is needed only if neither the code nor the amenity was linked.
    if (amenity && code.amenity_id === null && amenity.code === null) await claimQuota(ctx, 'qrCodes', 1)
  }
  await ctx.db
    .updateTable('qr_code')
    .set((eb) => ({ amenity_id: amenity?.id ?? null, mounted_at: mountedAt, version: eb('version', '+', 1) }))
    .where('code', '=', wanted)
    .execute()
  await emitCodeChanges(ctx, changes)
  return readCode(ctx, wanted)
})
