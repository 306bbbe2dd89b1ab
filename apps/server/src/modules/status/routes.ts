import type { Handler } from '#server/platform/http/serve.ts'
import getStatus from './get-status.ts'
import getStatusHistory from './get-status-history.ts'
import reportStatus from './report-status.ts'
import subscribeStatus from './subscribe-status.ts'

export const routes: readonly Handler[] = [getStatus, reportStatus, getStatusHistory, subscribeStatus]
