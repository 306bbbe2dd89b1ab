import { createSchedule, deleteSchedule } from '#contracts/schedules.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockSchedule, plan, presentSchedule } from './present-schedule.ts'

export default serve(deleteSchedule)(async (ctx, { params }) => {
  const row = await lockSchedule(ctx, params.id)
  requireVersion(ctx, row.version)
  auditGone(ctx, presentSchedule(row, ctx.now), createSchedule)
  await ctx.db.deleteFrom('schedule').where('id', '=', row.id).execute()
  // A run in progress may have scheduled the next one.
  await plan(ctx, row.id, [], 'TASK')
  return { id: row.id }
})
