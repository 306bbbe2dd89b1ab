/** What of this module's tables is exported, or why not. */
import { type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  company: exportKind(
    'companies',
    'company',
    ['building'],
    [
      'id',
      'name',
      'kind',
      'state',
      'coverage',
      'contract_from',
      'contract_until',
      'contacts',
      'sla_policy_id',
      'created_at',
      'updated_at',
      'version',
    ],
  ),
  operator: exportKind(
    'operators',
    'operator',
    ['company', 'app_user'],
    [
      'id',
      'company_id',
      'user_id',
      'name',
      'email',
      'state',
      'skills',
      'languages',
      'duty',
      'duty_at',
      'duty_until',
      'max_open_tasks',
      'shifts',
      'created_at',
      'updated_at',
      'version',
    ],
  ),
  operator_certification: exportKind(
    'operator-certifications',
    'operator_certification',
    ['operator'],
    ['id', 'operator_id', 'name', 'skill', 'valid_until', 'proof_key'],
  ),
  operator_handover: exportKind(
    'operator-handovers',
    'operator_handover',
    ['operator', 'task'],
    ['id', 'operator_id', 'task_id', 'was_kind', 'was_id', 'to_kind', 'to_id', 'handed_at'],
  ),
}
