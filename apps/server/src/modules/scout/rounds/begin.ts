/** A scout begins at a stop; the code on the sticker proves the presence. */
import { readQrCode } from '#contracts/qr-code.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { timeUnderWay } from './round-times.ts'
import { contentOf, lockStop } from './stop-row.ts'

interface Begin {
  readonly stopId?: string | undefined
  readonly amenityId?: string | undefined
  readonly qrCode?: string | undefined
  readonly noCodeReason?: string | undefined
}

const codeText =
  'select amenity_id from qr_code where tenant_id = $1 and code = $2 and retired_at is null and amenity_id is not null'

/** @throws ServiceError VALIDATION_ERROR for a code that is not this amenity's */
const requireCodeOf = async (ctx: TenantContext, amenityId: string, text: string): Promise<void> => {
  const code = readQrCode(text)
  const [found] =
    code === undefined ? [] : await ctx.run<{ amenity_id: string }>(codeText, [ctx.tenantId, code])
  if (found?.amenity_id !== amenityId) throw invalid('body.qrCode', 'is not the code of this place')
}

const beginText = `update round_stop set state = 'IN_PROGRESS', presence = $3, no_code_reason = $4, started_at = $5,
    changed_at = $6, version = version + 1 where tenant_id = $1 and id = $2`

/** @returns the inspection's id; of one that was begun before, that one. @throws ServiceError */
export const begin = async (
  ctx: TenantContext,
  scout: OwnScout,
  roundId: string,
  { stopId, amenityId, qrCode, noCodeReason }: Begin,
  said: Date,
): Promise<string> => {
  if (stopId === undefined && amenityId === undefined) throw invalid('body.stopId', 'is required')
  const { stop, round } = await lockStop(ctx, scout, {
    id: stopId,
    roundId,
    amenityId: stopId ? undefined : amenityId,
  })
  if (amenityId !== undefined && stop.amenity_id !== amenityId) throw notFound()
  const at = timeUnderWay(ctx, round, said)
  if (stop.state !== null) return stop.id
  if (qrCode !== undefined) await requireCodeOf(ctx, stop.amenity_id, qrCode)
  else if (noCodeReason === undefined && (await contentOf(ctx, stop)).presence === 'REQUIRED')
    throw invalid('body.qrCode', 'is required; without a code say why in noCodeReason')
  await ctx.run(beginText, [
    ctx.tenantId,
    stop.id,
    qrCode === undefined ? 'UNPROVEN' : 'SCANNED',
    qrCode === undefined ? (noCodeReason ?? null) : null,
    at,
    ctx.now,
  ])
  return stop.id
}
