/** Which columns of this module's tables are in a data export, and why others are not. */
import { authorFields, type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  feedback_follow_up: exportKind(
    'feedback-follow-ups',
    'feedback_follow_up',
    ['feedback'],
    ['id', 'feedback_id', 'at', 'message', 'fixed'],
  ),
  feedback: exportKind(
    'feedback',
    'feedback',
    ['amenity', 'app_user'],
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
      'to_review',
      'created_at',
      'version',
    ],
    {
      without: {
        source: 'distinguishes visitors for a day and is useless afterwards',
        submission_id: "a phone's own number for its retries",
        outcome_email: "a visitor's address, given to hear of one report and shown to nobody",
        outcome_asked_at: 'belongs to outcome_email',
        has_comment: 'follows from other columns',
      },
    },
  ),
  test_feedback: 'a trial report, which is in no figure',
  feedback_handled: exportKind(
    'feedback-handled',
    'feedback_handled',
    ['feedback'],
    ['feedback_id', 'at', 'author_kind', 'author_id', 'author_name'],
    { key: ['feedback_id'], renamed: authorFields, without: { received_at: 'is in feedback.jsonl' } },
  ),
  feedback_label: exportKind('feedback-labels', 'feedback_label', ['feedback'], ['feedback_id', 'label'], {
    key: ['feedback_id', 'label'],
    without: { received_at: 'is in feedback.jsonl' },
  }),
  feedback_reply: exportKind(
    'feedback-replies',
    'feedback_reply',
    ['feedback'],
    ['id', 'feedback_id', 'text', 'author_kind', 'author_id', 'author_name', 'created_at'],
    { renamed: authorFields },
  ),
  feedback_word: 'follows from feedback',
  status_ask: 'limits confirmation emails to an address',
  feedback_day: 'counts of feedback',
  feedback_month: 'counts of feedback',
  feedback_rollup: 'progress of the rollup',
  feedback_recount: 'days that wait for their recount',
}
