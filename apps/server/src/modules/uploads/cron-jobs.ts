/**
 * Purges photos that were never uploaded, are attached to nothing after a day, or were erased: files first, then the
 * row.
 */
import type { CronJob, ForEachTenant, Platform, TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { possibleKeys } from './receive.ts'

const dayMs = 24 * 3600_000
/** A scout without a signal confirms a photo days after it was taken. */
const scoutMs = 7 * dayMs
const batch = 500

interface StaleUpload {
  id: string
  used: boolean
}

const removeFiles = async (
  platform: Platform,
  tenantId: string,
  rows: readonly StaleUpload[],
): Promise<void> => {
  for (const { id, used } of rows) {
    if (used) for (const key of possibleKeys(tenantId, id)) await platform.storage.remove(key)
  }
}

/** Marks them first, so that none can be attached while its files are deleted. */
const markStale = (ctx: TenantContext): Promise<StaleUpload[]> =>
  ctx.run<StaleUpload>(
    `update upload set hidden_at = coalesce(hidden_at, $2) where tenant_id = $1 and id in (
       select id from upload where tenant_id = $1 and attached_at is null
         and (hidden_at is not null or created_at < case when purpose = 'SCOUT' then $4::timestamptz else $3 end)
       order by created_at limit ${batch})
     returning id, used_at is not null as used`,
    [ctx.tenantId, ctx.now, new Date(ctx.now.getTime() - dayMs), new Date(ctx.now.getTime() - scoutMs)],
  )

const removeRows = async (ctx: TenantContext, rows: readonly StaleUpload[]): Promise<unknown> =>
  ctx.run('delete from upload where tenant_id = $1 and attached_at is null and id = any($2::uuid[])', [
    ctx.tenantId,
    rows.map(({ id }) => id),
  ])

const purge = async (platform: Platform, forEachTenant: ForEachTenant): Promise<void> => {
  const stale: { tenantId: string; rows: StaleUpload[] }[] = []
  await forEachTenant(async (ctx) => {
    const rows = await markStale(ctx)
    if (rows.length > 0) stale.push({ tenantId: ctx.tenantId, rows })
  })
  for (const { tenantId, rows: first } of stale) {
    const inside = tenantContextFor(platform, tenantId, 'purge-uploads', newId(Date.now()))
    // No transaction is open while files are deleted: the storage may be slow or down. The next hourly run retries.
    try {
      for (let rows = first; rows.length > 0; ) {
        const current = rows
        await removeFiles(platform, tenantId, current)
        await inside((ctx) => removeRows(ctx, current))
        rows = current.length === batch ? await inside(markStale) : []
      }
    } catch (error) {
      platform.log.warn({ err: error, tenantId }, 'Unattached photos could not be deleted yet')
    }
  }
}

export const cronJobs: readonly CronJob[] = [{ name: 'purge-uploads', cron: '17 * * * *', run: purge }]
