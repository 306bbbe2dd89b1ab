import { module } from '#server/platform/module.ts'
import { cronJobs } from './cron-jobs.ts'
import { exported } from './exported.ts'
import { mountUploads } from './routes-http.ts'

export default module({
  name: 'uploads',
  cronJobs,
  mount: (app, { platform }) => mountUploads(app, platform),
  exported,
})
