/** Audit labels in English, by action. */

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
