/** Audit labels in English, by action. */
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
