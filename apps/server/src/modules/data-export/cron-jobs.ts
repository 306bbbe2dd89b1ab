/** Deletes files after a week, and marks exports without progress as failed. */
import type { CronJob, ForEachTenant, Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { fileKeyOf } from './runs.ts'

const day = 24 * 3600_000
/** Milliseconds; the queue has given up long before. */
const stuckMs = day
/** Milliseconds; the audit log keeps longer that there was an export. */
const rowKeptMs = 90 * day

interface ExpiredExport {
  id: string
  attempts: number
}

const expire = async (platform: Platform, forEachTenant: ForEachTenant): Promise<void> => {
  const over: { tenantId: string; rows: ExpiredExport[] }[] = []
  await forEachTenant(async ({ run, now, tenantId }) => {
    await run(
      `update data_export set state = 'FAILED', finished_at = $2
       where tenant_id = $1 and state in ('QUEUED', 'RUNNING') and coalesce(touched_at, started_at, created_at) < $3`,
      [tenantId, now, new Date(now.getTime() - stuckMs)],
    )
    await run(
      'delete from data_export where tenant_id = $1 and created_at < $2 and file_removed_at is not null',
      [tenantId, new Date(now.getTime() - rowKeptMs)],
    )
    const rows = await run<ExpiredExport>(
      `select id, attempts from data_export
       where tenant_id = $1 and state in ('DONE', 'FAILED') and file_removed_at is null and (expires_at <= $2 or expires_at is null)`,
      [tenantId, now],
    )
    if (rows.length > 0) over.push({ tenantId, rows })
  })
  for (const { tenantId, rows } of over) {
    // No transaction is open here: the storage may be slow or down. The next hourly run retries.
    try {
      for (const { id, attempts } of rows)
        for (let run = 1; run <= attempts; run++) await platform.storage.remove(fileKeyOf(tenantId, id, run))
      await inTenant(platform.databases.jobs, tenantId, 'write', (tenant) =>
        tenant.run(
          'update data_export set file_removed_at = $3 where tenant_id = $1 and id = any($2::uuid[])',
          [tenantId, rows.map(({ id }) => id), platform.clock.now()],
        ),
      )
    } catch (error) {
      platform.log.warn({ err: error, tenantId }, 'Expired exports could not be deleted yet')
    }
  }
}

export const cronJobs: readonly CronJob[] = [{ name: 'expire-exports', cron: '41 * * * *', run: expire }]
