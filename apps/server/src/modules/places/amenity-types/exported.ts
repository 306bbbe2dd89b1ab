/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  amenity_type: exportKind(
    'amenity-types',
    'amenity_type',
    [],
    [
      'id',
      'code',
      'icon',
      'names',
      'categories',
      'status_items',
      'position',
      'built_in',
      'created_at',
      'version',
    ],
  ),
}
