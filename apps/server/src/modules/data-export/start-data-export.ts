import { startDataExport } from '#contracts/data-export.ts'
import { emit } from '#server/platform/events/emit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { exportSteps } from './archive.ts'
import { exportColumns, presentExport } from './present-export.ts'
import type { ExportRow } from './runs.ts'

/** One export at a time for each tenant: a second request joins it and is emailed too. */
const joinText = `insert into data_export (tenant_id, id, asked_by, steps, created_at) values ($1, $2, array[$3::uuid], $4, $5)
  on conflict (tenant_id) where state in ('QUEUED', 'RUNNING')
  do update set asked_by = case when $3 = any(data_export.asked_by) then data_export.asked_by else data_export.asked_by || $3::uuid end
  returning ${exportColumns}`

export default serve(startDataExport)(async (ctx) => {
  const id = newId(ctx.now.getTime())
  const steps = exportSteps(ctx.platform)
  const [row] = await ctx.run<ExportRow>(joinText, [ctx.tenantId, id, ctx.actor.id, steps, ctx.now])
  if (!row) throw new Error('The insert returned no row')
  if (row.id === id) await emit(ctx, 'internal.export_requested', { exportId: id })
  return presentExport(ctx, row)
})
