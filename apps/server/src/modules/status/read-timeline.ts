/** History of an amenity's visible items, as visitors read it. */
import { itemNameFor } from '#contracts/catalogue/names.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Closure, Incident } from '#contracts/status.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { zoneTime } from '#server/platform/zone-time.ts'
import type { ClosedSpan } from './closures.ts'
import type { ItemRow } from './present-item.ts'
import { readFaults } from './read-faults.ts'
import { firstDayOf, type Span, type StatusChange, type Timeline, timelineOf } from './timeline.ts'

/** Limits the memory of a request; an amenity has fewer in years. */
const mostChanges = 5000

interface ChangeRow {
  id: string
  item_id: string
  item_name: string
  at: Date
  state: StatusChange['state']
  report: StatusChange['report']
  note: string | null
}

/** Hidden items are left out; removed ones keep their history. */
const since = `(
    select distinct on (item_id) id, item_id, item_name, at, state, report, note from status_change
    where tenant_id = $1 and amenity_id = $2 and at < $3 order by item_id, at desc, id desc
  ) union all (
    select id, item_id, item_name, at, state, report, note from status_change
    where tenant_id = $1 and amenity_id = $2 and at >= $3 order by at desc, id desc limit ${mostChanges}
  ) order by at, id`

export interface TimelineQuery {
  readonly amenityId: string
  /** all items, hidden ones included */
  readonly items: readonly ItemRow[]
  /** only this item */
  readonly itemId: string | undefined
  readonly zone: string
  readonly days: number
}

/** Ascending: changes since `from`, and the last one before it for each item. */
export const readStatusChanges = async (
  ctx: TenantContext,
  amenityId: string,
  from: Date,
): Promise<StatusChange[]> => {
  const rows = await ctx.run<ChangeRow>(since, [ctx.tenantId, amenityId, from])
  return rows.map(({ item_id, item_name, ...row }) => ({ ...row, itemId: item_id, itemName: item_name }))
}

export const readTimeline = async (
  ctx: TenantContext,
  { amenityId, items, itemId, zone, days }: TimelineQuery,
): Promise<Timeline & { readonly faults: readonly Span[] }> => {
  const period = { zone, now: ctx.now, days }
  const from = new Date(zoneTime(zone).startOf(firstDayOf(period)))
  const [changes, all] = await Promise.all([
    readStatusChanges(ctx, amenityId, from),
    readFaults(ctx, amenityId, items, from),
  ])
  const hidden = new Set(items.filter(({ visible }) => !visible).map(({ id }) => id))
  const shown = (id: string): boolean => !hidden.has(id) && (itemId === undefined || id === itemId)
  const faults = all.filter((fault) => shown(fault.itemId))
  const timeline = timelineOf(
    items.filter(({ id }) => shown(id)).map(({ id, created_at: createdAt }) => ({ id, createdAt })),
    changes.filter((change) => shown(change.itemId)),
    period,
    faults,
  )
  return { ...timeline, faults }
}

/**
 * Number of reporters of each span. If a span has issues, only reports of those count, as others may be finished
 * already.
 */
const reporters = `select s.id, count(distinct r.source)::int as n
  from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[]) as s (id, item_id, started_at, ended_at, issues)
  left join status_report r on r.tenant_id = $1 and r.item_id = s.item_id and r.created_at between s.started_at and s.ended_at
    and (s.issues = '[]' or s.issues ? coalesce(r.issue, 'OTHER'))
  group by s.id`

/** Adds the number of independent reporters, and staff's note to open incidents. */
export const presentIncidents = async (
  ctx: TenantContext,
  spans: readonly Span[],
  items: readonly ItemRow[],
  language: VisitorLanguage,
): Promise<Incident[]> => {
  if (spans.length === 0) return []
  const counts = await ctx.run<{ id: string; n: number }>(reporters, [
    ctx.tenantId,
    spans.map(({ id }) => id),
    spans.map(({ itemId }) => itemId),
    spans.map(({ startedAt }) => startedAt),
    spans.map(({ endedAt }) => endedAt ?? ctx.now),
    spans.map(({ issues = [] }) => JSON.stringify(issues)),
  ])
  const countOf = new Map(counts.map(({ id, n }) => [id, n]))
  const itemOf = new Map(items.map((item) => [item.id, item]))
  return spans.map(({ startedAt, endedAt, changedAt, reports = 0, issues = [], ...span }) => ({
    ...span,
    itemName: itemNameFor(span.itemName, language),
    issues: [...issues],
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expectedEnd: endedAt === null ? (itemOf.get(span.itemId)?.expected_end?.toISOString() ?? null) : null,
    reports: Math.max(reports, countOf.get(span.id) ?? 0),
    updatedAt: changedAt.toISOString(),
  }))
}

export const presentClosures = (
  spans: readonly ClosedSpan[],
  items: readonly ItemRow[],
  language: VisitorLanguage,
): Closure[] => {
  const itemOf = new Map(items.map((item) => [item.id, item]))
  return spans.map(({ startedAt, endedAt, changedAt, ...span }) => ({
    ...span,
    itemName: itemNameFor(span.itemName, language),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expectedEnd: endedAt === null ? (itemOf.get(span.itemId)?.expected_end?.toISOString() ?? null) : null,
    updatedAt: changedAt.toISOString(),
  }))
}

/** All items of an amenity by position. */
export const readItems = (ctx: TenantContext, amenityId: string): Promise<ItemRow[]> =>
  ctx.db
    .selectFrom('status_item')
    .selectAll()
    .where('amenity_id', '=', amenityId)
    .orderBy('position')
    .orderBy('id')
    .execute()
