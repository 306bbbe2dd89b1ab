/** Updates the clocks of an amenity's open tasks after its type or location changed, 500 at a time. */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { lockTasks } from '../change/task-row.ts'
import { updateClocks } from './update-clocks.ts'
import { openStatuses } from './walk-open.ts'

/** Scheduled by name, with the amenity's id as key, because amenities cannot import tasks. */
export const amenityClocksJob = 'sla.follow_amenity'

const batch = 500
const first = '00000000-0000-0000-0000-000000000000'

const text = `select id from task
  where tenant_id = $1 and amenity_id = $2 and status = any($3::text[]) and merged_into is null and id > $4 order by id limit $5::int`

/**
 * Amenity type and location are facts of the task, so deadlines that pass by the change are emitted as after any
 * change of the task.
 */
export const updateClocksOfAmenity: ScheduledJobHandler = async (ctx: TenantContext, key) => {
  const [amenityId, after = first] = key.split(' ')
  const rows = await ctx.run<{ id: string }>(text, [ctx.tenantId, amenityId, openStatuses, after, batch])
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const tasks = [...(await lockTasks(ctx, ids)).keys()]
  await updateClocks(ctx, tasks, 'CHANGED')
  ctx.invalidate('tasks')
  // Escalation rules match the place too, so they are notified even if no clock has moved.
  await emit(ctx, 'internal.clocks_moved', { taskIds: tasks, lateIds: [] })
  if (ids.length === batch) await ctx.schedule(amenityClocksJob, `${amenityId} ${ids.at(-1)}`, ctx.now)
}
