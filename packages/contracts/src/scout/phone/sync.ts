/** Working without a signal: everything in one answer, everything back by an outbox. */
import { type Static, Type } from 'typebox'
import { endpoint, paging, scout, sortBy } from '../../kit/endpoint.ts'
import { Nullable } from '../../kit/nullable.ts'
import { personal } from '../../kit/personal.ts'
import { ById, Version } from '../../kit/pieces.ts'
import { Id, InstantInput, Line, Timestamp } from '../../kit/text.ts'
import { errorStatus } from '../../kit/vocabulary.ts'
import { Code, Count, SentAt } from '../../records.ts'
import { Finding } from '../findings.ts'
import { AgreementRecord, Profile } from '../people.ts'
import { Inspection, RoundDetail, ScoreValue, ScoutAmenity } from '../rounds.ts'
import { TemplateContent } from '../templates.ts'
import { confirmInput, findingChanges, findingInput, verifyInput, withdrawInput } from './findings.ts'
import { answersInput, beginInput, reopenInput, skipInput } from './inspections.ts'
import { ScoutLocation, Site, SiteNotes } from './places.ts'
import { declineInput, extraRoundInput, pauseInput, startInput, submitInput } from './walk.ts'

const common = { module: 'scout', access: scout, flag: 'SCOUT' } as const
const read = { ...common, limit: 'read', method: 'GET' } as const
const write = { ...common, limit: 'write', method: 'POST' } as const

/** The phone's copy of a checklist. */
export const ScoutTemplate = Type.Object({ id: Id, version: Version, ...TemplateContent.properties })

const ConflictValue = personal(Type.Unknown())
/** Two values of a field by two phones: `mine` lost, `theirs` stands. */
export const Conflict = Type.Object({
  id: Id,
  kind: Type.Enum(['INSPECTION', 'FINDING']),
  recordId: Id,
  title: Type.String(),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      mine: Type.Object({ value: ConflictValue, at: Timestamp }),
      theirs: Type.Object({ value: ConflictValue, at: Timestamp, by: personal(Type.String()) }),
    }),
  ),
  createdAt: Timestamp,
  resolvedAt: Nullable(Timestamp),
})
export type Conflict = Static<typeof Conflict>

const SiteRecord = Type.Object({ ...Site.properties, ...SiteNotes })

export const scoutBootstrap = endpoint({
  ...read,
  name: 'scoutBootstrap',
  path: '/api/scout/bootstrap',
  passing: ['serverTime', 'cursor'],
  summary: 'Everything for working offline: what is open or due within 14 days',
  data: Type.Object({
    serverTime: Timestamp,
    cursor: Type.String(),
    scout: Profile,
    sites: Type.Array(SiteRecord),
    locations: Type.Array(ScoutLocation),
    amenities: Type.Array(ScoutAmenity),
    /** more than 5,000 amenities: only those of the rounds */
    partial: Type.Boolean(),
    templates: Type.Array(ScoutTemplate),
    rounds: Type.Array(Type.Object({ ...RoundDetail.properties, inspections: Type.Array(Inspection) })),
    findings: Type.Array(Finding),
    conflicts: Type.Array(Conflict),
    categories: Type.Array(Type.Object({ type: Code, code: Code, name: Type.String() })),
  }),
})

export const changeKinds = [
  'SCOUT',
  'SITE',
  'LOCATION',
  'AMENITY',
  'TEMPLATE',
  'ROUND',
  'INSPECTION',
  'FINDING',
  'CONFLICT',
] as const

export const scoutChanges = endpoint({
  ...read,
  name: 'scoutChanges',
  path: '/api/scout/sync/changes',
  summary: 'What changed since a cursor, deletions included',
  /** without a cursor: `reset` */
  query: Type.Object({ cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })) }),
  data: Type.Object({
    changes: Type.Array(
      Type.Object({
        kind: Type.Enum([...changeKinds]),
        id: Id,
        deleted: Type.Boolean(),
        record: Nullable(
          Type.Union([
            Profile,
            SiteRecord,
            ScoutLocation,
            ScoutAmenity,
            ScoutTemplate,
            RoundDetail,
            Inspection,
            Finding,
            Conflict,
          ]),
        ),
      }),
    ),
    cursor: Type.String(),
    more: Type.Boolean(),
    /** load everything anew; the outbox stays */
    reset: Type.Boolean(),
  }),
  errors: ['VALIDATION_ERROR'],
})

/** Ids of records, or the clientId of the operation that made them. */
const roundId = { roundId: Id }
const inspectionId = { inspectionId: Id }
const findingId = { findingId: Id }

/** What each kind of operation takes, beside `clientId` and `at`: the fields of the single call. */
export const operationKinds = {
  'round.create': Type.Object(extraRoundInput),
  'round.accept': Type.Object(roundId),
  'round.decline': Type.Object({ ...roundId, ...declineInput }),
  'round.start': Type.Object({ ...roundId, ...startInput }),
  'round.pause': Type.Object({ ...roundId, ...pauseInput }),
  'round.submit': Type.Object({ ...roundId, ...submitInput }),
  'inspection.begin': Type.Object({ ...roundId, ...beginInput }),
  'inspection.answers': Type.Object({ ...inspectionId, ...answersInput }),
  'inspection.complete': Type.Object(inspectionId),
  'inspection.skip': Type.Object({ ...inspectionId, ...skipInput }),
  'inspection.reopen': Type.Object({ ...inspectionId, ...reopenInput }),
  'finding.create': Type.Object(findingInput),
  'finding.update': Type.Object({ ...findingId, ...findingChanges }),
  'finding.withdraw': Type.Object({ ...findingId, ...withdrawInput }),
  'finding.verify': Type.Object({ ...findingId, ...verifyInput }),
  'media.confirm': Type.Object({ mediaId: Id, ...confirmInput }),
} as const
export type OperationKind = keyof typeof operationKinds
export type OperationFields = { [K in OperationKind]: Static<(typeof operationKinds)[K]> }

const fieldNames = [
  ...new Set(Object.values(operationKinds).flatMap(({ properties }) => Object.keys(properties))),
]

/** `kind` decides which fields it takes (`operationKinds`); each operation is checked by itself. */
export const ScoutOperation = Type.Object({
  clientId: Id,
  /** by the phone's clock */
  at: InstantInput,
  kind: Line(40),
  ...Object.fromEntries(fieldNames.map((name) => [name, Type.Optional(Type.Unknown())])),
})

export const pushScoutOperations = endpoint({
  ...write,
  name: 'pushScoutOperations',
  path: '/api/scout/sync/push',
  summary: 'Operations of an outbox in the order sent, each done once',
  query: SentAt,
  body: Type.Object({ operations: Type.Array(ScoutOperation, { minItems: 1, maxItems: 100 }) }),
  data: Type.Object({
    results: Type.Array(
      Type.Object({
        clientId: Id,
        result: Type.Enum(['APPLIED', 'DUPLICATE', 'CONFLICT', 'REJECTED']),
        id: Nullable(Id),
        version: Nullable(Count),
        conflictId: Type.Optional(Id),
        code: Type.Optional(Type.Enum(Object.keys(errorStatus) as (keyof typeof errorStatus)[])),
        error: Type.Optional(Type.String()),
        path: Type.Optional(Type.String()),
      }),
    ),
  }),
  example: ({ scout: { stopId } }) => ({
    body: {
      operations: [
        {
          clientId: '01940a3b-7c1e-7f00-8a00-0000000000aa',
          at: '2026-11-20T08:00:00Z',
          kind: 'inspection.answers',
          inspectionId: stopId,
          answers: [{ questionId: 'paper', value: true, base: 0 }],
        },
      ],
    },
  }),
})

export const listScoutConflicts = endpoint({
  ...read,
  name: 'listScoutConflicts',
  path: '/api/scout/sync/conflicts',
  summary: 'Open conflicts with both values of each field',
  query: Type.Object({ sort: sortBy('createdAt'), ...paging }),
  list: Conflict,
})

export const getAmenityHistory = endpoint({
  ...read,
  name: 'getAmenityHistory',
  path: '/api/scout/amenities/:id/history',
  summary: 'The last inspections and open findings; of a blind scout only the own ones until scored',
  params: ById,
  data: Type.Object({
    /** the last 5; another's `score` and `passed` are null to a blind scout */
    inspections: Type.Array(
      Type.Object({
        at: Timestamp,
        score: ScoreValue,
        passed: Nullable(Type.Boolean()),
        own: Type.Boolean(),
      }),
    ),
    /** own and open, at most 20 */
    findings: Type.Array(Finding),
    ratings: Nullable(
      Type.Object({ days: Type.Literal(90), count: Count, average: Nullable(Type.Number()) }),
    ),
    /** sees nothing of others before having scored */
    blind: Type.Boolean(),
  }),
  errors: ['NOT_FOUND'],
  example: ({ amenityId }) => ({ params: { id: amenityId } }),
})

const Side = Type.Enum(['MINE', 'THEIRS'])
export const resolveScoutConflict = endpoint({
  ...write,
  name: 'resolveScoutConflict',
  path: '/api/scout/sync/conflicts/:id/resolve',
  summary: 'Choose mine, theirs, or a value for each field',
  auditLabel: { en: 'Resolved a conflict', de: 'Konflikt gelöst' },
  params: ById,
  body: Type.Object({
    choice: Type.Optional(Side),
    fields: Type.Optional(Type.Record(Line(60), Type.Union([Side, Type.Object({ value: Type.Unknown() })]))),
  }),
  data: Conflict,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { conflictId } }) => ({ params: { id: conflictId }, body: { choice: 'THEIRS' } }),
})

export const getScoutSummary = endpoint({
  ...read,
  name: 'getScoutSummary',
  path: '/api/scout/summary',
  summary: 'Own week: rounds in time, findings confirmed, agreement with other scouts',
  query: Type.Object({ week: Type.Optional(Type.String({ pattern: '^\\d{4}-W(0[1-9]|[1-4]\\d|5[0-3])$' })) }),
  data: Type.Object({
    week: Type.String(),
    rounds: Type.Object({ due: Count, onTime: Count, late: Count, missed: Count }),
    inspections: Type.Object({ completed: Count, skipped: Count }),
    findings: Type.Object({ reported: Count, accepted: Count, confirmed: Count, rejected: Count }),
    agreement: Nullable(AgreementRecord),
  }),
})
