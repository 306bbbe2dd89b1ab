import * as contracts from '#contracts/sla/policies.ts'
import { module } from '#server/platform/module.ts'
import createSlaPolicy from './create-sla-policy.ts'
import deleteSlaPolicy from './delete-sla-policy.ts'
import { exported } from './exported.ts'
import listSlaPolicies from './list-sla-policies.ts'
import updateSlaPolicy from './update-sla-policy.ts'

export default module({
  name: 'sla-policies',
  implements: contracts,
  handlers: { createSlaPolicy, deleteSlaPolicy, listSlaPolicies, updateSlaPolicy },
  exported,
})
