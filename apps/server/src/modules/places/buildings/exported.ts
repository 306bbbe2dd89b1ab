/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  building: exportKind(
    'buildings',
    'building',
    [],
    [
      'id',
      'name',
      'address',
      'time_zone',
      'service_hours',
      'holidays',
      'contact',
      'latitude',
      'longitude',
      'external_id',
      'created_at',
      'archived_at',
      'version',
    ],
  ),
}
