/** Status items: the aspects of an amenity that can fail. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, InstantInput, Line, LongText, Timestamp } from '#contracts/kit/text.ts'
import { Count, IdAnswer, OperationalState, ReportState } from '#contracts/records.ts'
import { ById, Position, Version } from '../kit/pieces.ts'

export const StatusItem = Type.Object({
  id: Id,
  amenityId: Id,
  name: Type.String(),
  position: Position,
  /** false: only the team sees it, and the amenity's state ignores it */
  visible: Type.Boolean(),
  state: OperationalState,
  report: ReportState,
  /** when state or report last changed */
  since: Nullable(Timestamp),
  reports: Count,
  /** shown to visitors */
  note: Nullable(Type.String()),
  expectedEnd: Nullable(Timestamp),
  createdAt: Timestamp,
  version: Version,
})
export type StatusItem = Static<typeof StatusItem>

export const createStatusItem = endpoint({
  module: 'admin',
  name: 'createStatusItem',
  method: 'POST',
  path: '/api/admin/amenities/:id/status-items',
  summary: 'Add a status item; its initial state is OPERATIONAL',
  auditLabel: { en: 'Added a status item', de: 'Statuspunkt hinzugefügt' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Line(80),
    /** default: last */
    position: Type.Optional(Position),
    visible: Type.Optional(Type.Boolean({ default: true })),
  }),
  status: 201,
  idempotent: true,
  data: StatusItem,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: ({ amenityId, fresh }) => ({ params: { id: amenityId }, body: { name: fresh('Taps') } }),
})

export const updateStatusItem = endpoint({
  module: 'admin',
  name: 'updateStatusItem',
  method: 'PATCH',
  path: '/api/admin/status-items/:id',
  summary: 'Update its name, order or visibility',
  auditLabel: { en: 'Changed a status item', de: 'Statuspunkt geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Partial(Type.Object({ name: Line(80), position: Position, visible: Type.Boolean() })),
  data: StatusItem,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ statusItemId, fresh }) => ({ params: { id: statusItemId }, body: { name: fresh('Left tap') } }),
})

export const deleteStatusItem = endpoint({
  module: 'admin',
  name: 'deleteStatusItem',
  method: 'DELETE',
  path: '/api/admin/status-items/:id',
  summary: 'Remove a status item; the last one of an amenity cannot be removed',
  auditLabel: { en: 'Removed a status item', de: 'Statuspunkt entfernt' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ statusItemId }) => ({ params: { id: statusItemId } }),
})

export const setStatusItemState = endpoint({
  module: 'admin',
  name: 'setStatusItemState',
  method: 'POST',
  path: '/api/admin/status-items/:id/state',
  summary: 'Set the operational state with a public note and an expected end',
  auditLabel: { en: 'Set the state of a status item', de: 'Zustand eines Statuspunkts geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    state: OperationalState,
    /** default, also null: none */
    note: Type.Optional(Nullable(LongText(500))),
    /** default, also null: unknown */
    expectedEnd: Type.Optional(Nullable(InstantInput)),
  }),
  data: StatusItem,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ statusItemId }) => ({ params: { id: statusItemId }, body: { state: 'DEGRADED' } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  visible: { en: 'Visible to visitors', de: 'Für Besucher sichtbar' },
  expectedEnd: { en: 'Expected end', de: 'Voraussichtliches Ende' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  OPERATIONAL: { en: 'Working', de: 'In Ordnung' },
  DEGRADED: { en: 'Limited', de: 'Eingeschränkt' },
  MAINTENANCE: { en: 'Maintenance', de: 'Wartung' },
  OUT_OF_ORDER: { en: 'Out of order', de: 'Außer Betrieb' },
}
