/** Photos that nobody sent, that belong to nothing a day later, or that were erased: files first, then the row. */
import type { ForEachTenant, Platform, Schedule } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { possibleKeys } from './receive.ts'

const dayMs = 24 * 3600_000
const batch = 500

interface Stale {
  id: string
  used: boolean
}

const removeFiles = async (platform: Platform, tenantId: string, rows: readonly Stale[]): Promise<void> => {
  for (const { id, used } of rows) {
    if (used) for (const key of possibleKeys(tenantId, id)) await platform.storage.remove(key)
  }
}

const purge = async (platform: Platform, forEachTenant: ForEachTenant): Promise<void> => {
  /** tenants with no more than they gave, or whose files cannot be removed now: the next hour's run asks them again */
  const done = new Set<string>()
  for (let more = true; more; ) {
    more = false
    const doomed: { tenantId: string; rows: Stale[] }[] = []
    await forEachTenant(async (ctx) => {
      if (done.has(ctx.tenantId)) return
      // Marked first, so that none of them can be bound while its files go.
      const rows = await ctx.run<Stale>(
        `update upload set hidden_at = coalesce(hidden_at, $2) where tenant_id = $1 and id in (
           select id from upload where tenant_id = $1 and attached_at is null and (created_at < $3 or hidden_at is not null)
           order by created_at limit ${batch})
         returning id, used_at is not null as used`,
        [ctx.tenantId, ctx.now, new Date(ctx.now.getTime() - dayMs)],
      )
      if (rows.length < batch) done.add(ctx.tenantId)
      if (rows.length > 0) doomed.push({ tenantId: ctx.tenantId, rows })
    })
    for (const { tenantId, rows } of doomed) {
      // No transaction is open here: the storage may be slow or away.
      try {
        await removeFiles(platform, tenantId, rows)
        await inTenant(platform.databases.jobs, tenantId, 'write', (tenant) =>
          tenant.run(
            'delete from upload where tenant_id = $1 and attached_at is null and id = any($2::uuid[])',
            [tenantId, rows.map(({ id }) => id)],
          ),
        )
        if (!done.has(tenantId)) more = true
      } catch (error) {
        done.add(tenantId)
        platform.log.warn({ err: error, tenantId }, 'Photos that belong to nothing could not be removed yet')
      }
    }
  }
}

export const schedules: readonly Schedule[] = [{ name: 'purge-uploads', cron: '17 * * * *', run: purge }]
