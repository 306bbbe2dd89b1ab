/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  qr_code: exportKind(
    'qr-codes',
    'qr_code',
    ['amenity'],
    [
      'code',
      'amenity_id',
      'batch',
      'scans',
      'last_scan_at',
      'mounted_at',
      'created_at',
      'retired_at',
      'version',
    ],
    { key: ['code'] },
  ),
  qr_directory: 'follows from qr-codes',
}
