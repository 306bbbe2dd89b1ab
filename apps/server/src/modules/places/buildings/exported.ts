/** What of this module's tables is exported, or why not. */
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
