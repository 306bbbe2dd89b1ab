/** Whose zone nobody chose follows that of its place, or the organisation's, where that is corrected: each by work of its own. */

import type { TenantContext } from '#server/platform/context.ts'
import { zoneIfStored } from '#server/platform/stored-zone.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { findSchedule, partsOf, plan, runKind, upcomingOf } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'

/** Asked for by its name, with an empty key: buildings and settings cannot import schedules. */
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

/** Where places disagree, or none is left, a schedule keeps the zone that it has. One whose zone is none follows too. */
const movedOf = async (ctx: TenantContext, id: string | null): Promise<{ id: string; zone: string }[]> => {
  const rows = await ctx.run<Follower>(followersText, [ctx.tenantId, id])
  return rows.flatMap(({ id: found, time_zone: stored, follows_zone: follows, zones }) => {
    const own = zoneIfStored(stored)
    const [zone, ...others] = new Set((zones ?? []).map(zoneIfStored))
    const isMoved =
      zone !== undefined && others.length === 0 && zone !== own && (follows || own === undefined)
    return isMoved ? [{ id: found, zone }] : []
  })
}

/** @param key a schedule; empty: all of the tenant, at most a thousand */
export const followZone: ScheduledJobHandler = async (ctx, key) => {
  if (key === '') {
    const all = await movedOf(ctx, null)
    await ctx.scheduleEach(followKind, new Map(all.map(({ id }) => [id, ctx.now])))
    return
  }
  // As where somebody changes it: its scheduled job goes first. What has come by the clock of before is made, not lost.
  await ctx.cancel(runKind, key)
  await runSchedule(ctx, key)
  const [moved] = await movedOf(ctx, key)
  if (!moved) return
  const row = await findSchedule(ctx, key)
  const before = partsOf(row)
  const parts = { ...before, rhythm: { ...before.rhythm, timeZone: moved.zone } }
  const doneUntil = ctx.now > row.done_until ? ctx.now : row.done_until
  // What is over stays so, and what would be over by the corrected clock comes by the one that it has.
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
  await plan(ctx, key, upcoming)
}
