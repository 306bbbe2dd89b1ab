/** Open tasks in batches, newest first, for walks over all of a tenant's tasks in several transactions. */
import type { TenantContext } from '#server/platform/context.ts'

/** The last task that was read; times are PostgreSQL's text, because they are finer than a millisecond. */
export interface OpenTaskPosition {
  readonly status: string
  readonly createdAt: string
  readonly id: string
}

export const openStatuses = ['OPEN', 'IN_PROGRESS']

const startOf = (status: string): OpenTaskPosition => ({
  status,
  createdAt: 'infinity',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
})
export const firstPosition = startOf('OPEN')

const text = `select id, created_at::text as created_at from task
  where tenant_id = $1 and status = $2 and merged_into is null and (created_at, id) < ($3::timestamptz, $4::uuid)
  order by created_at desc, id desc limit $5::int`

/** @returns ids of one batch, and where the next starts; undefined after the last */
export const openTasksFrom = async (
  ctx: TenantContext,
  place: OpenTaskPosition,
  limit: number,
): Promise<{ ids: string[]; next: OpenTaskPosition | undefined }> => {
  const rows = await ctx.run<{ id: string; created_at: string }>(text, [
    ctx.tenantId,
    place.status,
    place.createdAt,
    place.id,
    limit,
  ])
  const ids = rows.map(({ id }) => id)
  const last = rows.at(-1)
  if (last && rows.length === limit)
    return { ids, next: { status: place.status, createdAt: last.created_at, id: last.id } }
  const status = openStatuses[openStatuses.indexOf(place.status) + 1]
  return { ids, next: status === undefined ? undefined : startOf(status) }
}
