import type { Schedule } from '#server/platform/context.ts'

const day = 86_400_000

/** What can be spent no more is of no use a day later. */
export const schedules: readonly Schedule[] = [
  {
    name: 'sso-retention',
    cron: '41 3 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async ({ run, now, tenantId }) => {
        const old = new Date(now.getTime() - day)
        await run('delete from sso_request where tenant_id = $1 and expires_at < $2', [tenantId, old])
        await run('delete from sso_assertion where tenant_id = $1 and expires_at < $2', [tenantId, old])
      }),
  },
]
