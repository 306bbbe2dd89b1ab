import type { Schedule, TenantContext } from '#server/platform/context.ts'
import { releaseMails } from './held-mails.ts'

/** Jobs are tried for hours, so a note of what has left is of no use after days. */
const keptMs = 30 * 24 * 3600_000

const purge = async (ctx: TenantContext): Promise<void> => {
  await ctx.run('delete from mail_sent where tenant_id = $1 and at < $2', [
    ctx.tenantId,
    new Date(ctx.now.getTime() - keptMs),
  ])
}

export const schedules: readonly Schedule[] = [
  { name: 'mail-retention', cron: '17 3 * * *', run: (_platform, forEachTenant) => forEachTenant(purge) },
  { name: 'mail-held', cron: '*/5 * * * *', run: (_platform, forEachTenant) => forEachTenant(releaseMails) },
]
