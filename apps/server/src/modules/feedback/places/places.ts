/**
 * Where a code leads, remembered while nothing of its tenant is written. Whether that is so is asked once a second for all
 * codes of a tenant; a change made by staff of the tenant here is seen at once.
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
  /** codes of the issues that may be chosen here */
  readonly categories: ReadonlySet<string>
  /** those of them that endanger people */
  readonly dangers: ReadonlySet<string>
  /** whether an administrator reads words and photos before or after managers do */
  readonly moderation: Settings['privacy']['moderation']
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

/** So old the number of writes may be that an answer is held against. */
const askedAgainMs = 1000
/** What is written past the service, by hand or by a version from before, is seen after this long. */
const mostMs = 30_000
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
export const placeOf = (found: Found): Place => {
  if (found.kind === 'PLACE') return found.place
  throw found.kind === 'UNLINKED' ? qrNotConfigured() : notFound()
}

interface Entry {
  readonly found: Exclude<Found, { kind: 'UNKNOWN' }>
  /** of the tenant, from before it was looked up */
  readonly writes: number
  /** by performance.now() */
  readonly at: number
}

interface Writes {
  /** by performance.now(), before it was asked for */
  readonly at: number
  readonly asked: Promise<number>
  /** as soon as it is told */
  number: number | undefined
}

export const openPlaces = (changeCounters: ChangeCounters): Places => {
  const known = new Map<string, Entry>()
  const tenants = new Map<string, string>()
  /** Lookups under way: visitors who come at once wait for the same one. */
  const asked = new Map<string, Promise<Found>>()
  /** by tenant */
  const writes = new Map<string, Writes>()

  const lately = (tenantId: string): Writes | undefined => {
    const last = writes.get(tenantId)
    return last && performance.now() - last.at <= askedAgainMs ? last : undefined
  }

  const askWrites = (tenantId: string): Writes => {
    const entry: Writes = {
      at: performance.now(),
      asked: changeCounters.of(tenantId, 'writes'),
      number: undefined,
    }
    cacheBounded(writes, tenantId, entry, maxRemembered)
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

  const holds = (entry: Entry, number: number | undefined): boolean =>
    entry.writes === number && performance.now() - entry.at <= mostMs

  const ask = async (ctx: PublicContext, code: string): Promise<Found> => {
    const tenantId = tenants.get(code) ?? (await tenantOf(ctx, code))
    // A guess must not push real codes out.
    if (tenantId === undefined) return { kind: 'UNKNOWN' }
    cacheBounded(tenants, code, tenantId, maxRemembered)
    const before = lately(tenantId) ?? askWrites(tenantId)
    const number = await before.asked
    const entry = known.get(code)
    if (entry && holds(entry, number)) return entry.found
    const at = performance.now()
    const found = await look(ctx, tenantId, code)
    // What was asked before a change here is not remembered after it.
    if (found.kind !== 'UNKNOWN' && writes.get(tenantId) === before) {
      cacheBounded(known, code, { found, writes: number, at }, maxRemembered)
    }
    return found
  }

  const places: Places = {
    look: async (ctx, input) => {
      // What is remembered is in its normal form.
      const code = known.has(input) ? input : readQrCode(input)
      if (code === undefined) return { kind: 'UNKNOWN' }
      const entry = known.get(code)
      const last = entry && lately(entry.found.tenantId)
      if (last && holds(entry, last.number)) return entry.found
      const underWay = asked.get(code)
      if (underWay) return underWay
      const asking = ask(ctx, code)
      asked.set(code, asking)
      try {
        return await asking
      } finally {
        if (asked.get(code) === asking) asked.delete(code)
      }
    },
    find: async (ctx, code) => placeOf(await places.look(ctx, code)),
    forget: (tenantId) => {
      asked.clear()
      // Whoever has read the number before reads it again.
      writes.delete(tenantId)
      for (const [code, { found }] of known) if (found.tenantId === tenantId) known.delete(code)
    },
  }
  return places
}
