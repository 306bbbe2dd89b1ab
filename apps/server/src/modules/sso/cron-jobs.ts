import type { CronJob } from '#server/platform/context.ts'
import { deleteSome } from '#server/platform/db/delete-some.ts'

const day = 86_400_000

/** Expired requests and assertions are deleted a day later. */
export const cronJobs: readonly CronJob[] = [
  {
    name: 'sso-retention',
    cron: '41 3 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async (ctx) => {
        const old = new Date(ctx.now.getTime() - day)
        const more = [
          await deleteSome(ctx, 'delete from sso_request where tenant_id = $1 and expires_at < $2', old),
          await deleteSome(ctx, 'delete from sso_assertion where tenant_id = $1 and expires_at < $2', old),
        ]
        return more.includes(true)
      }),
  },
]
