import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { similarFindings } from '#contracts/scout/phone/findings.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { amenitiesInReach } from '#server/modules/scout/sites/public.ts'
import { readTitles } from '#server/modules/tasks/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { unscored } from './finding-row.ts'

// Own findings that have a task are told as that task.
const similarText = `select 'TASK' as kind, t.id, t.category, t.created_at as since, t.reporter_count as reports, t.status as state,
    exists (select from finding f where f.tenant_id = $1 and f.task_id = t.id and f.scout_id = $2) as own, null::jsonb as names
  from task t where t.tenant_id = $1 and t.amenity_id = $3 and ($4::text is null or t.category = $4)
    and t.merged_into is null and t.status <> 'DONE' and not $5
  union all
  select 'FINDING', f.id, f.category, f.created_at, 1, f.state, true,
    (select c.value -> 'names' from amenity a join amenity_type y on y.tenant_id = $1 and y.code = a.type,
       jsonb_array_elements(y.categories) c where a.tenant_id = $1 and a.id = f.amenity_id and c.value ->> 'code' = f.category)
  from finding f where f.tenant_id = $1 and f.amenity_id = $3 and f.scout_id = $2 and ($4::text is null or f.category = $4)
    and f.state in ('REPORTED', 'ACCEPTED', 'FIXED', 'REOPENED') and ($5 or f.task_id is null)
  order by since, id`

interface Row {
  kind: 'TASK' | 'FINDING'
  id: string
  category: string | null
  since: Date
  reports: number
  state: string
  own: boolean
  names: Names | null
}

const blindText = `select ${unscored('$3')} as unscored`

export default serve(similarFindings)(async (ctx, { query }) => {
  const scout = await readScout(ctx)
  const ids = query.amenity ?? query.amenityId ?? []
  const [amenityId] = ids
  if (ids.length > 1) throw invalid('query.amenityId', 'must be one amenity')
  if (amenityId === undefined) return { items: [], total: 0 }
  if (!(await amenitiesInReach(ctx, scout, [amenityId])).has(amenityId)) throw notFound()
  const asked = [ctx.tenantId, scout.id, amenityId]
  const [seen] = scout.blind ? await ctx.run<{ unscored: boolean }>(blindText, asked) : []
  const rows = await ctx.run<Row>(similarText, [...asked, query.category ?? null, seen?.unscored ?? false])
  if (query.sort === '-since') rows.reverse()
  const { limit, offset } = pageBounds(query)
  const page = rows.slice(offset, offset + limit)
  const language = scout.language as VisitorLanguage
  const titles = await readTitles(
    ctx,
    page.flatMap(({ kind, id }) => (kind === 'TASK' ? [id] : [])),
    language,
  )
  const items = page.map((row) => ({
    kind: row.kind,
    id: row.id,
    title: titles.get(row.id) ?? nameOfIssue(row.category ?? 'OTHER', row.names ?? {}, language),
    since: row.since.toISOString(),
    reports: row.reports,
    state: row.state,
    own: row.own,
  }))
  return { items, total: rows.length }
})
