import { module } from '#server/platform/module.ts'
import { mountUploads } from './routes-http.ts'
import { schedules } from './schedules.ts'

export default module({
  name: 'uploads',
  schedules,
  mount: (app, { platform }) => mountUploads(app, platform),
})
