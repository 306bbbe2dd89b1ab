/** Ends duty that was set with an end; after it the weekly pattern applies. */
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'

export const dutyEnds = 'operator.duty_ends'

const endDuty: ScheduledJobHandler = async (ctx, id) => {
  await ctx.run(
    `update operator set duty = 'OFF', duty_at = null, duty_until = null, updated_at = $3, version = version + 1
     where tenant_id = $1 and id = $2 and duty_until <= $3`,
    [ctx.tenantId, id, ctx.now],
  )
}

export const dutyWork = { [dutyEnds]: endDuty }
