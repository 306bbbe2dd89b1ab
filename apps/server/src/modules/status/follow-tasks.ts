/** Moves status items with the tasks of their reports, and emails subscribers. */
import type { EventPayload } from '#contracts/events.ts'
import type { TaskStatus } from '#contracts/records.ts'
import { statusItemsOfTasks } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { changeItem, lockItem } from './change-item.ts'
import { statusChanged } from './mails/status-changed.ts'
import { toState } from './present-item.ts'
import { afterTasks } from './rules.ts'
import { subscriptionsOfItem } from './subscriptions.ts'

/** Includes the tasks that those were merged into. */
const unfinishedOf = `select distinct t.status from task_status_report r
  join task l on l.tenant_id = $1 and l.id = r.task_id
  join task t on t.tenant_id = $1 and t.id = coalesce(l.merged_into, l.id)
  where r.tenant_id = $1 and r.item_id = $2 and t.status <> 'DONE'`

export const followTasks = async (
  ctx: TenantContext,
  taskIds: readonly string[],
  happened: 'MOVED' | 'REOPENED' | 'JOINED',
): Promise<void> => {
  for (const itemId of await statusItemsOfTasks(ctx, taskIds)) {
    const found = await lockItem(ctx, itemId)
    if (!found) continue
    const unfinished = (await ctx.run<{ status: TaskStatus }>(unfinishedOf, [ctx.tenantId, itemId])).map(
      ({ status }) => status,
    )
    // A report that joins a task has moved its item already; only IN_PROGRESS would be new.
    if (
      happened === 'JOINED' &&
      !(unfinished.includes('IN_PROGRESS') && ['REPORTED', 'CONFIRMED'].includes(found.item.report))
    )
      continue
    const next = afterTasks(toState(found.item), unfinished, happened === 'REOPENED')
    await changeItem(ctx, found.amenity, found.item, { next })
  }
}

/** Subscribers are notified of changes of the state, not of reports. */
export const emailSubscribers = async (
  ctx: TenantContext,
  { itemId, amenityId, state }: EventPayload<'status.changed'>,
): Promise<void> => {
  if (state.from === state.to) return
  const readers = await subscriptionsOfItem(ctx, amenityId, itemId)
  await askEach(
    ctx,
    statusChanged,
    readers.map((subscriptionId) => ({ subscriptionId, itemId, state: state.to })),
  )
}
