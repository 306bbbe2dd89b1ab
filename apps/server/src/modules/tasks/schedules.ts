import type { Schedule } from '#server/platform/context.ts'
import { deleteSome } from '#server/platform/db/delete-some.ts'

const keptDays = 30

/** An outbox that has not sent for a month is assumed to be lost with its phone. */
const forgetOperations: Schedule = {
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

export const schedules: readonly Schedule[] = [forgetOperations]
