/**
 * Schedules without their own time zone follow a corrected zone of their place or the organisation, each in its own
 * scheduled job.
 */

import type { TenantContext } from '#server/platform/context.ts'
import { zoneIfStored } from '#server/platform/stored-zone.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { findSchedule, partsOf, plan, runKind, upcomingOf } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'

/** Scheduled by name with an empty key, because buildings and settings cannot import schedules. */
export const followKind = 'schedule.follow_zone'

const followersText = `select s.id, s.time_zone, s.follows_zone, place.zones from schedule s
  join tenant t on t.id = $1
  cross join lateral (
    select array_agg(distinct zones.zone) as zones from (
      select b.time_zone as zone from building b
      where b.tenant_id = $1 and b.id = (s.template ->> 'buildingId')::uuid
      union all
      select b.time_zone from jsonb_array_elements_text(s.template -> 'amenityIds') as named (id)
      join amenity a on a.tenant_id = $1 and a.id = named.id::uuid and a.archived_at is null
      join building b on b.tenant_id = $1 and b.id = a.building_id
      where s.template ->> 'buildingId' is null
      union all
      select t.time_zone where s.template ->> 'buildingId' is null and s.template -> 'amenityIds' = '[]') zones) place
  where s.tenant_id = $1 and ($2::uuid is null or s.id = $2)`

interface Follower {
  readonly id: string
  readonly time_zone: string
  readonly follows_zone: boolean
  readonly zones: readonly string[] | null
}

/** If places disagree, or none is left, a schedule keeps its zone. One with an invalid zone follows too. */
const movedSchedules = async (
  ctx: TenantContext,
  id: string | null,
): Promise<{ id: string; zone: string }[]> => {
  const rows = await ctx.run<Follower>(followersText, [ctx.tenantId, id])
  return rows.flatMap(({ id: found, time_zone: stored, follows_zone: follows, zones }) => {
    const own = zoneIfStored(stored)
    const [zone, ...others] = new Set((zones ?? []).map(zoneIfStored))
    const isMoved =
      zone !== undefined && others.length === 0 && zone !== own && (follows || own === undefined)
    return isMoved ? [{ id: found, zone }] : []
  })
}

/** @param key a schedule; empty: the whole tenant, at most a thousand */
export const adoptZone: ScheduledJobHandler = async (ctx, key) => {
  if (key === '') {
    const all = await movedSchedules(ctx, null)
    await ctx.scheduleEach(followKind, new Map(all.map(({ id }) => [id, ctx.now])))
    return
  }
  // Its scheduled job first, in the same order as for a change. A time that is due in the old zone runs, and is not
  // lost.
  await ctx.cancel(runKind, key)
  await runSchedule(ctx, key)
  const [moved] = await movedSchedules(ctx, key)
  if (!moved) return
  const row = await findSchedule(ctx, key)
  const before = partsOf(row)
  const parts = { ...before, recurrence: { ...before.recurrence, timeZone: moved.zone } }
  const doneUntil = ctx.now > row.done_until ? ctx.now : row.done_until
  // An ended schedule stays ended, and if its last time has passed in the corrected zone it runs at the old one.
  const upcoming = row.next_at ? upcomingOf(parts, doneUntil, ctx.now) : []
  if (row.next_at && upcoming.length === 0) return
  await ctx.db
    .updateTable('schedule')
    .set({
      time_zone: moved.zone,
      done_until: doneUntil,
      upcoming,
      next_at: upcoming[0] ?? null,
      version: row.version + 1,
    })
    .where('id', '=', key)
    .execute()
  await plan(ctx, key, upcoming, parts.kind)
}
