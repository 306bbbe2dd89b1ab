/** Reads what rules need to know about a report, its place and earlier reports. */
import { isIssueCode, issueDefaults } from '#contracts/catalogue/amenity-types.ts'
import type { Priority } from '#contracts/records.ts'
import { typeForVisitors } from '#server/modules/places/amenity-types/public.ts'
import { joinedByReport, readPlaces } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type ReportFacts, type Rule, usageCategory, usageRules } from './rules.ts'

export interface Category {
  readonly code: string
  readonly priority: Priority
  readonly skill: string | null
  readonly safety: boolean
}

export interface VisitorReport {
  /** of the feedback; a status report has the same id */
  readonly id: string
  readonly amenityId: string
  readonly source: string
  readonly at: Date
  /** it counts and is not in quarantine */
  readonly stands: boolean
  readonly facts: ReportFacts
  readonly rules: readonly Rule[]
  /** how the amenity's type treats a category */
  readonly categoryOf: (code: string) => Category
}

type RuleRow = Omit<Rule, 'windowMinutes'> & { readonly window_minutes: number | null }

/** Enabled rules, in the order in which they are applied. */
export const readRules = async (ctx: TenantContext): Promise<Rule[]> => {
  const rows = await ctx.run<RuleRow>(
    'select id, name, enabled, trigger, scope, action, window_minutes from alert_rule where tenant_id = $1 and enabled order by position, id',
    [ctx.tenantId],
  )
  return rows.map(({ window_minutes: windowMinutes, ...rule }) => ({ ...rule, windowMinutes }))
}

/** Locations of these amenities, from the innermost up; read only if a rule needs them. */
const readLocations = async (
  ctx: TenantContext,
  rules: readonly Rule[],
  amenityIds: readonly string[],
): Promise<(amenityId: string) => readonly string[]> => {
  if (!rules.some(({ scope }) => (scope.locationIds ?? []).length > 0)) return () => []
  const places = await readPlaces(ctx, amenityIds)
  return (amenityId) => places.get(amenityId)?.locationIds ?? []
}

interface ReportRow {
  id: string
  amenity_id: string
  building_id: string
  rating: number | null
  issues: { code: string }[]
  source: string
  created_at: Date
  stands: boolean
  type: string
}

export type CategoryOf = VisitorReport['categoryOf']

export const categoriesOf = async (ctx: TenantContext, type: string): Promise<CategoryOf> => {
  const known = new Map((await typeForVisitors(ctx, type, 'en'))?.issues.map((issue) => [issue.code, issue]))
  return (code) => known.get(code) ?? { code, ...issueDefaults[isIssueCode(code) ? code : 'OTHER'] }
}

/** By id; without those in quarantine and those of archived amenities. */
export const readReports = async (
  ctx: TenantContext,
  feedbackIds: readonly string[],
): Promise<Map<string, VisitorReport>> => {
  const rows = await ctx.run<ReportRow>(
    `select f.id, f.amenity_id, f.building_id, f.rating, f.issues, f.source, f.created_at, f.counted and f.state = 'VISIBLE' as stands, a.type
     from feedback f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id and a.archived_at is null
     where f.tenant_id = $1 and f.id = any($2::uuid[]) and f.state <> 'QUARANTINED'`,
    [ctx.tenantId, feedbackIds],
  )
  if (rows.length === 0) return new Map()
  const rules = await readRules(ctx)
  const locationsOf = await readLocations(
    ctx,
    rules,
    rows.map(({ amenity_id }) => amenity_id),
  )
  const categories = new Map<string, CategoryOf>()
  for (const type of new Set(rows.map((row) => row.type))) categories.set(type, await categoriesOf(ctx, type))
  return new Map(
    rows.map((row) => {
      const categoryOf = categories.get(row.type)
      if (!categoryOf) throw new Error(`The type ${row.type} was not read`)
      const codes = [...new Set(row.issues.map(({ code }) => code))]
      const facts = {
        buildingId: row.building_id,
        locationIds: locationsOf(row.amenity_id),
        type: row.type,
        rating: row.rating,
        issues: codes.map((code) => ({ code, safety: categoryOf(code).safety })),
      }
      return [
        row.id,
        {
          id: row.id,
          amenityId: row.amenity_id,
          source: row.source,
          at: row.created_at,
          stands: row.stands,
          facts,
          rules,
          categoryOf,
        },
      ]
    }),
  )
}

const usualWindowMinutes = 24 * 60
const windowStart = (at: Date, minutes: number | null): Date =>
  new Date(at.getTime() - (minutes ?? usualWindowMinutes) * 60_000)

/** Whether the source is counted already in the task that this report will join. */
export const isCounted = async (
  ctx: TenantContext,
  report: VisitorReport,
  category: string,
  windowMinutes: number | null,
): Promise<boolean> => {
  const rows = await ctx.run(
    `select 1 from task t
     join task_feedback l on l.tenant_id = $1 and l.task_id = t.id
     cross join lateral (select source from feedback where tenant_id = $1 and id = l.feedback_id offset 0) f
     where ${joinedByReport} and f.source = $5 and l.feedback_id <> $6 limit 1`,
    [ctx.tenantId, report.amenityId, category, windowStart(ctx.now, windowMinutes), report.source, report.id],
  )
  return rows.length > 0
}

/** Independent reporters of a task within a window, before and after this report. */
export const reportersOfTask = async (
  ctx: TenantContext,
  report: VisitorReport,
  taskId: string,
  windowMinutes: number,
): Promise<{ before: number; after: number }> => {
  const [row] = await ctx.run<{ before: number; after: number }>(
    `select count(distinct f.source) as after, count(distinct f.source) filter (where f.id <> $3) as before
     from task_feedback l
     cross join lateral (select id, source, created_at from feedback where tenant_id = $1 and id = l.feedback_id offset 0) f
     where l.tenant_id = $1 and l.task_id = $2 and f.created_at > $4`,
    [ctx.tenantId, taskId, report.id, windowStart(report.at, windowMinutes)],
  )
  return row ?? { before: 0, after: 0 }
}

/** Independent reporters of a category at this amenity within a window, up to this report. */
export const reportersHere = async (
  ctx: TenantContext,
  report: VisitorReport,
  category: string,
  windowMinutes: number | null,
): Promise<number> => {
  const [row] = await ctx.run<{ n: number }>(
    `select count(distinct source) as n from feedback
     where tenant_id = $1 and amenity_id = $2 and created_at > $3 and created_at <= $4 and state <> 'QUARANTINED' and issues @> $5::jsonb`,
    [
      ctx.tenantId,
      report.amenityId,
      windowStart(report.at, windowMinutes),
      report.at,
      JSON.stringify([{ code: category }]),
    ],
  )
  return row?.n ?? 0
}

/** Uses of an amenity since its last cleaning, by amenity and category. */
export type UsesOf = (amenityId: string, category: string) => number

const usesText = `select asked.amenity_id, asked.category, (
    select count(*) from (
      select 1 from feedback f where f.tenant_id = $1 and f.amenity_id = asked.amenity_id and f.counted
        and f.created_at > cleaned.at limit asked.enough
    ) as uses) as n
  from unnest($2::uuid[], $3::text[], $4::int[]) as asked (amenity_id, category, enough)
  join amenity a on a.tenant_id = $1 and a.id = asked.amenity_id
  cross join lateral (
    select greatest(a.created_at, a.last_cleaned_at,
      (select max(t.completed_at) from task t
       where t.tenant_id = $1 and t.amenity_id = a.id and t.category = asked.category and t.merged_into is null and t.status = 'DONE')) as at
    offset 0) as cleaned`

/**
 * Counts submissions since the last cleaning, which staff recorded or which is a finished task of the category.
 * Counting stops at the highest limit of the rules.
 */
export const readUses = async (ctx: TenantContext, reports: Iterable<VisitorReport>): Promise<UsesOf> => {
  const asked = new Map<string, { amenityId: string; category: string; enough: number }>()
  for (const { amenityId, rules, facts } of reports)
    for (const rule of usageRules(rules, facts)) {
      const category = usageCategory(rule)
      const key = `${amenityId} ${category}`
      const enough = Math.max((rule.trigger.count ?? 0) + 1, asked.get(key)?.enough ?? 0)
      asked.set(key, { amenityId, category, enough })
    }
  if (asked.size === 0) return () => 0
  const all = [...asked.values()]
  const rows = await ctx.run<{ amenity_id: string; category: string; n: number }>(usesText, [
    ctx.tenantId,
    all.map(({ amenityId }) => amenityId),
    all.map(({ category }) => category),
    all.map(({ enough }) => enough),
  ])
  const uses = new Map(rows.map((row) => [`${row.amenity_id} ${row.category}`, row.n]))
  return (amenityId, category) => uses.get(`${amenityId} ${category}`) ?? 0
}
