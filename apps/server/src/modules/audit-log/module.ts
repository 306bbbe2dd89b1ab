import * as contracts from '#contracts/audit-log.ts'
import { module } from '#server/platform/module.ts'
import listAuditLog from './list-audit-log.ts'

export default module({
  name: 'audit-log',
  implements: contracts,
  handlers: { listAuditLog },
})
