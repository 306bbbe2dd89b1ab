/** Partner grants: one tenant lets another read some of its figures. */

import { type Static, Type } from 'typebox'
import { Overview, Period } from '#contracts/dashboard.ts'
import { IssueFigure, TrendDay } from '#contracts/figures.ts'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { ById } from '#contracts/kit/pieces.ts'
import { DateOnly, Id, InstantInput, Line, Timestamp } from '#contracts/kit/text.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { InspectionFigures } from '#contracts/scout/figures.ts'
import { ShareScope } from './links.ts'
import { SharedBuilding } from './view.ts'

/** REVOKED: ended by either side, or the offer was declined. */
export const grantStates = ['OFFERED', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const
export const GrantState = Type.Enum([...grantStates])
export type GrantState = Static<typeof GrantState>

export const grantMeasures = ['RATINGS', 'ISSUES', 'TASKS', 'SLA', 'INSPECTIONS'] as const
export const GrantMeasure = Type.Enum([...grantMeasures])
export type GrantMeasure = Static<typeof GrantMeasure>

export const GrantDirection = Type.Enum(['GIVEN', 'RECEIVED'])
export type GrantDirection = Static<typeof GrantDirection>

export const Grant = Type.Object({
  id: Id,
  state: GrantState,
  direction: GrantDirection,
  /** the other side; for a given grant the slug that was entered, until it is accepted */
  other: Type.Object({ name: Type.String() }),
  /** empty for a received grant, because ids of another organisation mean nothing here; see `places` */
  scope: ShareScope,
  /** the scope as names; empty: everything; `–`: nothing, by an empty list */
  places: Type.Array(Type.String()),
  measures: Type.Array(GrantMeasure),
  until: Timestamp,
  /** number of reads by the receiver, and the last one; 0 and null in received grants */
  reads: Count,
  lastReadAt: Nullable(Timestamp),
  createdAt: Timestamp,
  acceptedAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  /** increases when the grant is answered and when it ends */
  version: Type.Integer({ minimum: 1 }),
})
export type Grant = Static<typeof Grant>

/** Figures of the giver within the scope; a measure that is not granted is null. */
export const GrantView = Type.Object({
  other: Type.Object({ name: Type.String() }),
  places: Type.Array(Type.String()),
  measures: Type.Array(GrantMeasure),
  period: Period,
  freshness: Timestamp,
  /** RATINGS */
  feedback: Nullable(Overview.properties.feedback),
  trend: Nullable(Type.Array(TrendDay)),
  /** ISSUES */
  issues: Nullable(Type.Array(IssueFigure)),
  /** TASKS */
  tasks: Nullable(Overview.properties.tasks),
  /** SLA: by building */
  buildings: Nullable(Type.Array(SharedBuilding)),
  /** INSPECTIONS: by scouts */
  inspections: Nullable(InspectionFigures),
})
export type GrantView = Static<typeof GrantView>

const access = { access: admin(null) } as const

export const listGrants = endpoint({
  module: 'sharing',
  name: 'listGrants',
  method: 'GET',
  path: '/api/sharing/grants',
  summary: 'Partner grants given and received',
  ...access,
  limit: 'read',
  query: Type.Object({
    ...paging,
    direction: Type.Optional(GrantDirection),
    state: Type.Optional(Type.Array(GrantState, { maxItems: 4 })),
    sort: sortBy('createdAt', 'until'),
  }),
  list: Grant,
})

export const offerGrant = endpoint({
  module: 'sharing',
  name: 'offerGrant',
  method: 'POST',
  path: '/api/sharing/grants',
  summary:
    'Offer another tenant a read-only view, by its slug: buildings, measures, end; the answer does not reveal whether that tenant exists',
  auditLabel: { en: 'Offered a grant to a partner', de: 'Einem Partner Kennzahlen angeboten' },
  ...access,
  limit: 'write',
  body: Type.Object({
    slug: Line(100),
    scope: Type.Optional(ShareScope),
    measures: Type.Array(GrantMeasure, { minItems: 1, maxItems: 5, uniqueItems: true }),
    /** default: in a year; at most five years */
    until: Type.Optional(InstantInput),
  }),
  status: 201,
  idempotent: true,
  data: Grant,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  example: ({ buildingId, fresh }) => ({
    body: {
      slug: fresh('partner').toLowerCase(),
      scope: { buildingIds: [buildingId] },
      measures: ['RATINGS', 'ISSUES'],
    },
  }),
})

export const answerGrant = endpoint({
  module: 'sharing',
  name: 'answerGrant',
  method: 'POST',
  path: '/api/sharing/grants/:id/accept',
  summary: 'Accept an offered grant, or decline it with `accept: false`; by an administrator of the receiver',
  auditLabel: { en: 'Answered the grant offer of a partner', de: 'Angebot eines Partners beantwortet' },
  ...access,
  limit: 'write',
  params: ById,
  bodyOptional: true,
  body: Type.Object({ accept: Type.Optional(Type.Boolean()) }),
  data: Grant,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ offeredGrantId }) => ({ params: { id: offeredGrantId }, body: { accept: true } }),
})

export const viewGrant = endpoint({
  module: 'sharing',
  name: 'viewGrant',
  method: 'GET',
  path: '/api/sharing/grants/:id/view',
  summary: 'The granted figures; each read is logged for the giver',
  ...access,
  limit: 'read',
  params: ById,
  query: Type.Object({ from: Type.Optional(DateOnly), to: Type.Optional(DateOnly) }),
  data: GrantView,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ receivedGrantId }) => ({ params: { id: receivedGrantId } }),
})

export const endGrant = endpoint({
  module: 'sharing',
  name: 'endGrant',
  method: 'DELETE',
  path: '/api/sharing/grants/:id',
  summary: 'Either side ends it',
  auditLabel: { en: 'Ended a grant', de: 'Freigabe für einen Partner beendet' },
  ...access,
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND'],
  example: ({ receivedGrantId }) => ({ params: { id: receivedGrantId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  measures: { en: 'Figures', de: 'Kennzahlen' },
}
