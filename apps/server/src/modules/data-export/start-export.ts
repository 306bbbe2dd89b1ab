/** Starts an export, or joins the one that is under way. */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { exportSteps } from './archive.ts'
import { exportColumns } from './present-export.ts'
import type { ExportRow } from './runs.ts'

/** One export at a time for each tenant: a second request joins it and is emailed too. */
const joinText = `insert into data_export (tenant_id, id, asked_by, steps, created_at) values ($1, $2, $3::uuid[], $4, $5)
  on conflict (tenant_id) where state in ('QUEUED', 'RUNNING')
  do update set asked_by = data_export.asked_by
    || case when data_export.asked_by @> excluded.asked_by then '{}'::uuid[] else excluded.asked_by end
  returning ${exportColumns}`

/** @param askedBy members who are emailed when it is ready */
export const startExport = async (ctx: TenantContext, askedBy: readonly string[]): Promise<ExportRow> => {
  const id = newId(ctx.now.getTime())
  const [row] = await ctx.run<ExportRow>(joinText, [
    ctx.tenantId,
    id,
    askedBy,
    exportSteps(ctx.platform),
    ctx.now,
  ])
  if (!row) throw new Error('The insert returned no row')
  if (row.id === id) await emit(ctx, 'internal.export_requested', { exportId: id })
  return row
}
