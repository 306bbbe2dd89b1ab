/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  escalation_rule: exportKind(
    'escalation-rules',
    'escalation_rule',
    ['building', 'location', 'app_user', 'operator', 'company'],
    ['id', 'name', 'enabled', 'scope', 'level', 'action', 'acts_from', 'created_at', 'updated_at', 'version'],
    { renamed: { action: 'then' } },
  ),
}
