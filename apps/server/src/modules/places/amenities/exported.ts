/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  amenity: exportKind(
    'amenities',
    'amenity',
    ['location', 'building', 'amenity_type'],
    [
      'id',
      'building_id',
      'location_id',
      'name',
      'type',
      'state',
      'accessible',
      'opening_hours',
      'notes',
      'external_id',
      'last_cleaned_at',
      'created_at',
      'archived_at',
      'last_locations',
      'version',
    ],
  ),
}
