import { updateSchedule } from '#contracts/schedules.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { zoneToStore } from '#server/platform/stored-zone.ts'
import {
  findSchedule,
  lockSchedule,
  partsOf,
  plan,
  presentParts,
  presentSchedule,
  upcomingOf,
} from './present-schedule.ts'
import { isSameRecurrence, readParts } from './read-schedule.ts'

export default serve(updateSchedule)(async (ctx, { params, body }) => {
  const row = await (body.dryRun ? findSchedule(ctx, params.id) : lockSchedule(ctx, params.id))
  requireVersion(ctx, row.version)
  auditBefore(ctx, presentSchedule(row, ctx.now))
  const before = partsOf(row)
  const parts = await readParts(ctx, body, before)
  // A due run that has not happened yet stays due, unless the times change: then the past is skipped.
  const comesOtherwise =
    parts.enabled !== before.enabled || !isSameRecurrence(parts.recurrence, before.recurrence)
  const doneUntil = comesOtherwise && ctx.now > row.done_until ? ctx.now : row.done_until
  const upcoming = comesOtherwise ? upcomingOf(parts, doneUntil, ctx.now) : row.upcoming
  if (body.dryRun) {
    const next = upcoming.filter((time) => time > ctx.now)
    return { ...presentSchedule(row, ctx.now), ...presentParts(parts, next) }
  }
  await ctx.db
    .updateTable('schedule')
    .set({
      name: parts.name,
      enabled: parts.enabled,
      rrule: parts.recurrence.rrule,
      starts_at: parts.recurrence.startsAt,
      time_zone: zoneToStore(
        row.time_zone,
        body.timeZone === undefined ? undefined : parts.recurrence.timeZone,
      ),
      follows_zone: parts.followsZone,
      template: JSON.stringify(parts.template),
      if_open: parts.ifOpen,
      done_until: doneUntil,
      upcoming: [...upcoming],
      next_at: upcoming[0] ?? null,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  await plan(ctx, row.id, upcoming, parts.kind)
  return presentSchedule(await findSchedule(ctx, row.id), ctx.now)
})
