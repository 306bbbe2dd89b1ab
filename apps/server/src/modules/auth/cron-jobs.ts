import type { CronJob } from '#server/platform/context.ts'
import { deleteSome } from '#server/platform/db/delete-some.ts'

const day = 86_400_000

/** Ended sessions and used links are deleted after a month. */
export const cronJobs: readonly CronJob[] = [
  {
    name: 'auth-retention',
    cron: '27 3 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async (ctx) => {
        const old = new Date(ctx.now.getTime() - 30 * day)
        const more = [
          await deleteSome(
            ctx,
            'delete from session where tenant_id = $1 and (ended_at < $2 or expires_at < $2)',
            old,
          ),
          await deleteSome(ctx, 'delete from mail_link where tenant_id = $1 and expires_at < $2', old),
        ]
        return more.includes(true)
      }),
  },
]
