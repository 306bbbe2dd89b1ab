/**
 * The attention list: what needs a decision now, most urgent first, with a reason and the actions that the caller
 * may take.
 */
import { type AttentionGroup, attentionGroups } from '#contracts/attention.ts'
import type { Overview } from '#contracts/dashboard.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { priorities } from '#contracts/records.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import type { Figures } from '../figures/open-figures.ts'
import { isFiltered } from '../filters.ts'
import { attentionWords } from './attention-words.ts'
import { unansweredComments } from './comment-items.ts'
import { duty } from './duty-items.ts'
import {
  type FoundItem,
  type FoundItems,
  groupOf,
  itemsPerGroup,
  mayOf,
  nothing,
  type Rank,
  ranks,
} from './item-parts.ts'
import { outOfOrder, ratingDrops } from './place-items.ts'
import { failedStops, rounds } from './round-items.ts'
import { taskItems } from './task-items.ts'
import { brokenSlack, certificates, mailings, stickers, webhooks, withoutCode } from './upkeep-items.ts'
import { zones } from './zone-items.ts'

/** Past a due time and past the end of an SLA are equally late. */
const urgencyOf = ({ rank }: FoundItem): Rank => (rank === ranks.promise ? ranks.overdue : rank)

const priorityOf = ({ priority }: FoundItem): number => (priority ? priorities.indexOf(priority) : 0)

/** Within one urgency the higher priority first, then the longest waiting. */
const inOrder = (a: FoundItem, b: FoundItem): number =>
  urgencyOf(a) - urgencyOf(b) ||
  priorityOf(b) - priorityOf(a) ||
  (a.since < b.since ? -1 : a.since > b.since ? 1 : a.id < b.id ? -1 : 1)

/** The nearest floor above the amenity, or its own location; one statement for all. */
const floorsText = `with recursive up as (
    select a.id as amenity_id, l.parent_id, l.kind, l.name, 1 as level
    from unnest($2::uuid[]) as w (id)
    cross join lateral (select id, location_id from amenity where tenant_id = $1 and id = w.id offset 0) a
    cross join lateral (select * from location where tenant_id = $1 and id = a.location_id offset 0) l
    union all
    select up.amenity_id, l.parent_id, l.kind, l.name, up.level + 1
    from up cross join lateral (select * from location where tenant_id = $1 and id = up.parent_id offset 0) l
    where up.level < 20)
  select distinct on (amenity_id) amenity_id, name from up order by amenity_id, kind = 'FLOOR' desc, level`

const floorsOf = async (
  ctx: TenantContext,
  amenityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (amenityIds.length === 0) return new Map()
  const rows = await ctx.run<{ amenity_id: string; name: string }>(floorsText, [ctx.tenantId, amenityIds])
  return new Map(rows.map((row) => [row.amenity_id, row.name]))
}

const countsOf = (found: readonly FoundItems[]): Overview['attentionCounts'] => {
  const all = found.flatMap(({ counts }) => counts)
  const of = (group: AttentionGroup): number =>
    all.filter(({ rank }) => groupOf[rank] === group).reduce((sum, { n }) => sum + n, 0)
  return attentionGroups.flatMap((group) => {
    const count = of(group)
    return count > 0 ? [{ group, count }] : []
  })
}

/** At most eight items of each group; within one rank the higher priority first, then the longest waiting. */
export const attentionList = async (
  ctx: StaffContext,
  figures: Figures,
  language: VisitorLanguage,
): Promise<Pick<Overview, 'attention' | 'attentionCounts'>> => {
  const { filter } = figures
  const may = mayOf(ctx)
  const words = attentionWords(language, may)
  const whole = !isFiltered(filter)
  const found = await Promise.all([
    taskItems(ctx, filter, words, language),
    outOfOrder(ctx, filter, words),
    ratingDrops(ctx, figures, words),
    unansweredComments(ctx, filter, words),
    duty(ctx, filter, words),
    withoutCode(ctx, filter, words),
    failedStops(ctx, filter, words),
    may('NEW_CODE') ? rounds(ctx, filter, words) : nothing,
    zones(ctx, filter, words, may),
    // These belong to no place, so they are left out if places are filtered.
    whole ? certificates(ctx, ctx.tenant.timeZone, words) : nothing,
    whole ? stickers(ctx, words) : nothing,
    whole && may('SWITCH_ON') ? webhooks(ctx, words) : nothing,
    whole && may('RESUME_MAILING') ? brokenSlack(ctx, words) : nothing,
    whole && may('RESUME_MAILING') ? mailings(ctx, words) : nothing,
  ])
  const items = [
    ...Map.groupBy(found.flatMap((one) => one.items).sort(inOrder), ({ rank }) => groupOf[rank]).values(),
  ]
    .flatMap((some) => some.slice(0, itemsPerGroup))
    .sort(inOrder)
  const floors = await floorsOf(ctx, [...new Set(items.flatMap(({ amenity }) => amenity?.id ?? []))])
  return {
    attention: items.map(
      ({ rank, acts, subjectId = null, until = null, priority = null, assignee = null, ...item }) => ({
        ...item,
        group: groupOf[rank],
        floor: item.amenity ? (floors.get(item.amenity.id) ?? null) : null,
        acts: acts.filter(may),
        subjectId,
        until,
        priority,
        assignee,
      }),
    ),
    attentionCounts: countsOf(found),
  }
}
