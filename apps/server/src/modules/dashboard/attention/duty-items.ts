/** Attention items for buildings where nobody will be on duty although shifts usually cover that time. */
import { dutyGaps } from '#server/modules/operator/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Filter } from '../filters.ts'
import type { AttentionWords } from './attention-words.ts'
import { type FoundItems, itemsPerGroup, nothing, ranks } from './item-parts.ts'

export const duty = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
): Promise<FoundItems> => {
  if (filter.amenityIds || filter.types) return nothing
  const gaps = await dutyGaps(ctx, filter.buildingIds)
  return {
    items: gaps.slice(0, itemsPerGroup).map(({ building, from, to }) => ({
      kind: 'BUILDING',
      id: building.id,
      name: building.name,
      ...words.duty,
      since: new Date(from).toISOString(),
      until: new Date(to).toISOString(),
      building,
      amenity: null,
      rank: ranks.duty,
      acts: ['COVER'],
    })),
    counts: gaps.length > 0 ? [{ rank: ranks.duty, n: gaps.length }] : [],
  }
}
