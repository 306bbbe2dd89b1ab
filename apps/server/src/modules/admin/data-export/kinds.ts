/**
 * What an export holds, kind by kind, and what it leaves out and why. A test compares both lists with the tables that
 * are there: a new table or column must be named in one of them.
 */
import type { DB } from '#server/platform/db/tables.ts'

type ColumnOf<T extends keyof DB> = Extract<keyof DB[T], string>

export interface ExportKind {
  /** of the file, without its ending */
  readonly name: string
  readonly table: keyof DB
  /** rows come in this order, which an index has */
  readonly key: readonly string[]
  /** column → name in the file; `a.b` is b within a, which is null where all within it is */
  readonly fields: Readonly<Record<string, string>>
  /** column → why it is not exported */
  readonly without: Readonly<Record<string, string>>
  /** further condition on the rows */
  readonly where?: string
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const kind = <T extends keyof DB>(
  name: string,
  table: T,
  columns: readonly ColumnOf<T>[],
  more: {
    readonly key?: readonly ColumnOf<T>[]
    readonly renamed?: { readonly [C in ColumnOf<T>]?: string }
    readonly without?: { readonly [C in ColumnOf<T>]?: string }
    readonly where?: string
  } = {},
): ExportKind => ({
  name,
  table,
  key: more.key ?? ['id'],
  fields: Object.fromEntries(columns.map((column) => [column, more.renamed?.[column] ?? camel(column)])),
  without: (more.without ?? {}) as Record<string, string>,
  ...(more.where === undefined ? {} : { where: more.where }),
})

const derived = 'follows from other columns'
const visitorSource = 'tells visitors apart for a day; no use afterwards'
const author = { author_kind: 'author.kind', author_id: 'author.id', author_name: 'author.name' } as const
const actor = { actor_kind: 'actor.kind', actor_id: 'actor.id', actor_name: 'actor.name' } as const

/** What refers comes before what it refers to, so that nothing written meanwhile points at a record that is missing. */
export const exportKinds: readonly ExportKind[] = [
  kind(
    'audit-log',
    'audit_entry',
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
    { renamed: actor, without: { hash: 'is verified where the key of the chain is' } },
  ),
  kind(
    'task-history',
    'task_history',
    ['id', 'task_id', 'at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'changes'],
    { renamed: actor },
  ),
  kind('task-feedback', 'task_feedback', ['task_id', 'feedback_id', 'linked_at'], {
    key: ['task_id', 'feedback_id'],
  }),
  kind('task-status-reports', 'task_status_report', ['task_id', 'report_id', 'item_id', 'linked_at'], {
    key: ['task_id', 'report_id'],
  }),
  kind(
    'photos',
    'upload',
    [
      'id',
      'purpose',
      'kind',
      'amenity_id',
      'task_id',
      'feedback_id',
      'report_id',
      'note_id',
      'width',
      'height',
      'author_kind',
      'author_id',
      'author_name',
      'created_at',
      'attached_at',
      'hidden_at',
      'file_key',
    ],
    {
      renamed: { ...author, file_key: 'file' },
      without: {
        content_type: 'of what was sent; what is kept was made anew from it',
        size: 'of what was sent; what is kept was made anew from it',
        expires_at: 'of the ticket to upload',
        used_at: 'of the ticket to upload',
        stored_at: 'every exported photo is stored',
        thumbnail_key: 'is made from the photo',
      },
      // One that was erased belongs to nothing any more.
      where: 'stored_at is not null and attached_at is not null',
    },
  ),
  kind(
    'task-notes',
    'task_note',
    ['id', 'task_id', 'text', 'public', 'author_kind', 'author_id', 'author_name', 'created_at'],
    { renamed: author },
  ),
  kind(
    'tasks',
    'task',
    [
      'id',
      'number',
      'title',
      'description',
      'status',
      'priority',
      'source',
      'building_id',
      'amenity_id',
      'category',
      'skill',
      'assignee_kind',
      'assignee_id',
      'due_at',
      'labels',
      'checklist',
      'resolution',
      'reporter_count',
      'last_report_at',
      'merged_into',
      'blocked_reason',
      'blocked_since',
      'blocked_until',
      'blocked_note',
      'sla',
      'escalation_level',
      'reopen_count',
      'verification',
      'routing',
      'minutes_spent',
      'created_by_kind',
      'created_by_id',
      'created_by_name',
      'created_at',
      'started_at',
      'completed_at',
      'updated_at',
      'version',
    ],
    {
      renamed: {
        assignee_kind: 'assignee.kind',
        assignee_id: 'assignee.id',
        blocked_reason: 'blocked.reason',
        blocked_since: 'blocked.since',
        blocked_until: 'blocked.until',
        blocked_note: 'blocked.note',
        created_by_kind: 'createdBy.kind',
        created_by_id: 'createdBy.id',
        created_by_name: 'createdBy.name',
      },
      without: { urgency: derived },
    },
  ),
  kind('feedback-follow-ups', 'feedback_follow_up', ['id', 'feedback_id', 'at', 'message', 'fixed']),
  kind(
    'feedback',
    'feedback',
    [
      'id',
      'amenity_id',
      'building_id',
      'rating',
      'comment',
      'issues',
      'language',
      'state',
      'state_reason',
      'counted',
      'fixed',
      'erased_at',
      'moderated_at',
      'moderated_by',
      'created_at',
      'version',
    ],
    {
      without: {
        source: visitorSource,
        submission_id: "a phone's own number for its retries",
        outcome_email: "a visitor's address, given for one mail and shown to nobody",
        has_comment: derived,
      },
    },
  ),
  kind('status-history', 'status_change', [
    'id',
    'amenity_id',
    'item_id',
    'item_name',
    'at',
    'state',
    'report',
    'note',
  ]),
  kind('status-reports', 'status_report', ['id', 'item_id', 'amenity_id', 'issue', 'created_at'], {
    without: { source: visitorSource },
  }),
  kind('status-items', 'status_item', [
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
    'note',
    'expected_end',
    'created_at',
    'version',
  ]),
  kind(
    'qr-codes',
    'qr_code',
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
  kind('amenities', 'amenity', [
    'id',
    'building_id',
    'location_id',
    'name',
    'type',
    'state',
    'accessible',
    'opening_hours',
    'notes',
    'external_id',
    'last_cleaned_at',
    'created_at',
    'archived_at',
    'version',
  ]),
  kind('locations', 'location', [
    'id',
    'building_id',
    'parent_id',
    'kind',
    'name',
    'position',
    'created_at',
    'version',
  ]),
  kind('buildings', 'building', [
    'id',
    'name',
    'address',
    'time_zone',
    'service_hours',
    'holidays',
    'contact',
    'latitude',
    'longitude',
    'external_id',
    'created_at',
    'archived_at',
    'version',
  ]),
  kind('amenity-types', 'amenity_type', [
    'id',
    'code',
    'icon',
    'names',
    'categories',
    'status_items',
    'position',
    'built_in',
    'created_at',
    'version',
  ]),
  kind('alert-rules', 'alert_rule', [
    'id',
    'name',
    'enabled',
    'position',
    'built_in',
    'trigger',
    'scope',
    'action',
    'window_minutes',
    'created_at',
    'version',
  ]),
  kind(
    'api-keys',
    'api_key',
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
      without: { hash: 'of a secret' },
    },
  ),
  kind(
    'users',
    'app_user',
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
        failed_sign_ins: 'guards an account',
        break_glass: 'is at /api/admin/sso',
      },
    },
  ),
]
