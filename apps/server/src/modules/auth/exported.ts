/** Which columns of this module's tables are in a data export, and why others are not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  app_user: exportKind(
    'users',
    'app_user',
    ['building'],
    [
      'id',
      'email',
      'name',
      'roles',
      'state',
      'language',
      'time_zone',
      'building_ids',
      'email_verified_at',
      'last_sign_in_at',
      'preferences',
      'created_at',
      'removed_at',
      'version',
    ],
    {
      without: {
        password_hash: 'opens an account',
        failed_sign_ins: 'protects an account',
        tested_at: 'limits how often a person asks for test notifications',
        has_wishes: 'follows from preferences',
        break_glass: 'is at /api/admin/sso',
      },
    },
  ),
  email_directory: 'follows from users',
  session: 'opens an account',
  user_identity: 'opens an account',
  identity_directory: 'opens an account',
  mail_link: 'opens an account',
  tenant: 'is in manifest.json and settings.jsonl',
}
