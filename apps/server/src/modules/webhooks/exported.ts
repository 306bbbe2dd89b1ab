/** What of this module's tables is exported, or why not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  webhook: exportKind(
    'webhooks',
    'webhook',
    [],
    [
      'id',
      'url',
      'description',
      'events',
      'enabled',
      'reason',
      'enabled_at',
      'last_success_at',
      'failing_since',
      'failures',
      'created_at',
      'updated_at',
      'version',
    ],
    {
      without: {
        secret: 'signs what is sent',
        former_secret: 'signs what is sent',
        former_until: 'of a secret that is not exported',
        older_secrets: 'sign what is sent',
        plan_told_at: 'keeps a mail from being sent twice',
        deleted_at: 'those that were deleted are being removed',
      },
    },
  ),
  webhook_delivery: 'a log of 30 days; what was sent is exported as what it is about',
  webhook_attempt: 'of that log, too',
}
