import { getDataExport } from '#contracts/data-export.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { exportColumns, presentExport } from './present-export.ts'
import type { ExportRow } from './runs.ts'

export default serve(getDataExport)(async (ctx, { params }) => {
  const [row] = await ctx.run<ExportRow>(
    `select ${exportColumns} from data_export where tenant_id = $1 and id = $2`,
    [ctx.tenantId, params.id],
  )
  if (!row) throw notFound()
  return presentExport(ctx, row)
})
