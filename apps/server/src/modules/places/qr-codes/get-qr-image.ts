import { getQrImage } from '#contracts/places/qr-codes.ts'
import { invalid, notFound, qrNotConfigured } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { stickerUrl } from '#server/platform/qr-code.ts'
import { qrPng, qrSvg } from './stickers/qr-symbol.ts'

export default serve(getQrImage)(async (ctx, { params, query }) => {
  const row = await ctx.db
    .selectFrom('amenity')
    .leftJoin('qr_code', (join) =>
      join.onRef('qr_code.amenity_id', '=', 'amenity.id').on('qr_code.retired_at', 'is', null),
    )
    .select('qr_code.code')
    .where('amenity.id', '=', params.id)
    .where('amenity.archived_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.code === null) throw qrNotConfigured()
  const url = stickerUrl(ctx.platform.config.baseUrl, row.code)
  const picture = { size: query.size ?? 512, margin: query.margin ?? 4, ecc: query.ecc ?? 'Q' } as const
  if (query.format !== 'png') return { contentType: 'image/svg+xml', body: qrSvg(url, picture) }
  try {
    return { contentType: 'image/png', body: await qrPng(url, picture) }
  } catch (error) {
    if (error instanceof RangeError) throw invalid('query.size', 'is too small for this code and margin')
    throw error
  }
})
