import { sayPlace } from '#contracts/kit/place.ts'
import { getQrSheet } from '#contracts/places/qr-codes.ts'
import { readQrCode } from '#contracts/qr-code.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound, ServiceError } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { stickerUrl } from '#server/platform/qr-code.ts'
import { pageSvg } from './page-svg.ts'
import type { Sticker, StickerOptions } from './stickers/sticker.ts'
import { stickersPerPage } from './stickers/templates.ts'

const maxOnSheet = 500

interface StickerRow {
  code: string
  amenity: string | null
  type: string | null
  building: string | null
  location: string | null
}

/** Codes with the texts printed beside them, by building and floor, without retired ones. */
const select = `select q.code, a.name as amenity, a.type, b.name as building, ${pathOfLocation('a.location_id')} as location
  from qr_code q
  left join amenity a on a.tenant_id = $1 and a.id = q.amenity_id
  left join building b on b.tenant_id = $1 and b.id = a.building_id
  left join location l on l.tenant_id = $1 and l.id = a.location_id
  where q.tenant_id = $1 and q.retired_at is null`
const order = `order by b.name nulls last, l.position, l.name, a.name, q.created_at, q.code limit ${maxOnSheet + 1}`

const chosenCodes = async (ctx: StaffContext, codes: readonly string[]): Promise<StickerRow[]> => {
  const wanted = [...new Set(codes.map((code) => readQrCode(code)))].filter((code) => code !== undefined)
  const rows = await ctx.run<StickerRow>(`${select} and q.code = any($2::text[])`, [ctx.tenantId, wanted])
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return wanted.flatMap((code) => byCode.get(code) ?? [])
}

/** Sheets up to this size take no longer than other requests. */
const large = 50

/**
 * A sheet takes a second or more to draw, so large ones are drawn one at a time for each tenant, over all instances.
 */
const claimSheetSlot = async (ctx: StaffContext): Promise<void> => {
  const [row] = await ctx.run<{ free: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
    [`${ctx.tenantId}:sheet`],
  )
  if (!row?.free)
    throw new ServiceError('RATE_LIMITED', 'Another sheet is being created; try again when it is finished', {
      headers: { 'retry-after': '3' },
    })
}

export default serve(getQrSheet)(async (ctx, { query }) => {
  const template = query.template ?? 'label-21'
  const start = query.start ?? 1
  if (start > stickersPerPage(template))
    throw invalid('query.start', `must be at most ${stickersPerPage(template)} with this template`)
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  const codes = query.codes ?? []
  const ways = [codes.length > 0, buildings.length > 0, query.batch !== undefined].filter(Boolean).length
  if (ways !== 1) throw invalid('query', 'needs one of codes, building and batch')
  let rows: StickerRow[]
  if (codes.length > 0) rows = await chosenCodes(ctx, codes)
  else if (query.batch !== undefined)
    rows = await ctx.run<StickerRow>(`${select} and q.batch = $2 ${order}`, [ctx.tenantId, query.batch])
  else
    rows = await ctx.run<StickerRow>(`${select} and a.building_id = any($2::uuid[]) ${order}`, [
      ctx.tenantId,
      buildings,
    ])
  const complete = new Set(codes.map((code) => readQrCode(code) ?? code)).size
  if (rows.length === 0 || (codes.length > 0 && rows.length < complete)) throw notFound()
  if (rows.length > maxOnSheet)
    throw invalid('query', `would print more than ${maxOnSheet} stickers; print them by building or batch`)

  const settings = await readSettings(ctx)
  const languages = query.languages ?? query.language ?? []
  const options: StickerOptions = {
    template,
    languages: languages.length > 0 ? [...languages] : settings.visitorLanguages.slice(0, 1),
    accent: settings.branding.accent,
    publicName: settings.branding.publicName,
    address: `${new URL(ctx.platform.config.baseUrl).host}/q`,
    start,
  }
  const stickers: Sticker[] = rows.map((row) => ({
    code: row.code,
    url: stickerUrl(ctx.platform.config.baseUrl, row.code),
    amenity: row.amenity ?? '',
    type: row.type ?? undefined,
    place: sayPlace(row.building, row.location),
  }))
  try {
    if (query.format === 'svg') return { contentType: 'image/svg+xml', body: pageSvg(stickers, options) }
    if (rows.length > large) await claimSheetSlot(ctx)
    // Loaded only for printed sheets, because it is large.
    const { renderSheet } = await import('./stickers/render-sheet.ts')
    return {
      contentType: 'application/pdf',
      body: await renderSheet(stickers, options),
      fileName: 'qr-stickers.pdf',
    }
  } catch (error) {
    if (error instanceof RangeError)
      throw invalid('query.template', 'is too small for the address of these stickers')
    throw error
  }
})
