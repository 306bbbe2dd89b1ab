import type { Handler } from '#server/platform/http/serve.ts'
import getMetrics from './get-metrics.ts'

export const routes: readonly Handler[] = [getMetrics]
