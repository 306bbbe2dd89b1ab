/** Titles of tasks that appear inside other records: a submission, a list of breaches, a handover. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Names } from '#server/modules/places/amenity-types/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { titleFor } from './problem-title.ts'

interface TitleRow {
  readonly id: string
  readonly title: string
  readonly category: string | null
  readonly amenity: string | null
  readonly location: string | null
  readonly names: Names | null
}

const text = `select t.id, t.title, t.category, a.name as amenity, ${pathOfLocation('a.location_id')} as location,
    (select c.value -> 'names' from amenity_type y, jsonb_array_elements(y.categories) c
     where y.tenant_id = $1 and y.code = a.type and c.value ->> 'code' = t.category) as names
  from task t left join lateral (select name, type, location_id from amenity where tenant_id = $1 and id = t.amenity_id offset 0) a on true
  where t.tenant_id = $1 and t.id = any($2::uuid[])`

/** In the reader's language if the service created them; one statement for all. */
export const readTitles = async (
  ctx: TenantContext,
  taskIds: readonly string[],
  language: VisitorLanguage,
): Promise<ReadonlyMap<string, string>> => {
  if (taskIds.length === 0) return new Map()
  const rows = await ctx.run<TitleRow>(text, [ctx.tenantId, [...new Set(taskIds)]])
  return new Map(rows.map(({ id, title, ...problem }) => [id, titleFor(title, problem, language)]))
}
