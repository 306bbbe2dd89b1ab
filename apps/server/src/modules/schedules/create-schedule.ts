import { createSchedule } from '#contracts/schedules.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { insertSchedule } from './insert-schedule.ts'
import {
  findSchedule,
  presentParts,
  presentSchedule,
  type ScheduleParts,
  upcomingOf,
} from './present-schedule.ts'
import { readParts } from './read-schedule.ts'

const mostSchedules = 1000

const blank: ScheduleParts = {
  name: '',
  kind: 'TASK',
  enabled: false,
  recurrence: { rrule: null, startsAt: '', timeZone: '' },
  followsZone: true,
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
  const parts = await readParts(ctx, { ...body, enabled, timeZone }, { ...blank, kind: body.kind ?? 'TASK' })
  if (body.dryRun) return { ...presentParts(parts, upcomingOf(parts, ctx.now, ctx.now)), lastRunAt: null }
  await ctx.run(lockText, [`${ctx.tenantId}:schedule`])
  const [count] = await ctx.run<{ n: number }>(countText, [ctx.tenantId])
  if ((count?.n ?? 0) >= mostSchedules) throw conflict(`There are already ${mostSchedules} schedules`)
  const id = await insertSchedule(ctx, parts)
  return presentSchedule(await findSchedule(ctx, id), ctx.now)
})
