/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  routing_rule: exportKind(
    'routing-rules',
    'routing_rule',
    ['building', 'company', 'operator', 'app_user'],
    ['id', 'name', 'enabled', 'position', 'conditions', 'action', 'created_at', 'version'],
    { renamed: { conditions: 'when', action: 'then' } },
  ),
}
