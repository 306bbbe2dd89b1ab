/** Which columns of this module's tables are exported, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  status_change: exportKind(
    'status-history',
    'status_change',
    ['status_item'],
    ['id', 'amenity_id', 'item_id', 'item_name', 'at', 'state', 'report', 'note'],
  ),
  status_report: exportKind(
    'status-reports',
    'status_report',
    ['status_item'],
    ['id', 'item_id', 'amenity_id', 'issue', 'created_at'],
    {
      without: { source: 'distinguishes visitors for one day only' },
    },
  ),
  status_item: exportKind(
    'status-items',
    'status_item',
    ['amenity'],
    [
      'id',
      'amenity_id',
      'name',
      'position',
      'visible',
      'state',
      'state_set_by',
      'report',
      'since',
      'reports',
      'last_report_at',
      'report_since',
      'reported_since',
      'working_said_at',
      'note',
      'expected_end',
      'created_at',
      'version',
    ],
  ),
  status_subscription: "visitors' addresses, given for status emails only",
}
