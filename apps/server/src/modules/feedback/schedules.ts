/** Words and photos are kept as long as the tenant wants them, and no longer. */
import type { StoredSettings } from '#server/modules/admin/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Schedule } from '#server/platform/events/subscriber.ts'
import { eraseFeedback } from './erase.ts'

const batch = 20_000

const eraseOld = async (ctx: TenantContext): Promise<void> => {
  const [tenant] = await ctx.run<{ settings: StoredSettings }>('select settings from tenant where id = $1', [
    ctx.tenantId,
  ])
  const days = tenant?.settings.privacy?.retentionDays
  if (days === undefined || days === null) return
  const old = await ctx.run<{ id: string }>(
    `select id from feedback where tenant_id = $1 and created_at < $2 and erased_at is null order by created_at, id limit ${batch}`,
    [ctx.tenantId, new Date(ctx.now.getTime() - days * 24 * 3600_000)],
  )
  await eraseFeedback(
    ctx,
    old.map(({ id }) => id),
  )
}

export const schedules: readonly Schedule[] = [
  {
    name: 'erase-old-feedback',
    cron: '23 3 * * *',
    run: (_platform, forEachTenant) => forEachTenant(eraseOld),
  },
]
