/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  api_key: exportKind(
    'api-keys',
    'api_key',
    ['app_user'],
    [
      'id',
      'name',
      'scopes',
      'prefix',
      'last_four',
      'created_by',
      'created_by_name',
      'created_at',
      'last_used_at',
      'revoked_at',
      'version',
    ],
    {
      renamed: { created_by: 'createdBy.id', created_by_name: 'createdBy.name' },
      without: { hash: 'hash of a secret' },
    },
  ),
  api_key_directory: 'follows from api-keys, and holds hashes of secrets',
}
