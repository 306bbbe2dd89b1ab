import type { TenantContext } from '#server/platform/context.ts'

/** Fields in the scopes of SLA policies and escalation rules. */
const placing = new Set<string>(['type', 'locationId'])

/**
 * Recomputes the clocks of open tasks after a change of type or location of their amenity: one job for each amenity.
 */
export const followPlaces = async (
  ctx: TenantContext,
  changed: readonly { readonly id: string; readonly fields: readonly string[] }[],
): Promise<void> => {
  const moved = changed.filter(({ fields }) => fields.some((field) => placing.has(field)))
  await ctx.scheduleEach('sla.follow_amenity', new Map(moved.map(({ id }) => [id, ctx.now])))
}
