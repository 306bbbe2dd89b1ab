/** Where a code leads, remembered for a second; a change made by staff of the tenant here is seen at once. */
import type { PublicContext } from '#server/platform/context.ts'
import { notFound, qrNotConfigured } from '#server/platform/errors.ts'
import { normaliseQrCode } from '#server/platform/qr-code.ts'

export interface Place {
  readonly tenantId: string
  readonly code: string
  readonly amenityId: string
  readonly buildingId: string
  /** codes of the issues that may be chosen here */
  readonly categories: ReadonlySet<string>
}

type Found = { readonly place: Place } | { readonly fault: 'NOT_FOUND' | 'QR_NOT_CONFIGURED' }

interface Row {
  amenity_id: string | null
  building_id: string | null
  retired: boolean
  archived: boolean
  categories: { code: string; retired: boolean }[] | null
}

const select = `select q.amenity_id, a.building_id, q.retired_at is not null as retired, a.archived_at is not null as archived, t.categories
  from qr_code q
  left join amenity a on a.tenant_id = q.tenant_id and a.id = q.amenity_id
  left join amenity_type t on t.tenant_id = a.tenant_id and t.code = a.type
  where q.tenant_id = $1 and q.code = $2`

const rememberMs = 1000
const maxRemembered = 5000

/** Where codes lead; one for each running instance. */
export interface Places {
  /** @throws ServiceError NOT_FOUND for an unknown or replaced code, QR_NOT_CONFIGURED for one without an amenity */
  find(ctx: PublicContext, code: string): Promise<Place>
  forget(tenantId: string): void
}

const look = async (
  ctx: PublicContext,
  code: string,
): Promise<Found & { readonly tenantId: string | undefined }> => {
  const line = await ctx.directory
    .selectFrom('qr_directory')
    .select('tenant_id')
    .where('code', '=', code)
    .executeTakeFirst()
  if (!line) return { fault: 'NOT_FOUND', tenantId: undefined }
  const tenantId = line.tenant_id
  const [row] = await ctx.inTenant(tenantId, 'read', (tenant) => tenant.run<Row>(select, [tenantId, code]))
  if (!row || row.retired) return { fault: 'NOT_FOUND', tenantId }
  if (!row.amenity_id || !row.building_id || row.archived) return { fault: 'QR_NOT_CONFIGURED', tenantId }
  const categories = new Set(
    (row.categories ?? []).filter(({ retired }) => !retired).map((category) => category.code),
  )
  return {
    place: { tenantId, code, amenityId: row.amenity_id, buildingId: row.building_id, categories },
    tenantId,
  }
}

export const openPlaces = (): Places => {
  const known = new Map<string, { at: number; tenantId: string | undefined; found: Found }>()
  return {
    find: async (ctx, input) => {
      const code = normaliseQrCode(input)
      if (code === undefined) throw notFound()
      let entry = known.get(code)
      if (!entry || performance.now() - entry.at > rememberMs) {
        const at = performance.now()
        const { tenantId, ...found } = await look(ctx, code)
        entry = { at, tenantId, found }
        if (known.size >= maxRemembered) known.clear()
        // A guess must not push real codes out.
        if (tenantId) known.set(code, entry)
      }
      if ('place' in entry.found) return entry.found.place
      throw entry.found.fault === 'NOT_FOUND' ? notFound() : qrNotConfigured()
    },
    forget: (tenantId) => {
      for (const [code, entry] of known) if (entry.tenantId === tenantId) known.delete(code)
    },
  }
}
