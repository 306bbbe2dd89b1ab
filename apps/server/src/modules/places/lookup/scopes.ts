/** Checks that everything a scope names exists. */
import type { Scope } from '#contracts/kit/scope.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'

const knownText = `select
    (select count(*) from building where tenant_id = $1 and id = any($2::uuid[]) and archived_at is null) as buildings,
    (select count(*) from location where tenant_id = $1 and id = any($3::uuid[])) as locations,
    array(select code from amenity_type where tenant_id = $1 and code = any($4::text[])) as types,
    array(select distinct c.value ->> 'code' from amenity_type t, jsonb_array_elements(t.categories) c
          where t.tenant_id = $1 and c.value ->> 'code' = any($5::text[])) as categories`

interface ExistingParts {
  buildings: number
  locations: number
  types: string[]
  categories: string[]
}

/** What the new scope names beyond the old one: something that was deleted since must not prevent other changes. */
export const addedTo = (before: Scope, scope: Scope): Required<Scope> => {
  const added = (part: keyof Scope): string[] =>
    (scope[part] ?? []).filter((one) => !before[part]?.includes(one))
  return {
    buildingIds: added('buildingIds'),
    locationIds: added('locationIds'),
    types: added('types'),
    categories: added('categories'),
  }
}

/**
 * @param path where in the input the scope is
 * @param before the former scope; what it names is not checked
 * @throws ServiceError NOT_FOUND for a building or a location, VALIDATION_ERROR for a type or a category
 */
export const requireScope = async (
  ctx: TenantContext,
  scope: Scope,
  path: string,
  before: Scope = {},
): Promise<void> => {
  const { buildingIds, locationIds, types, categories } = addedTo(before, scope)
  const [known] = await ctx.run<ExistingParts>(knownText, [
    ctx.tenantId,
    buildingIds,
    locationIds,
    types,
    categories,
  ])
  if (known?.buildings !== buildingIds.length || known.locations !== locationIds.length) throw notFound()
  const type = types.find((code) => !known.types.includes(code))
  if (type !== undefined) throw invalid(`${path}.types`, `there is no amenity type ${type}`)
  const category = categories.find((code) => !known.categories.includes(code))
  if (category !== undefined) throw invalid(`${path}.categories`, `there is no issue category ${category}`)
}
