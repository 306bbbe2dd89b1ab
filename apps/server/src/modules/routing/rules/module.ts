import * as contracts from '#contracts/routing/rules.ts'
import { module } from '#server/platform/module.ts'
import createRoutingRule from './create-routing-rule.ts'
import deleteRoutingRule from './delete-routing-rule.ts'
import { exported } from './exported.ts'
import listRoutingRules from './list-routing-rules.ts'
import simulateRouting from './simulate-routing.ts'
import updateRoutingRule from './update-routing-rule.ts'

export default module({
  name: 'routing-rules',
  implements: contracts,
  handlers: { createRoutingRule, deleteRoutingRule, listRoutingRules, simulateRouting, updateRoutingRule },
  exported,
})
