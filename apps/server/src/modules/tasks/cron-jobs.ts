import type { CronJob } from '#server/platform/context.ts'
import { deleteSome } from '#server/platform/db/delete-some.ts'

const keptDays = 30

/** An outbox that has not been heard of for a month is gone with its phone. */
const forgetOperations: CronJob = {
  name: 'tasks.forget-operations',
  cron: '25 3 * * *',
  run: (_platform, forEachTenant) =>
    forEachTenant((ctx) =>
      deleteSome(
        ctx,
        'delete from task_operation where tenant_id = $1 and at < $2',
        new Date(ctx.now.getTime() - keptDays * 86_400_000),
      ),
    ),
}

export const cronJobs: readonly CronJob[] = [forgetOperations]
