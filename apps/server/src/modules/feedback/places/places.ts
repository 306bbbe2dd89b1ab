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
  /** words and photos wait for an administrator before managers see them */
  readonly moderated: boolean
}

export type Found =
  | { readonly kind: 'PLACE'; readonly tenantId: string; readonly code: string; readonly place: Place }
  | { readonly kind: 'UNLINKED'; readonly tenantId: string; readonly code: string }
  | { readonly kind: 'UNKNOWN' }

interface Row {
  amenity_id: string | null
  building_id: string | null
  retired: boolean
  archived: boolean
  categories: { code: string; retired: boolean }[] | null
  moderation: string | null
}

const select = `select q.amenity_id, a.building_id, q.retired_at is not null as retired, a.archived_at is not null as archived, t.categories,
    n.settings #>> '{privacy,moderation}' as moderation
  from qr_code q
  join tenant n on n.id = q.tenant_id
  left join amenity a on a.tenant_id = q.tenant_id and a.id = q.amenity_id
  left join amenity_type t on t.tenant_id = a.tenant_id and t.code = a.type
  where q.tenant_id = $1 and q.code = $2`

const rememberMs = 1000
const maxRemembered = 5000

/** Where codes lead; one for each running instance. */
export interface Places {
  look(ctx: PublicContext, code: string): Promise<Found>
  /** @throws ServiceError NOT_FOUND for an unknown or replaced code, QR_NOT_CONFIGURED for one without an amenity */
  find(ctx: PublicContext, code: string): Promise<Place>
  forget(tenantId: string): void
}

/** Whose sticker a code is on; that never changes. */
const tenantOf = async (ctx: PublicContext, code: string): Promise<string | undefined> => {
  const line = await ctx.directory
    .selectFrom('qr_directory')
    .select('tenant_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return line?.tenant_id
}

const look = async (ctx: PublicContext, tenantId: string, code: string): Promise<Found> => {
  const [row] = await ctx.inTenant(tenantId, 'read', (tenant) => tenant.run<Row>(select, [tenantId, code]))
  if (!row || row.retired) return { kind: 'UNKNOWN' }
  const { amenity_id: amenityId, building_id: buildingId } = row
  if (!amenityId || !buildingId || row.archived) return { kind: 'UNLINKED', tenantId, code }
  const categories = new Set(
    (row.categories ?? []).filter(({ retired }) => !retired).map((category) => category.code),
  )
  const moderated = row.moderation === 'BEFORE'
  return {
    kind: 'PLACE',
    tenantId,
    code,
    place: { tenantId, code, amenityId, buildingId, categories, moderated },
  }
}

/** @throws ServiceError NOT_FOUND, QR_NOT_CONFIGURED */
export const placeOf = (found: Found): Place => {
  if (found.kind === 'PLACE') return found.place
  throw found.kind === 'UNLINKED' ? qrNotConfigured() : notFound()
}

export const openPlaces = (): Places => {
  const known = new Map<string, { at: number; found: Found }>()
  const tenants = new Map<string, string>()
  /** Lookups under way: visitors who come at once wait for the same one. */
  const asked = new Map<string, Promise<Found>>()

  const ask = async (ctx: PublicContext, code: string): Promise<Found> => {
    const tenantId = tenants.get(code) ?? (await tenantOf(ctx, code))
    // A guess must not push real codes out.
    if (tenantId === undefined) return { kind: 'UNKNOWN' }
    if (tenants.size >= maxRemembered) tenants.clear()
    tenants.set(code, tenantId)
    return look(ctx, tenantId, code)
  }

  const places: Places = {
    look: async (ctx, input) => {
      const code = normaliseQrCode(input)
      if (code === undefined) return { kind: 'UNKNOWN' }
      const entry = known.get(code)
      const at = performance.now()
      if (entry && at - entry.at <= rememberMs) return entry.found
      const underWay = asked.get(code)
      if (underWay) return underWay
      const asking = ask(ctx, code)
      asked.set(code, asking)
      try {
        const found = await asking
        // What was asked before a change is not remembered after it.
        if (asked.get(code) === asking && found.kind !== 'UNKNOWN') {
          if (known.size >= maxRemembered) known.clear()
          known.set(code, { at, found })
        }
        return found
      } finally {
        if (asked.get(code) === asking) asked.delete(code)
      }
    },
    find: async (ctx, code) => placeOf(await places.look(ctx, code)),
    forget: (tenantId) => {
      asked.clear()
      for (const [code, { found }] of known) {
        if (found.kind !== 'UNKNOWN' && found.tenantId === tenantId) known.delete(code)
      }
    },
  }
  return places
}
