/** Which columns of the platform's tables are exported, or why not. */
import { actorFields, type Exported, exportKind } from './exports.ts'

export const exported: Exported = {
  audit_entry: exportKind(
    'audit-log',
    'audit_entry',
    'all',
    [
      'id',
      'seq',
      'at',
      'actor_kind',
      'actor_id',
      'actor_name',
      'action',
      'target',
      'target_name',
      'request_id',
      'source',
      'fields',
      'changes',
    ],
    {
      renamed: actorFields,
      without: {
        hash: 'is verified where the key of the chain is',
        changes_mac: 'is verified where the key of the chain is',
      },
    },
  ),
  audit_head: 'the ends of the chain of the audit log, and its key',
  audit_tally: 'follows from audit-log',
  rate_bucket: 'counts requests for a minute or a quarter of an hour; hashes and times',
  service_state: 'says how the service is, for all tenants',
  job_run: 'says when work by the clock ran last, for all tenants',
  list_revision: 'counts changes, so that an answer is known to hold; numbers without content',
  mail_sent: 'which mails have left, without their text',
  push_subscription: exportKind(
    'push-subscriptions',
    'push_subscription',
    ['app_user'],
    ['id', 'user_id', 'created_at', 'received_at'],
    {
      without: {
        session_id: 'opens an account',
        rests_until: 'says how a push service answered',
        endpoint: 'opens a way to a device',
        endpoint_hash: 'follows from the endpoint',
        p256dh: 'opens a way to a device',
        auth: 'opens a way to a device',
      },
    },
  ),
  push_message: 'which notifications have left, without their text',
  push_delivery: 'which notifications have left, without their text',
  push_key: 'the key pair by which push services know this service; of no tenant',
  source_salt: 'the salt under which an address becomes a source, for two days; of no tenant',
  idempotency: 'answers to repeated requests, kept for a day',
  due_work: 'work that is under way; what comes of it is in the records',
  event: 'work that is under way; what came of it is in the records',
  event_handled: 'work that is under way; what came of it is in the records',
}
