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
  exported: {
    sso_identity: 'opens an account',
    sso_key: 'the keys towards the identity provider',
    sso_configuration: 'holds a secret; without it, it is at /api/admin/sso',
    sso_domain_directory: 'is at /api/admin/sso',
    sso_request: 'sign-ins on their way, kept for a day',
    sso_assertion: 'hashes of proofs that were taken, kept for a day',
  },
})
