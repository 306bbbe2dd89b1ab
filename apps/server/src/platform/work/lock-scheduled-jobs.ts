/** Locks scheduled jobs before their subject. */
import type { TenantContext } from '../context.ts'

const text = `select 1 from due_work where tenant_id = $1 and kind = $2 and key = any($3::text[])
  order by key for update`

/**
 * For code that locks a subject and then moves its scheduled job. The worker locks the job first and the subject
 * then; locking in the same order avoids deadlocks.
 */
export const lockScheduledJobs = async (
  ctx: TenantContext,
  kind: string,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length > 0) await ctx.run(text, [ctx.tenantId, kind, keys])
}
