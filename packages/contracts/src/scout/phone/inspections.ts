/** Inspections of a round's stops. */
import { Type } from 'typebox'
import { endpoint, scout } from '../../kit/endpoint.ts'
import { ById } from '../../kit/pieces.ts'
import { Id, InstantInput, Line, LongText } from '../../kit/text.ts'
import { QrCode, SentAt } from '../../records.ts'
import { Inspection, inspectionMoves, SkipReason, StoredValue } from '../rounds.ts'
import { PartId } from '../templates.ts'

const common = { module: 'scout', access: scout, flag: 'SCOUT' } as const
const write = { ...common, limit: 'write', params: ById, query: SentAt } as const
const at = Type.Optional(InstantInput)

export const beginInput = {
  stopId: Type.Optional(Id),
  amenityId: Type.Optional(Id),
  /** as it is on the sticker: proves the presence */
  qrCode: Type.Optional(QrCode),
  /** in place of a code, e.g. a torn sticker */
  noCodeReason: Type.Optional(Line(200, 3)),
}
export const beginInspection = endpoint({
  ...write,
  name: 'beginInspection',
  method: 'POST',
  path: '/api/scout/rounds/:id/inspections',
  summary: 'Begin at a stop; the code on the sticker proves the presence',
  body: Type.Object({ ...beginInput, at }),
  status: 201,
  idempotent: true,
  data: Inspection,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  example: ({ scout: { roundId, stopId } }) => ({
    params: { id: roundId },
    body: { stopId, noCodeReason: 'Torn' },
  }),
})

export const getInspection = endpoint({
  ...common,
  limit: 'read',
  name: 'getInspection',
  method: 'GET',
  path: '/api/scout/inspections/:id',
  summary: 'Answers, photos, score',
  params: ById,
  data: Inspection,
  errors: ['NOT_FOUND'],
  example: ({ scout: { stopId } }) => ({ params: { id: stopId } }),
})

/** An answer is one field: it replaces value, `na` and note together. */
export const AnswerInput = Type.Object({
  questionId: PartId,
  value: Type.Optional(StoredValue),
  na: Type.Optional(Type.Boolean()),
  note: Type.Optional(LongText(500)),
  /** the version of the answer that the phone had seen; 0: none */
  base: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export const answersInput = { answers: Type.Array(AnswerInput, { minItems: 1, maxItems: 100 }) }
export const saveAnswers = endpoint({
  ...write,
  name: 'saveAnswers',
  method: 'PATCH',
  path: '/api/scout/inspections/:id/answers',
  summary: 'Save some answers; each is merged by its time',
  body: Type.Object({ ...answersInput, at }),
  data: Type.Object({ ...Inspection.properties, conflicts: Type.Array(Id) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { stopId } }) => ({
    params: { id: stopId },
    body: { answers: [{ questionId: 'paper', value: true, base: 0 }] },
  }),
})

export const completeInspection = endpoint({
  ...write,
  name: 'completeInspection',
  method: 'POST',
  path: '/api/scout/inspections/:id/complete',
  summary: 'Check mandatory answers and photos, and score',
  body: Type.Object({ at }),
  bodyOptional: true,
  data: Inspection,
  moves: inspectionMoves,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { stopId } }) => ({ params: { id: stopId } }),
})

export const skipInput = { reason: SkipReason, note: Type.Optional(LongText(500)) }
export const skipInspection = endpoint({
  ...write,
  name: 'skipInspection',
  method: 'POST',
  path: '/api/scout/inspections/:id/skip',
  summary: 'Skip a stop: closed, occupied, unsafe, no access',
  body: Type.Object({ ...skipInput, at }),
  data: Inspection,
  moves: inspectionMoves,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { stopId } }) => ({ params: { id: stopId }, body: { reason: 'CLOSED' } }),
})

export const reopenInput = { reason: Type.Optional(Line(300)) }
export const reopenInspection = endpoint({
  ...write,
  name: 'reopenInspection',
  method: 'POST',
  path: '/api/scout/inspections/:id/reopen',
  summary: 'Correct an inspection until the round is submitted; it is counted',
  body: Type.Object({ ...reopenInput, at }),
  bodyOptional: true,
  data: Inspection,
  moves: inspectionMoves,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { stopId } }) => ({ params: { id: stopId }, body: {} }),
})
