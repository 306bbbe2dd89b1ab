/** What of this module's tables is exported, or why not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  location: exportKind(
    'locations',
    'location',
    ['building'],
    ['id', 'building_id', 'parent_id', 'kind', 'name', 'position', 'created_at', 'version'],
  ),
}
