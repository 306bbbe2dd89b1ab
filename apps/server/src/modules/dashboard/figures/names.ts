/** Names of buildings, amenities, types and issues in the reader's language. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { type Names, nameOfIssue, nameOfType } from '#server/modules/places/amenity-types/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { callerLanguage, tenantLanguage } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Group } from './count.ts'

interface TypeRow {
  code: string
  names: Names
  categories: { code: string; names: Names }[]
}

const readTypes = async (ctx: TenantContext, inLanguage?: VisitorLanguage) => {
  const [rows, language, fallback] = await Promise.all([
    ctx.run<TypeRow>(
      'select code, names, categories from amenity_type where tenant_id = $1 order by position, code',
      [ctx.tenantId],
    ),
    inLanguage ?? callerLanguage(ctx),
    tenantLanguage(ctx),
  ])
  return { rows, language, fallback }
}

const namesFrom = async (
  ctx: TenantContext,
  table: 'building' | 'amenity',
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const text =
    table === 'building'
      ? 'select id, name from building where tenant_id = $1 and id = any($2::uuid[])'
      : 'select id, name from amenity where tenant_id = $1 and id = any($2::uuid[])'
  const rows = await ctx.run<{ id: string; name: string }>(text, [ctx.tenantId, ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** By amenity id: the place, e.g. "Washroom East · Level 3 · Quay House". */
export const amenityPlaces = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.run<{ id: string; name: string; location: string | null; building: string }>(
    `select a.id, a.name, ${pathOfLocation('a.location_id')} as location,
       (select name from building where tenant_id = $1 and id = a.building_id) as building
     from amenity a where a.tenant_id = $1 and a.id = any($2::uuid[])`,
    [ctx.tenantId, ids],
  )
  return new Map(rows.map(({ id, name, location, building }) => [id, sayPlace(name, location, building)]))
}

/** Names of the groups of a figure, by key. */
export const namesOf = async (
  ctx: TenantContext,
  group: Group,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  switch (group) {
    case 'all':
      return new Map()
    case 'building':
    case 'amenity':
      return namesFrom(ctx, group, keys)
    case 'type': {
      const { rows, language, fallback } = await readTypes(ctx)
      return new Map(rows.map(({ code, names }) => [code, nameOfType(code, names, language, fallback)]))
    }
    default:
      return group satisfies never
  }
}

/**
 * Names of issues, in the caller's language by default. If several types define a code, the first type with its own
 * name decides.
 */
export const issueNames = async (
  ctx: TenantContext,
  inLanguage?: VisitorLanguage,
): Promise<(code: string) => string> => {
  const { rows, language, fallback } = await readTypes(ctx, inLanguage)
  const own = new Map<string, Names>()
  for (const { code, names } of rows.flatMap(({ categories }) => categories))
    if (Object.keys(own.get(code) ?? {}).length === 0) own.set(code, names)
  return (code) => nameOfIssue(code, own.get(code) ?? {}, language, fallback)
}
