import * as contracts from '#contracts/system.ts'
import { module } from '#server/platform/module.ts'
import getHealth from './get-health.ts'
import getMetrics from './get-metrics.ts'
import listJobs from './list-jobs.ts'
import runJob from './run-job.ts'
import setMaintenance from './set-maintenance.ts'

export default module({
  name: 'system',
  implements: contracts,
  handlers: { getHealth, getMetrics, listJobs, runJob, setMaintenance },
})
