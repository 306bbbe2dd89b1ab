/** Moderation of what visitors write. Ratings are always counted. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
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
  auditLabel: { en: 'Hid or showed a submission', de: 'Rückmeldung ein- oder ausgeblendet' },
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
  auditLabel: {
    en: 'Erased text and photos of a submission',
    de: 'Text und Fotos einer Rückmeldung gelöscht',
  },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ feedbackId }) => ({ params: { id: feedbackId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  hidden: { en: 'Hidden', de: 'Ausgeblendet' },
  hiddenImages: { en: 'Hidden photos', de: 'Ausgeblendete Fotos' },
  quarantined: { en: 'In quarantine', de: 'In Quarantäne' },
}
