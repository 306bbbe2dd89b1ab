import * as contracts from '#contracts/escalation/rules.ts'
import { module } from '#server/platform/module.ts'
import createEscalationRule from './create-escalation-rule.ts'
import { createDefaultEscalationRules } from './default-rules.ts'
import deleteEscalationRule from './delete-escalation-rule.ts'
import { exported } from './exported.ts'
import listEscalationRules from './list-escalation-rules.ts'
import updateEscalationRule from './update-escalation-rule.ts'

export default module({
  name: 'escalation-rules',
  implements: contracts,
  handlers: { createEscalationRule, deleteEscalationRule, listEscalationRules, updateEscalationRule },
  exported,
  tenantDefaults: createDefaultEscalationRules,
})
