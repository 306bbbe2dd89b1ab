import * as contracts from '#contracts/data-export.ts'
import { module } from '#server/platform/module.ts'
import { cronJobs } from './cron-jobs.ts'
import getDataExport from './get-data-export.ts'
import { exportReady } from './mails/export-ready.ts'
import { mountExports } from './routes-http.ts'
import { showExports } from './show-export.ts'
import startDataExport from './start-data-export.ts'
import { writeExport } from './write-export.ts'

export default module({
  name: 'data-export',
  implements: contracts,
  handlers: { getDataExport, startDataExport },
  serializers: showExports,
  cronJobs,
  mails: { exportReady },
  effects: { 'internal.export_requested': { longestSeconds: 6 * 3600, run: writeExport } },
  mount: (app, { platform }) => mountExports(app, platform),
  exported: {
    data_export: 'is about exports themselves',
  },
})
