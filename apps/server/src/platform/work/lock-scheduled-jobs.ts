/** Scheduled jobs of what is about to be locked. */
import type { TenantContext } from '../context.ts'

const text = `select 1 from due_work where tenant_id = $1 and kind = $2 and key = any($3::text[])
  order by key for update`

/**
 * For whoever locks a subject and then moves its scheduled job. The worker takes the work first and the subject then: in the
 * same order the two wait for each other and never lock crosswise.
 */
export const lockScheduledJobs = async (
  ctx: TenantContext,
  kind: string,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length > 0) await ctx.run(text, [ctx.tenantId, kind, keys])
}
