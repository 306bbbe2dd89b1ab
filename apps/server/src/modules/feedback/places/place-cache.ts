/**
 * Caches where a code leads until the tenant writes something. The tenant's write counter is read once a second for
 * all its codes; a change by staff on this instance is seen at once.
 */

import { readQrCode } from '#contracts/qr-code.ts'
import type { Settings } from '#contracts/settings.ts'
import { settingsDefaults } from '#server/modules/settings/public.ts'
import { cacheBounded } from '#server/platform/bounded-cache.ts'
import type { PublicContext } from '#server/platform/context.ts'
import type { ChangeCounters } from '#server/platform/db/change-counters.ts'
import { notFound, qrNotConfigured } from '#server/platform/errors.ts'

export interface Place {
  readonly tenantId: string
  readonly code: string
  readonly amenityId: string
  readonly buildingId: string
  /** issue codes that visitors may choose here */
  readonly categories: ReadonlySet<string>
  /** those of them that are safety issues */
  readonly dangers: ReadonlySet<string>
  /** whether an administrator reviews words and photos before or after managers see them */
  readonly moderation: Settings['privacy']['moderation']
}

export type CodeLookup =
  | { readonly kind: 'PLACE'; readonly tenantId: string; readonly code: string; readonly place: Place }
  | { readonly kind: 'UNLINKED'; readonly tenantId: string; readonly code: string }
  | { readonly kind: 'UNKNOWN' }

interface PlaceRow {
  amenity_id: string | null
  building_id: string | null
  retired: boolean
  archived: boolean
  categories: { code: string; retired: boolean; safety?: boolean }[] | null
  moderation: Place['moderation'] | null
}

const select = `select q.amenity_id, a.building_id, q.retired_at is not null as retired, a.archived_at is not null as archived, t.categories,
    n.settings #>> '{privacy,moderation}' as moderation
  from qr_code q
  join tenant n on n.id = q.tenant_id
  left join amenity a on a.tenant_id = q.tenant_id and a.id = q.amenity_id
  left join amenity_type t on t.tenant_id = a.tenant_id and t.code = a.type
  where q.tenant_id = $1 and q.code = $2`

/** Milliseconds for which a write counter is valid. */
const writesValidMs = 1000
/** Milliseconds until changes made directly in the database are seen. */
const maxAgeMs = 30_000
const maxCached = 5000

/** The cache of codes; one for each running instance. */
export interface PlaceCache {
  lookUpCode(ctx: PublicContext, code: string): Promise<CodeLookup>
  /** @throws ServiceError NOT_FOUND for an unknown or replaced code, QR_NOT_CONFIGURED for one without an amenity */
  find(ctx: PublicContext, code: string): Promise<Place>
  forget(tenantId: string): void
}

/** The tenant of a code, which never changes. */
const tenantOf = async (ctx: PublicContext, code: string): Promise<string | undefined> => {
  const line = await ctx.directory
    .selectFrom('qr_directory')
    .select('tenant_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return line?.tenant_id
}

const lookUp = async (ctx: PublicContext, tenantId: string, code: string): Promise<CodeLookup> => {
  const [row] = await ctx.inTenant(tenantId, 'read', (tenant) =>
    tenant.run<PlaceRow>(select, [tenantId, code]),
  )
  if (!row || row.retired) return { kind: 'UNKNOWN' }
  const { amenity_id: amenityId, building_id: buildingId } = row
  if (!amenityId || !buildingId || row.archived) return { kind: 'UNLINKED', tenantId, code }
  const offered = (row.categories ?? []).filter(({ retired }) => !retired)
  const categories = new Set(offered.map((category) => category.code))
  const dangers = new Set(offered.filter(({ safety }) => safety).map((category) => category.code))
  const moderation = row.moderation ?? settingsDefaults.privacy.moderation
  return {
    kind: 'PLACE',
    tenantId,
    code,
    place: { tenantId, code, amenityId, buildingId, categories, dangers, moderation },
  }
}

/** @throws ServiceError NOT_FOUND, QR_NOT_CONFIGURED */
export const placeOf = (found: CodeLookup): Place => {
  if (found.kind === 'PLACE') return found.place
  throw found.kind === 'UNLINKED' ? qrNotConfigured() : notFound()
}

interface CacheEntry {
  readonly found: Exclude<CodeLookup, { kind: 'UNKNOWN' }>
  /** write counter of the tenant, read before the lookup */
  readonly writes: number
  /** by performance.now() */
  readonly at: number
}

interface WriteCounter {
  /** by performance.now(), before the query */
  readonly at: number
  readonly asked: Promise<number>
  /** once it is known */
  number: number | undefined
}

export const openPlaceCache = (changeCounters: ChangeCounters): PlaceCache => {
  const known = new Map<string, CacheEntry>()
  const tenants = new Map<string, string>()
  /** Lookups in progress: visitors at the same time share one. */
  const lookups = new Map<string, Promise<CodeLookup>>()
  /** by tenant */
  const writes = new Map<string, WriteCounter>()

  const recentWrites = (tenantId: string): WriteCounter | undefined => {
    const last = writes.get(tenantId)
    return last && performance.now() - last.at <= writesValidMs ? last : undefined
  }

  const fetchWrites = (tenantId: string): WriteCounter => {
    const entry: WriteCounter = {
      at: performance.now(),
      asked: changeCounters.of(tenantId, 'writes'),
      number: undefined,
    }
    cacheBounded(writes, tenantId, entry, maxCached)
    entry.asked.then(
      (number) => {
        entry.number = number
      },
      () => {
        if (writes.get(tenantId) === entry) writes.delete(tenantId)
      },
    )
    return entry
  }

  const isCurrent = (entry: CacheEntry, number: number | undefined): boolean =>
    entry.writes === number && performance.now() - entry.at <= maxAgeMs

  const ask = async (ctx: PublicContext, code: string): Promise<CodeLookup> => {
    const tenantId = tenants.get(code) ?? (await tenantOf(ctx, code))
    // Guessed codes must not evict real ones.
    if (tenantId === undefined) return { kind: 'UNKNOWN' }
    cacheBounded(tenants, code, tenantId, maxCached)
    const before = recentWrites(tenantId) ?? fetchWrites(tenantId)
    const number = await before.asked
    const entry = known.get(code)
    if (entry && isCurrent(entry, number)) return entry.found
    const at = performance.now()
    const found = await lookUp(ctx, tenantId, code)
    // A result that was read before a change on this instance is not cached.
    if (found.kind !== 'UNKNOWN' && writes.get(tenantId) === before) {
      cacheBounded(known, code, { found, writes: number, at }, maxCached)
    }
    return found
  }

  const places: PlaceCache = {
    lookUpCode: async (ctx, input) => {
      // Cached codes are in normal form.
      const code = known.has(input) ? input : readQrCode(input)
      if (code === undefined) return { kind: 'UNKNOWN' }
      const entry = known.get(code)
      const last = entry && recentWrites(entry.found.tenantId)
      if (last && isCurrent(entry, last.number)) return entry.found
      const underWay = lookups.get(code)
      if (underWay) return underWay
      const asking = ask(ctx, code)
      lookups.set(code, asking)
      try {
        return await asking
      } finally {
        if (lookups.get(code) === asking) lookups.delete(code)
      }
    },
    find: async (ctx, code) => placeOf(await places.lookUpCode(ctx, code)),
    forget: (tenantId) => {
      lookups.clear()
      // The counter is read again, also by lookups in progress.
      writes.delete(tenantId)
      for (const [code, { found }] of known) if (found.tenantId === tenantId) known.delete(code)
    },
  }
  return places
}
