/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  sla_policy: exportKind(
    'sla-policies',
    'sla_policy',
    ['building', 'location'],
    [
      'id',
      'name',
      'enabled',
      'position',
      'scope',
      'targets',
      'calendar',
      'created_at',
      'updated_at',
      'version',
    ],
  ),
}
