import type { Handler } from '#server/platform/http/serve.ts'
import getHealth from './get-health.ts'
import getMetrics from './get-metrics.ts'
import listJobs from './list-jobs.ts'
import runJob from './run-job.ts'
import setMaintenance from './set-maintenance.ts'

export const routes: readonly Handler[] = [getHealth, getMetrics, listJobs, runJob, setMaintenance]
