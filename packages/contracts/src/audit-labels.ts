/** What the audit log calls each act, in English, by its action. */
import { otherAuditLabels } from './admin/audit-log.ts'
import { endpoints } from './all.ts'

export const auditLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    endpoints.flatMap(({ module, name, auditLabel }) =>
      auditLabel ? [[`${module}.${name}`, auditLabel]] : [],
    ),
  ),
  ...otherAuditLabels,
}
