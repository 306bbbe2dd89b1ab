import * as contracts from '#contracts/settings.ts'
import { module } from '#server/platform/module.ts'
import getSettings from './get-settings.ts'
import { sampleMail } from './mails/sample.ts'
import { renewLogo } from './renew-logo.ts'
import updateSettings from './update-settings.ts'

export default module({
  name: 'settings',
  implements: contracts,
  mails: { sampleMail },
  renews: renewLogo,
  handlers: { getSettings, updateSettings },
})
