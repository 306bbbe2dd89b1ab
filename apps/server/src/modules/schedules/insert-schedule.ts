import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { plan, type ScheduleParts, upcomingOf } from './present-schedule.ts'

/** Starts now: times of the recurrence in the past are skipped. @param parts validated @returns its id */
export const insertSchedule = async (ctx: TenantContext, parts: ScheduleParts): Promise<string> => {
  const id = newId(ctx.now.getTime())
  const upcoming = upcomingOf(parts, ctx.now, ctx.now)
  await ctx.db
    .insertInto('schedule')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name: parts.name,
      kind: parts.kind,
      enabled: parts.enabled,
      rrule: parts.recurrence.rrule,
      starts_at: parts.recurrence.startsAt,
      time_zone: parts.recurrence.timeZone,
      follows_zone: parts.followsZone,
      template: JSON.stringify(parts.template),
      if_open: parts.ifOpen,
      done_until: ctx.now,
      upcoming,
      next_at: upcoming[0] ?? null,
      created_at: ctx.now,
    })
    .execute()
  await plan(ctx, id, upcoming, parts.kind)
  return id
}
