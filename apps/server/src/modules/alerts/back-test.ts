/** How often a rule would have fired over reports that are stored: the same pure rules, in batches, oldest first. */
import type { TenantContext } from '#server/platform/context.ts'
import { inScope, type NamedIssue, type ReportFacts, type Rule, timesFired, usageCategory } from './rules.ts'

const batch = 2000
const dayMs = 24 * 3600_000
const usualWindowMs = dayMs

interface Row {
  id: string
  amenity_id: string
  building_id: string
  rating: number | null
  issues: { code: string }[]
  source: string
  created_at: Date
  type: string
}

const page = `select f.id, f.amenity_id, f.building_id, f.rating, f.issues, f.source, f.created_at, a.type
  from feedback f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  where f.tenant_id = $1 and (f.created_at, f.id) > ($2, $3::uuid) and f.state <> 'QUARANTINED'
    and (cardinality($4::uuid[]) = 0 or f.building_id = any($4)) and (cardinality($5::text[]) = 0 or a.type = any($5))
  order by f.created_at, f.id limit ${batch}`

const safetyCodes = `select t.code || ' ' || (c.value ->> 'code') as key from amenity_type t, jsonb_array_elements(t.categories) c
  where t.tenant_id = $1 and (c.value ->> 'safety')::boolean`

/** Reports that belong together, of one category at one amenity. No more is kept of them than the rule needs. */
interface Group {
  readonly sources: Set<string>
  last: number
  fired: boolean
}

/** Feeds one report after the other to a rule that counts over many. @returns whether this one makes it fire */
export const counterOf = (rule: Rule): ((key: string, source: string, at: number) => boolean) => {
  const groups = new Map<string, Group>()
  const windowMs = rule.windowMinutes === null ? usualWindowMs : rule.windowMinutes * 60_000
  const needed = rule.trigger.count ?? Number.POSITIVE_INFINITY
  return (key, source, at) => {
    let group = groups.get(key)
    if (!group || at - group.last >= windowMs) {
      group = { sources: new Set(), last: at, fired: false }
      groups.set(key, group)
    }
    group.last = at
    if (group.fired) return false
    group.sources.add(source)
    if (group.sources.size < needed) return false
    group.fired = true
    group.sources.clear()
    return true
  }
}

/** Uses of each amenity since the rule last fired there, as if it had been cleaned then. */
const usesOf = (rule: Rule): ((amenityId: string) => boolean) => {
  const uses = new Map<string, number>()
  return (amenityId) => {
    const count = (uses.get(amenityId) ?? 0) + 1
    const fires = rule.trigger.count !== null && count > rule.trigger.count
    uses.set(amenityId, fires ? 0 : count)
    return fires
  }
}

const stepOf = (rule: Rule): ((row: Row, facts: ReportFacts) => number) => {
  if (rule.trigger.kind === 'COUNT') {
    const reached = counterOf(rule)
    return (row, facts) =>
      facts.issues.filter(
        ({ code }) =>
          inScope(rule, facts, code) &&
          reached(`${row.amenity_id} ${code}`, row.source, row.created_at.getTime()),
      ).length
  }
  if (rule.trigger.kind === 'USAGE') {
    const overused = usesOf(rule)
    return (row, facts) => Number(inScope(rule, facts, usageCategory(rule)) && overused(row.amenity_id))
  }
  return (_row, facts) => timesFired(rule, facts)
}

/** Over the reports of the last `days` days. */
export const wouldHaveFired = async (ctx: TenantContext, rule: Rule, days = 30): Promise<number> => {
  const step = stepOf({ ...rule, enabled: true })
  const dangerous = new Set(
    (await ctx.run<{ key: string }>(safetyCodes, [ctx.tenantId])).map(({ key }) => key),
  )
  const issueOf = (type: string, code: string): NamedIssue => ({
    code,
    safety: dangerous.has(`${type} ${code}`),
  })
  let [at, id] = [new Date(ctx.now.getTime() - days * dayMs), '00000000-0000-0000-0000-000000000000']
  let fired = 0
  for (;;) {
    const rows = await ctx.run<Row>(page, [ctx.tenantId, at, id, rule.scope.buildingIds, rule.scope.types])
    for (const row of rows) {
      const codes = [...new Set(row.issues.map(({ code }) => code))]
      const facts: ReportFacts = {
        buildingId: row.building_id,
        type: row.type,
        rating: row.rating,
        issues: codes.map((code) => issueOf(row.type, code)),
      }
      fired += step(row, facts)
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return fired
    ;[at, id] = [last.created_at, last.id]
  }
}
