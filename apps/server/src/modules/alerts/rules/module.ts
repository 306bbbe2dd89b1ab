import * as contracts from '#contracts/alerts/rules.ts'
import { module } from '#server/platform/module.ts'
import createAlertRule from './create-alert-rule.ts'
import { createDefaultAlertRules } from './default-rules.ts'
import deleteAlertRule from './delete-alert-rule.ts'
import { exported } from './exported.ts'
import listAlertRules from './list-alert-rules.ts'
import updateAlertRule from './update-alert-rule.ts'

export default module({
  name: 'alert-rules',
  implements: contracts,
  handlers: { createAlertRule, deleteAlertRule, listAlertRules, updateAlertRule },
  exported,
  tenantDefaults: createDefaultAlertRules,
})
