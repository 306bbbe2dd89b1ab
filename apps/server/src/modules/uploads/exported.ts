/** Which columns of this module's tables are in a data export, and why others are not. */
import { authorFields, type Exported, exportKind } from '#server/platform/exports.ts'

export const exported: Exported = {
  upload: exportKind(
    'photos',
    'upload',
    ['amenity', 'task', 'task_note', 'feedback', 'status_report'],
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
      renamed: { ...authorFields, file_key: 'file' },
      without: {
        content_type: 'describes the upload; the stored photo was re-encoded',
        size: 'describes the upload; the stored photo was re-encoded',
        expires_at: 'belongs to the upload ticket',
        used_at: 'belongs to the upload ticket',
        stored_at: 'every exported photo is stored',
        thumbnail_key: 'is created from the photo',
      },
      // Erased uploads are attached to nothing.
      where: 'stored_at is not null and attached_at is not null',
    },
  ),
}
