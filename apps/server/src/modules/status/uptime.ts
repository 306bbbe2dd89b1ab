/** How long an amenity was usable. */
import type { TenantContext } from '#server/platform/context.ts'
import { readItems, readStatusChanges } from './read-timeline.ts'
import { usableTimeOf } from './timeline.ts'

export interface Uptime {
  /** milliseconds between the two times in which it had items */
  readonly known: number
  /** of these, its worst visible item was OPERATIONAL or DEGRADED */
  readonly usable: number
}

export const uptimeOf = async (
  ctx: TenantContext,
  amenityId: string,
  from: Date,
  to: Date,
): Promise<Uptime> => {
  const [items, changes] = await Promise.all([
    readItems(ctx, amenityId),
    readStatusChanges(ctx, amenityId, from),
  ])
  const hidden = new Set(items.filter(({ visible }) => !visible).map(({ id }) => id))
  return usableTimeOf(
    items.flatMap(({ id, created_at: createdAt }) => (hidden.has(id) ? [] : [{ id, createdAt }])),
    changes.filter(({ itemId }) => !hidden.has(itemId)),
    from.getTime(),
    Math.min(to.getTime(), ctx.now.getTime()),
  )
}
