import type { TenantContext } from '#server/platform/context.ts'

/** What policies and escalations look at. */
const placing = new Set<string>(['type', 'locationId'])

/** The clocks of open tasks follow the type and the location of their amenity: a job for each that has changed. */
export const followPlaces = async (
  ctx: TenantContext,
  changed: readonly { readonly id: string; readonly fields: readonly string[] }[],
): Promise<void> => {
  const moved = changed.filter(({ fields }) => fields.some((field) => placing.has(field)))
  await ctx.scheduleEach('sla.follow_amenity', new Map(moved.map(({ id }) => [id, ctx.now])))
}
