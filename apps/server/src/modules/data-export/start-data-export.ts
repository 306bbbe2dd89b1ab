import { startDataExport } from '#contracts/data-export.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentExport } from './present-export.ts'
import { startExport } from './start-export.ts'

export default serve(startDataExport)(async (ctx) =>
  presentExport(ctx, await startExport(ctx, [ctx.actor.id])),
)
