/** Recounts a day after a submission in it started or stopped to count. */

import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { isoDate, zoneTime } from '#server/platform/zone-time.ts'

/** Scheduled job of a tenant; its key says why. */
export const rollUpKind = 'feedback.roll_up'

/**
 * Milliseconds in which an accepted submission is stored: a period is counted this long after its end. Later ones are
 * recounted.
 */
export const closesAfterMs = 5 * 60_000

export interface Submitted {
  readonly buildingId: string
  /** when it was submitted */
  readonly at: Date
}

// The update locks an existing row too: otherwise the row might be cleared before this change is visible.
const requestText = `insert into feedback_recount (tenant_id, building_id, quarter, asked_at)
  select distinct $1::uuid, building_id, date_bin('15 minutes', at, '2000-01-01Z') as quarter, $4::timestamptz
  from unnest($2::uuid[], $3::timestamptz[]) as row (building_id, at) order by building_id, quarter
  on conflict (tenant_id, building_id, quarter) do update set asked_at = excluded.asked_at`

/** Call in the transaction of the change: from its commit until the recount, the day is counted from rows. */
export const recount = async (ctx: TenantContext, changed: readonly Submitted[]): Promise<void> => {
  if (changed.length === 0) return
  const mayBeClosed = ctx.now.getTime() - closesAfterMs
  // Before the rows, in the same order as the worker, so that the two never deadlock.
  if (changed.some(({ at }) => at.getTime() < mayBeClosed)) await ctx.schedule(rollUpKind, 'recount', ctx.now)
  await ctx.run(requestText, [
    ctx.tenantId,
    changed.map(({ buildingId }) => buildingId),
    changed.map(({ at }) => at),
    ctx.now,
  ])
}

/**
 * After submissions have arrived: plans to count their days once these are over, and a recount for submissions that
 * may come later than that.
 */
export const scheduleRollUp = async (ctx: TenantContext, arrived: readonly Submitted[]): Promise<void> => {
  if (arrived.length === 0) return
  const zones = await ctx.run<{ id: string; time_zone: string }>(
    'select id, time_zone from building where tenant_id = $1 and id = any($2::uuid[])',
    [ctx.tenantId, [...new Set(arrived.map(({ buildingId }) => buildingId))]],
  )
  const zoneOf = new Map(zones.map(({ id, time_zone: zone }) => [id, storedZone(zone)]))
  const times = new Map<string, Date>()
  for (const { buildingId, at } of arrived) {
    const zone = zoneOf.get(buildingId) ?? 'UTC'
    const clock = zoneTime(zone)
    const date = clock.dateAt(at.getTime())
    times.set(`${zone} ${isoDate(date)}`, new Date(clock.startOf(date + 1) + closesAfterMs))
  }
  await ctx.scheduleEach(rollUpKind, times)
  const late = ctx.now.getTime() - closesAfterMs
  await recount(
    ctx,
    arrived.filter(({ at }) => at.getTime() < late),
  )
}
