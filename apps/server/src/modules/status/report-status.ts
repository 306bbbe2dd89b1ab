import { reportStatus } from '#contracts/status.ts'
import { serve } from '#server/platform/http/serve.ts'
import { takeReport } from './take-report.ts'

export default serve(reportStatus)((ctx, { params, body }) => takeReport(ctx, params.qrCode, body ?? {}))
