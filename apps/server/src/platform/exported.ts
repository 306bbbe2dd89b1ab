/** What of the platform's own tables is exported, or why not. */
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
    ],
    { renamed: actorFields, without: { hash: 'is verified where the key of the chain is' } },
  ),
  audit_head: 'the ends of the chain of the audit log, and its key',
  audit_tally: 'follows from audit-log',
  rate_bucket: 'counts requests for a minute or a quarter of an hour; hashes and times',
  rate_epoch: 'says where requests are counted',
  rate_instance: 'says which instances count requests',
  service_state: 'says how the service is, for all tenants',
  job_run: 'says when work by the clock ran last, for all tenants',
  list_revision: 'counts changes, so that an answer is known to hold; numbers without content',
  mail_sent: 'which mails have left, without their text',
  source_salt: 'the salt under which an address becomes a source, for two days; of no tenant',
  idempotency: 'answers to repeated requests, kept for a day',
  due_work: 'work that is under way; what comes of it is in the records',
  event: 'work that is under way; what came of it is in the records',
  event_handled: 'work that is under way; what came of it is in the records',
}
