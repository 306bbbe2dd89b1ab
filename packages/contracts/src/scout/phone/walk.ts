/** Rounds as a scout walks them. */
import { Type } from 'typebox'
import { endpoint, paging, scout, sortBy } from '../../kit/endpoint.ts'
import { ById, Version } from '../../kit/pieces.ts'
import { DateOnly, Id, InstantInput, Line, LongText } from '../../kit/text.ts'
import { IdAnswer, SentAt } from '../../records.ts'
import { Round, RoundDetail, RoundState, roundMoves, SkipReason } from '../rounds.ts'

const common = { module: 'scout', access: scout, flag: 'SCOUT' } as const
const read = { ...common, limit: 'read', method: 'GET' } as const
const move = {
  ...common,
  limit: 'write',
  method: 'POST',
  params: ById,
  query: SentAt,
  moves: roundMoves,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
} as const
const at = Type.Optional(InstantInput)

export const listScoutRounds = endpoint({
  ...read,
  name: 'listScoutRounds',
  path: '/api/scout/rounds',
  summary: 'Own rounds and those open to every scout of the building, by the time they are due',
  query: Type.Object({
    state: Type.Optional(Type.Array(RoundState)),
    /** days by `dueBy` */
    from: Type.Optional(DateOnly),
    to: Type.Optional(DateOnly),
    /** still to be walked */
    open: Type.Optional(Type.Boolean()),
    sort: sortBy('dueBy'),
    ...paging,
  }),
  list: Round,
})

export const getScoutRound = endpoint({
  ...read,
  name: 'getScoutRound',
  path: '/api/scout/rounds/:id',
  summary: 'A round with its stops in walking order',
  params: ById,
  data: RoundDetail,
  errors: ['NOT_FOUND'],
  example: ({ scout: { roundId } }) => ({ params: { id: roundId } }),
})

export const extraRoundInput = {
  buildingId: Id,
  templateId: Id,
  amenityIds: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
  title: Type.Optional(Line(120)),
}
export const createExtraRound = endpoint({
  ...common,
  limit: 'write',
  name: 'createExtraRound',
  method: 'POST',
  path: '/api/scout/rounds',
  summary: 'Plan an own extra round, where allowed',
  auditLabel: { en: 'Planned an extra round', de: 'Zusätzlichen Rundgang geplant' },
  body: Type.Object(extraRoundInput),
  status: 201,
  idempotent: true,
  data: RoundDetail,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN'],
  example: ({ buildingId, amenityId, scout: { templateId } }) => ({
    body: { buildingId, templateId, amenityIds: [amenityId] },
  }),
})

export const acceptRound = endpoint({
  ...move,
  name: 'acceptRound',
  path: '/api/scout/rounds/:id/accept',
  summary: 'Take a round',
  auditLabel: { en: 'Took a round', de: 'Rundgang übernommen' },
  data: Round,
  example: ({ scout: { roundId } }) => ({ params: { id: roundId } }),
})

export const declineInput = { reason: Line(300) }
export const declineRound = endpoint({
  ...move,
  name: 'declineRound',
  path: '/api/scout/rounds/:id/decline',
  summary: 'Give a round back with a reason',
  auditLabel: { en: 'Declined a round', de: 'Rundgang abgelehnt' },
  body: Type.Object(declineInput),
  data: IdAnswer,
  example: ({ scout: { roundId } }) => ({ params: { id: roundId }, body: { reason: 'Ill' } }),
})

export const startInput = {
  /** of the phone's checklists: taken where current within 30 days */
  templateVersions: Type.Optional(Type.Record(Id, Version)),
}
export const startRound = endpoint({
  ...move,
  name: 'startRound',
  path: '/api/scout/rounds/:id/start',
  summary: 'Start a round; this fixes the versions of its checklists',
  body: Type.Object({ ...startInput, at }),
  bodyOptional: true,
  data: RoundDetail,
  example: ({ scout: { roundId } }) => ({ params: { id: roundId }, body: {} }),
})

export const pauseInput = { paused: Type.Boolean(), reason: Type.Optional(Line(300)) }
export const pauseRound = endpoint({
  ...move,
  name: 'pauseRound',
  path: '/api/scout/rounds/:id/pause',
  summary: 'Pause or go on',
  body: Type.Object({ ...pauseInput, at }),
  data: Round,
  example: ({ scout: { roundId } }) => ({ params: { id: roundId }, body: { paused: true } }),
})

export const submitInput = {
  note: Type.Optional(LongText(2000)),
  /** stops without an end are skipped */
  skipMissing: Type.Optional(Type.Object({ reason: SkipReason, note: Type.Optional(LongText(500)) })),
}
export const submitRound = endpoint({
  ...move,
  name: 'submitRound',
  path: '/api/scout/rounds/:id/submit',
  summary: 'Close and score a round; stops without an end are listed first',
  auditLabel: { en: 'Submitted a round', de: 'Rundgang abgegeben' },
  body: Type.Object({ ...submitInput, at }),
  bodyOptional: true,
  data: Round,
  example: ({ scout: { roundId } }) => ({
    params: { id: roundId },
    body: { skipMissing: { reason: 'CLOSED' } },
  }),
})
