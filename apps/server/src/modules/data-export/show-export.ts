/** Outbound serializer of a finished export, without its URL. */

import type { Serializers } from '#server/platform/context.ts'
import { serializeEach } from '#server/platform/events/serializers.ts'
import { exportColumns, presentExport } from './present-export.ts'
import type { ExportRow } from './runs.ts'

const text = `select ${exportColumns} from data_export where tenant_id = $1 and id = any($2::uuid[])`

export const showExports: Serializers = {
  'export.ready': async (ctx, events) => {
    const rows = await ctx.run<ExportRow>(text, [ctx.tenantId, events.map(({ payload }) => payload.exportId)])
    const records = new Map(
      rows.map((row) => {
        const { url: _url, urlExpiresAt: _until, ...record } = presentExport(ctx, row)
        return [record.id, record]
      }),
    )
    return serializeEach(
      events,
      ({ exportId }) => exportId,
      records,
      () => ({}),
    )
  },
}
