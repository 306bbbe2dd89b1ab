/** What a rule would have done with the stored reports: the same pure rules, in batches, oldest first. */
import type { AlertRuleMatch } from '#contracts/alerts/rules.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { repeatCounter, reportCounter, type UsedBefore, usageCounter } from './counters.ts'
import { readAllFaults } from './faults.ts'
import {
  firedFor,
  inScope,
  type NamedIssue,
  type ReportFacts,
  type ReportPlace,
  type Rule,
  repeatWindowMs,
  usageCategory,
} from './rules.ts'

export interface BackTest {
  readonly fired: number
  /** of the requested page, newest first */
  readonly matches: readonly AlertRuleMatch[]
  /** there was more than is read: only the newest part was counted */
  readonly sampled: boolean
}

interface Hit {
  readonly feedbackId: string | null
  readonly taskId: string | null
  readonly at: Date
  readonly amenityId: string
  readonly category: string
}

const dayMs = 24 * 3600_000
const triedDays = 30
const batch = 5000
/** Maximum of reports, or faults, that one try reads. */
const mostRead = 100_000
const mostUses = 1000
const newestPage: Matches = { page: 1, pageSize: 20 }

/** Counts all hits and keeps only those of the page. */
const hitCounter = ({ page, pageSize }: Matches) => {
  const kept = page * pageSize
  let count = 0
  let newest: Hit[] = []
  return {
    add: (hit: Hit): void => {
      count++
      newest.push(hit)
      if (newest.length > 10 * kept) newest = newest.slice(-kept)
    },
    count: () => count,
    page: () =>
      newest
        .slice(-kept)
        .reverse()
        .slice(kept - pageSize),
  }
}

interface PlaceRow {
  id: string
  type: string
  building_id: string
}

const placesText = `with recursive below as (
    select id from location where tenant_id = $1 and id = any($4::uuid[])
    union select l.id from below join location l on l.tenant_id = $1 and l.parent_id = below.id)
  select id, type, building_id from amenity
  where tenant_id = $1 and ($2::uuid[] is null or building_id = any($2)) and ($3::text[] is null or type = any($3))
    and ($4::uuid[] is null or location_id in (select id from below))`

type Places = ReadonlyMap<string, ReportPlace>

/** The amenities in the rule's scope, archived ones included. */
const readPlaces = async (ctx: TenantContext, { scope }: Rule): Promise<Places> => {
  const { buildingIds = null, types = null, locationIds = null } = scope
  const rows = await ctx.run<PlaceRow>(placesText, [ctx.tenantId, buildingIds, types, locationIds])
  return new Map(
    rows.map(({ id, type, building_id }) => [id, { type, buildingId: building_id, locationIds: [] }]),
  )
}

interface ReportRow {
  id: string
  amenity_id: string
  rating: number | null
  issues: { code: string }[]
  source: string
  counted: boolean
  created_at: Date
}

const pageText = `select id, amenity_id, rating, issues, source, counted, created_at from feedback
  where tenant_id = $1 and (created_at, id) > ($2, $3::uuid) and state <> 'QUARANTINED'
    and ($4::uuid[] is null or amenity_id = any($4)) and ($5::int is null or rating <= $5) and (not $6 or issues <> '[]')
  order by created_at, id limit ${batch}`

/** Start of the newest `mostRead` reports. */
const startText = `select created_at from feedback where tenant_id = $1 and created_at > $2
  order by created_at desc, id desc offset ${mostRead} limit 1`

const safetyText = `select t.code || ' ' || (c.value ->> 'code') as key from amenity_type t, jsonb_array_elements(t.categories) c
  where t.tenant_id = $1 and (c.value ->> 'safety')::boolean`

const usedText = `select a.id, (select count(*) from (
      select 1 from feedback f where f.tenant_id = $1 and f.amenity_id = a.id and f.counted
        and f.created_at > cleaned.before and f.created_at <= $4 limit $5) as uses) as uses,
    array(select c.at from unnest(cleaned.later || a.last_cleaned_at) as c (at) where c.at > $4 order by c.at) as later
  from unnest($2::uuid[]) as asked (id)
  join amenity a on a.tenant_id = $1 and a.id = asked.id
  cross join lateral (
    select greatest(a.created_at, case when a.last_cleaned_at <= $4 then a.last_cleaned_at end,
        max(t.completed_at) filter (where t.completed_at <= $4)) as before,
      coalesce(array_agg(t.completed_at) filter (where t.completed_at > $4), '{}') as later
    from task t where t.tenant_id = $1 and t.amenity_id = a.id and t.category = $3 and t.merged_into is null and t.status = 'DONE'
  ) as cleaned`

const readUsed = async (
  ctx: TenantContext,
  rule: Rule,
  places: Places,
  start: Date,
): Promise<(amenityId: string) => UsedBefore> => {
  const rows = await ctx.run<{ id: string; uses: number; later: Date[] }>(usedText, [
    ctx.tenantId,
    [...places.keys()],
    usageCategory(rule),
    start,
    Math.min((rule.trigger.count ?? 0) + 1, mostUses),
  ])
  const used = new Map(
    rows.map(({ id, uses, later }) => [id, { uses, cleanings: later.map((at) => at.getTime()) }]),
  )
  return (amenityId) => used.get(amenityId) ?? { uses: 0, cleanings: [] }
}

/** The categories for which a report makes the rule fire. */
type RuleCheck = (row: ReportRow, facts: ReportFacts) => readonly string[]

const ruleCheckOf = async (
  ctx: TenantContext,
  rule: Rule,
  places: Places,
  start: Date,
): Promise<RuleCheck> => {
  if (rule.trigger.kind === 'COUNT') {
    const reached = reportCounter(rule)
    return (row, facts) =>
      facts.issues.flatMap(({ code }) =>
        inScope(rule, facts, code) &&
        reached(`${row.amenity_id} ${code}`, row.source, row.created_at.getTime())
          ? [code]
          : [],
      )
  }
  if (rule.trigger.kind === 'USAGE') {
    const overused = usageCounter(rule, await readUsed(ctx, rule, places, start))
    const category = usageCategory(rule)
    return (row, facts) =>
      row.counted && inScope(rule, facts, category) && overused(row.amenity_id, row.created_at.getTime())
        ? [category]
        : []
  }
  return (_row, facts) => firedFor(rule, facts)
}

const testOnReports = async (
  ctx: TenantContext,
  rule: Rule,
  places: Places,
  asked: Date,
  wanted: Matches,
): Promise<{ fired: number; hits: Hit[]; sampled: boolean }> => {
  const [cut] = await ctx.run<{ created_at: Date }>(startText, [ctx.tenantId, asked])
  const start = cut?.created_at ?? asked
  const step = await ruleCheckOf(ctx, rule, places, start)
  const dangerous = new Set(
    (await ctx.run<{ key: string }>(safetyText, [ctx.tenantId])).map(({ key }) => key),
  )
  const { kind, maxRating } = rule.trigger
  const { buildingIds, types } = rule.scope
  const isNarrow = buildingIds !== undefined || types !== undefined
  const filters = [
    isNarrow ? [...places.keys()] : null,
    kind === 'RATING' ? maxRating : null,
    kind === 'ISSUE' || kind === 'COUNT',
  ]
  const found = hitCounter(wanted)
  let [at, id] = [start, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const rows = await ctx.run<ReportRow>(pageText, [ctx.tenantId, at, id, ...filters])
    for (const row of rows) {
      const place = places.get(row.amenity_id)
      if (!place) continue
      const codes = [...new Set(row.issues.map(({ code }) => code))]
      const issues = codes.map(
        (code): NamedIssue => ({ code, safety: dangerous.has(`${place.type} ${code}`) }),
      )
      for (const category of step(row, { ...place, rating: row.rating, issues }))
        found.add({
          feedbackId: row.id,
          taskId: null,
          at: row.created_at,
          amenityId: row.amenity_id,
          category,
        })
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    ;[at, id] = [last.created_at, last.id]
  }
  return { fired: found.count(), hits: found.page(), sampled: cut !== undefined }
}

const testOnFaults = async (
  ctx: TenantContext,
  rule: Rule,
  places: Places,
  start: Date,
  wanted: Matches,
): Promise<{ fired: number; hits: Hit[]; sampled: boolean }> => {
  const faults = await readAllFaults(ctx, new Date(start.getTime() - repeatWindowMs(rule)), mostRead)
  const repeats = repeatCounter(rule)
  const found = hitCounter(wanted)
  for (const fault of faults) {
    const place = places.get(fault.amenityId)
    if (!place || !inScope(rule, place, fault.category) || !repeats(fault)) continue
    const { amenityId, category, taskId, at } = fault
    if (at > start) found.add({ feedbackId: null, taskId, at, amenityId, category })
  }
  return { fired: found.count(), hits: found.page(), sampled: faults.length === mostRead }
}

const tasksText = `select asked.place, (
    select coalesce(t.merged_into, t.id) from task_feedback l
    join task t on t.tenant_id = $1 and t.id = l.task_id and t.category = asked.category
    where l.tenant_id = $1 and l.feedback_id = asked.feedback_id order by t.id limit 1) as task_id
  from unnest($2::uuid[], $3::text[]) with ordinality as asked (feedback_id, category, place) order by asked.place`

const standText = `select a.id, a.name, b.id as building_id, b.name as building, ${pathOfLocation('a.location_id')} as location
  from amenity a join building b on b.tenant_id = $1 and b.id = a.building_id
  where a.tenant_id = $1 and a.id = any($2::uuid[])`

interface StandRow {
  id: string
  name: string
  building_id: string
  building: string
  location: string | null
}

/** Adds the task of each submission, if there is one. */
const present = async (ctx: TenantContext, hits: readonly Hit[]): Promise<AlertRuleMatch[]> => {
  if (hits.length === 0) return []
  const ids = [...new Set(hits.map(({ amenityId }) => amenityId))]
  const [tasks, stands] = await Promise.all([
    ctx.run<{ task_id: string | null }>(tasksText, [
      ctx.tenantId,
      hits.map(({ feedbackId }) => feedbackId),
      hits.map(({ category }) => category),
    ]),
    ctx.run<StandRow>(standText, [ctx.tenantId, ids]),
  ])
  const standOf = new Map(stands.map((stand) => [stand.id, stand]))
  return hits.map(({ feedbackId, taskId, at, amenityId, category }, index) => {
    const stand = standOf.get(amenityId)
    return {
      feedbackId,
      taskId: taskId ?? tasks[index]?.task_id ?? null,
      at: at.toISOString(),
      amenity: { id: amenityId, name: stand?.name ?? '' },
      location: stand?.location ?? null,
      building: { id: stand?.building_id ?? '', name: stand?.building ?? '' },
      category,
    }
  })
}

/** Over the last 30 days; tasks that the rule would have opened count as finished at once. */
export const tryRule = async (
  ctx: TenantContext,
  wanted: Rule,
  page: Matches = newestPage,
): Promise<BackTest> => {
  const start = new Date(ctx.now.getTime() - triedDays * dayMs)
  const places = await readPlaces(ctx, wanted)
  // The amenities match the scope already, so only its categories are checked further.
  const { locationIds: _, ...scope } = wanted.scope
  const rule: Rule = { ...wanted, enabled: true, scope }
  const over = rule.trigger.kind === 'REPEAT' ? testOnFaults : testOnReports
  const { fired, hits, sampled } = await over(ctx, rule, places, start, page)
  return { fired, matches: await present(ctx, hits), sampled }
}
