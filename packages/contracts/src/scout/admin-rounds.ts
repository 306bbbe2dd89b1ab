/** Rounds as administrators read and review them. */
import { type Static, Type } from 'typebox'
import type { AuditWords } from '../kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '../kit/endpoint.ts'
import { Nullable } from '../kit/nullable.ts'
import { personal } from '../kit/personal.ts'
import { ById } from '../kit/pieces.ts'
import { DateOnly, Id, LongText } from '../kit/text.ts'
import { Author, Count } from '../records.ts'
import { Finding } from './findings.ts'
import { Inspection, Round, RoundState, roundMoves } from './rounds.ts'

export const AdminRound = Type.Object({
  ...Round.properties,
  reviewer: Nullable(Author),
  schedule: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** the scout is a mystery visitor, so times are told at 12:00 of their local day */
  timesRounded: Type.Boolean(),
  findings: Count,
  /** what another scout judged there at the same time; null: nobody did */
  agreement: Nullable(Type.Object({ pairs: Count, same: Count })),
  /** where exactly one `id` is asked for: in walking order */
  inspections: Type.Optional(Type.Array(Inspection)),
  found: Type.Optional(Type.Array(Finding)),
})
export type AdminRound = Static<typeof AdminRound>

export const listRounds = endpoint({
  module: 'admin',
  name: 'listRounds',
  method: 'GET',
  path: '/api/admin/rounds',
  summary: 'List inspection rounds with scores; exactly one `id` has its inspections and findings too',
  access: admin('read'),
  limit: 'read',
  flag: 'SCOUT',
  follows: ['scout'],
  query: Type.Object({
    ...paging,
    id: idFilter,
    state: Type.Optional(Type.Array(RoundState, { maxItems: 8 })),
    building: idFilter,
    buildingId: idFilter,
    scout: idFilter,
    template: idFilter,
    passed: Type.Optional(Type.Boolean()),
    /** days by `dueBy`, both included */
    from: Type.Optional(DateOnly),
    to: Type.Optional(DateOnly),
    sort: sortBy('dueBy', 'submittedAt', 'score'),
  }),
  list: AdminRound,
})

const Reason = personal(LongText(500, 1))

export const reviewRound = endpoint({
  module: 'admin',
  name: 'reviewRound',
  method: 'POST',
  path: '/api/admin/rounds/:id/review',
  summary: 'Accept a submitted round, or return it with a reason; single findings may be rejected',
  auditLabel: { en: 'Reviewed a round', de: 'Prüfrundgang geprüft' },
  access: admin('write'),
  limit: 'write',
  flag: 'SCOUT',
  moves: roundMoves.filter((move) => move.from.some((state) => state === 'SUBMITTED')),
  params: ById,
  body: Type.Object({
    decision: Type.Enum(['ACCEPT', 'RETURN']),
    /** needed for RETURN */
    reason: Type.Optional(Reason),
    rejectFindings: Type.Optional(Type.Array(Type.Object({ id: Id, reason: Reason }), { maxItems: 200 })),
  }),
  data: AdminRound,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout }) => ({ params: { id: scout.submittedRoundId }, body: { decision: 'ACCEPT' } }),
})

export const fieldNames: AuditWords = {
  rejectFindings: { en: 'Rejected findings', de: 'Abgelehnte Feststellungen' },
}

export const codeNames: AuditWords = {
  ACCEPT: { en: 'Accepted', de: 'Angenommen' },
  RETURN: { en: 'Returned', de: 'Zurückgegeben' },
}
