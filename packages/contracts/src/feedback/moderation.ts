/** Moderation of what visitors write. Ratings are always counted. */
import { type Static, Type } from 'typebox'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Author, IdAnswer, ImageKey } from '#contracts/records.ts'
import { ById, Version } from '../kit/pieces.ts'

export const Moderation = Type.Object({
  id: Id,
  /** only administrators see the comment */
  hidden: Type.Boolean(),
  hiddenImages: Type.Array(Type.String()),
  /** held back as suspicious: creates no task and is not counted */
  quarantined: Type.Boolean(),
  reason: Nullable(Type.String()),
  moderatedAt: Nullable(Timestamp),
  moderatedBy: Nullable(Author),
  version: Version,
})
export type Moderation = Static<typeof Moderation>

export const moderateFeedback = endpoint({
  module: 'admin',
  name: 'moderateFeedback',
  method: 'PATCH',
  path: '/api/admin/feedback/:id',
  summary: 'Hide or restore a comment or a photo, or release a submission from quarantine, with a reason',
  auditLabel: 'Hid or showed a submission',
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    /** false for a comment that is shown: marks it as reviewed */
    hidden: Type.Optional(Type.Boolean()),
    /** all photos to hide; a key that is left out is shown again */
    hiddenImages: Type.Optional(Type.Array(ImageKey, { maxItems: 12, uniqueItems: true })),
    release: Type.Optional(Type.Boolean()),
    reason: Line(200),
  }),
  data: Moderation,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ feedbackId }) => ({
    params: { id: feedbackId },
    body: { hidden: true, reason: 'Names a person' },
  }),
})

export const eraseFeedback = endpoint({
  module: 'admin',
  name: 'eraseFeedback',
  method: 'DELETE',
  path: '/api/admin/feedback/:id',
  summary: "Erase a submission's text and photos; the rating stays in the counts",
  auditLabel: 'Erased text and photos of a submission',
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ feedbackId }) => ({ params: { id: feedbackId } }),
})
