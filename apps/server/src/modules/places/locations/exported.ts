/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  location: exportKind(
    'locations',
    'location',
    ['building'],
    ['id', 'building_id', 'parent_id', 'kind', 'name', 'position', 'created_at', 'version'],
  ),
}
