/** What the audit log calls each act, in English, by its action. */

import { endpoints } from './all.ts'
import { otherAuditLabels } from './audit-log.ts'

export const auditLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    endpoints.flatMap(({ module, name, auditLabel }) =>
      auditLabel ? [[`${module}.${name}`, auditLabel]] : [],
    ),
  ),
  ...otherAuditLabels,
}
