import type { DataExport } from '#contracts/data-export.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { downloadAddress } from './download-address.ts'
import type { ExportRow } from './runs.ts'

export const exportColumns =
  'id, state, steps, steps_done, records, photos, size, sha256, attempts, created_at, started_at, finished_at, expires_at'

/** An export's row as the API returns it, with a new URL while there is a file. */
export const presentExport = (ctx: TenantContext, row: ExportRow): DataExport => {
  const open = row.state === 'DONE' && row.expires_at !== null && row.expires_at > ctx.now
  const address = open ? downloadAddress(ctx.platform, ctx.tenantId, row.id, ctx.now) : undefined
  return {
    id: row.id,
    state: row.state,
    progress: { steps: row.steps, stepsDone: row.steps_done, records: row.records, photos: row.photos },
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    size: row.size,
    sha256: row.sha256,
    url: address?.url ?? null,
    urlExpiresAt: address?.expiresAt.toISOString() ?? null,
  }
}
