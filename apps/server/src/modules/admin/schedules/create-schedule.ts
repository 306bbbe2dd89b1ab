import { createSchedule } from '#contracts/admin/schedules.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import {
  findSchedule,
  type Parts,
  plan,
  presentParts,
  presentSchedule,
  upcomingOf,
} from './present-schedule.ts'
import { readParts } from './read-schedule.ts'

const mostSchedules = 1000

const blank: Parts = {
  name: '',
  enabled: false,
  rhythm: { rrule: null, startsAt: '', timeZone: '' },
  template: {
    title: '',
    description: '',
    priority: null,
    category: null,
    checklist: [],
    buildingId: null,
    amenityIds: [],
    assignee: null,
    dueAfterMinutes: null,
  },
  ifOpen: 'SKIP',
}

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const countText = 'select count(*) as n from schedule where tenant_id = $1'

export default serve(createSchedule)(async (ctx, { body }) => {
  const { enabled = true, timeZone = null } = body
  const parts = await readParts(ctx, { ...body, enabled, timeZone }, blank)
  const upcoming = upcomingOf(parts, ctx.now, ctx.now)
  if (body.dryRun) return { ...presentParts(parts, upcoming), lastRunAt: null }
  await ctx.run(lockText, [`${ctx.tenantId}:schedule`])
  const [count] = await ctx.run<{ n: number }>(countText, [ctx.tenantId])
  if ((count?.n ?? 0) >= mostSchedules) throw conflict(`There are ${mostSchedules} schedules already`)
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('schedule')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name: parts.name,
      enabled,
      rrule: parts.rhythm.rrule,
      starts_at: parts.rhythm.startsAt,
      time_zone: parts.rhythm.timeZone,
      template: JSON.stringify(parts.template),
      if_open: parts.ifOpen,
      done_until: ctx.now,
      upcoming,
      next_at: upcoming[0] ?? null,
      created_at: ctx.now,
    })
    .execute()
  await plan(ctx, id, upcoming)
  return presentSchedule(await findSchedule(ctx, id), ctx.now)
})
