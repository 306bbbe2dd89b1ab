import * as contracts from '#contracts/sso.ts'
import { module } from '#server/platform/module.ts'
import { renewClientSecret } from './configuration.ts'
import { cronJobs } from './cron-jobs.ts'
import getSso from './get-sso.ts'
import { renewKeys } from './keys.ts'
import { mountSso } from './routes-http.ts'
import updateSso from './update-sso.ts'

export default module({
  name: 'sso',
  implements: contracts,
  handlers: { getSso, updateSso },
  cronJobs,
  renews: async (ctx) => {
    await renewClientSecret(ctx)
    await renewKeys(ctx)
  },
  mount: (app, { platform, gate }) => mountSso(app, platform, gate),
})
