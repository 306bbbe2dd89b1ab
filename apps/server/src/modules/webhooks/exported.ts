/** Which columns of this module's tables are in a data export, and why others are not. */
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
        secret: 'signs deliveries',
        former_secret: 'signs deliveries',
        former_until: 'belongs to a secret that is not exported',
        older_secrets: 'sign deliveries',
        plan_told_at: 'prevents a second email',
        deleted_at: 'deleted webhooks are being removed',
      },
    },
  ),
  webhook_delivery: 'a log of 30 days; the records that were sent are exported',
  webhook_attempt: 'belongs to the same log',
}
