/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  alert_rule: exportKind(
    'alert-rules',
    'alert_rule',
    ['building'],
    [
      'id',
      'name',
      'enabled',
      'position',
      'built_in',
      'trigger',
      'scope',
      'action',
      'window_minutes',
      'created_at',
      'version',
    ],
  ),
}
