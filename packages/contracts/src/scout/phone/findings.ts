/** Findings as scouts report them, and photos. */
import { Type } from 'typebox'
import { endpoint, idFilter, paging, scout, sortBy } from '../../kit/endpoint.ts'
import { Nullable } from '../../kit/nullable.ts'
import { ById } from '../../kit/pieces.ts'
import { Id, InstantInput, Line, LongText, Timestamp } from '../../kit/text.ts'
import { Code, Count, Image, ImageSize, ImageType, SentAt, uploadFields } from '../../records.ts'
import { Finding, FindingState, findingMoves, Severity } from '../findings.ts'
import { PartId } from '../templates.ts'

const common = { module: 'scout', access: scout, flag: 'SCOUT' } as const
const read = { ...common, limit: 'read', method: 'GET' } as const
const write = { ...common, limit: 'write', method: 'POST' } as const
const at = Type.Optional(InstantInput)
const mediaIds = Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true }))
const base = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

export const listFindings = endpoint({
  ...read,
  name: 'listFindings',
  path: '/api/scout/findings',
  summary: 'Own findings with the state of their tasks, newest first',
  query: Type.Object({
    state: Type.Optional(Type.Array(FindingState)),
    building: idFilter,
    buildingId: idFilter,
    amenity: idFilter,
    amenityId: idFilter,
    sort: sortBy('createdAt'),
    ...paging,
  }),
  list: Finding,
})

export const similarFindings = endpoint({
  ...read,
  name: 'similarFindings',
  path: '/api/scout/findings/similar',
  summary: 'What is open on an amenity and category, to confirm instead of reporting it again',
  query: Type.Object({
    /** one; without it nothing is similar */
    amenity: idFilter,
    amenityId: idFilter,
    category: Type.Optional(Code),
    sort: sortBy('since'),
    ...paging,
  }),
  list: Type.Object({
    kind: Type.Enum(['TASK', 'FINDING', 'REPORT']),
    id: Id,
    title: Type.String(),
    since: Timestamp,
    reports: Count,
    state: Type.String(),
    own: Type.Boolean(),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const findingInput = {
  amenityId: Id,
  category: Code,
  severity: Severity,
  text: Type.Optional(LongText(2000)),
  mediaIds,
  inspectionId: Type.Optional(Id),
  questionId: Type.Optional(PartId),
  /** what is there already and is confirmed by this */
  confirms: Type.Optional(Type.Union([Type.Object({ taskId: Id }), Type.Object({ findingId: Id })])),
}
export const createFinding = endpoint({
  ...write,
  name: 'createFinding',
  path: '/api/scout/findings',
  summary: 'Report a finding; it opens a task or joins the open one of amenity and category',
  auditLabel: { en: 'Reported a finding', de: 'Befund gemeldet' },
  query: SentAt,
  body: Type.Object({ ...findingInput, at }),
  status: 201,
  idempotent: true,
  data: Finding,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ amenityId }) => ({ body: { amenityId, category: 'NO_SOAP', severity: 'MINOR' } }),
})

export const getFinding = endpoint({
  ...read,
  name: 'getFinding',
  path: '/api/scout/findings/:id',
  summary: 'A finding with the progress of its task and its public notes',
  params: ById,
  data: Finding,
  errors: ['NOT_FOUND'],
  example: ({ scout: { findingId } }) => ({ params: { id: findingId } }),
})

export const findingChanges = {
  category: Type.Optional(Code),
  severity: Type.Optional(Severity),
  text: Type.Optional(LongText(2000)),
  mediaIds,
  /** the version that the phone had seen */
  base,
}
export const updateFinding = endpoint({
  ...common,
  limit: 'write',
  name: 'updateFinding',
  method: 'PATCH',
  path: '/api/scout/findings/:id',
  summary: 'Change a finding until somebody began its task',
  params: ById,
  query: SentAt,
  body: Type.Object({ ...findingChanges, at }),
  data: Finding,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ scout: { findingId } }) => ({ params: { id: findingId }, body: { text: 'At the door' } }),
})

export const withdrawInput = { reason: Type.Optional(Line(300)) }
export const withdrawFinding = endpoint({
  ...write,
  name: 'withdrawFinding',
  path: '/api/scout/findings/:id/withdraw',
  summary: 'Take back what was reported by mistake',
  auditLabel: { en: 'Withdrew a finding', de: 'Befund zurückgezogen' },
  params: ById,
  query: SentAt,
  body: Type.Object({ ...withdrawInput, at }),
  bodyOptional: true,
  data: Finding,
  moves: findingMoves,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { findingId } }) => ({ params: { id: findingId }, body: {} }),
})

export const verifyInput = { fixed: Type.Boolean(), note: Type.Optional(LongText(500)), mediaIds }
export const verifyFinding = endpoint({
  ...write,
  name: 'verifyFinding',
  path: '/api/scout/findings/:id/verify',
  summary: 'Say whether it is fixed; "no" reopens the task',
  auditLabel: { en: 'Checked a finding', de: 'Befund nachgeprüft' },
  params: ById,
  query: SentAt,
  body: Type.Object({ ...verifyInput, at }),
  data: Finding,
  moves: findingMoves,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { findingId } }) => ({ params: { id: findingId }, body: { fixed: true } }),
})

/** SHA-256 of the bytes as hex. */
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const fileFields = { contentType: ImageType, size: ImageSize, sha256: Hash }
/** `stored`: the bytes are there, no PUT is needed. */
export const ScoutUpload = Type.Object({ id: Id, ...uploadFields, stored: Type.Boolean() })

export const createScoutUpload = endpoint({
  ...write,
  name: 'createScoutUpload',
  path: '/api/scout/media/upload-url',
  summary: 'Where to upload photos; the same bytes get the same id, so that a break resumes',
  body: Type.Object({
    contentType: Type.Optional(ImageType),
    size: Type.Optional(ImageSize),
    sha256: Type.Optional(Hash),
    /** in place of the three: several at once */
    files: Type.Optional(Type.Array(Type.Object(fileFields), { minItems: 1, maxItems: 20 })),
  }),
  status: 201,
  idempotent: true,
  data: Type.Union([ScoutUpload, Type.Object({ files: Type.Array(ScoutUpload) })]),
  errors: ['VALIDATION_ERROR'],
  example: () => ({ body: { contentType: 'image/jpeg', size: 1000, sha256: 'a'.repeat(64) } }),
})

export const confirmInput = {
  inspectionId: Type.Optional(Id),
  questionId: Type.Optional(PartId),
  findingId: Type.Optional(Id),
}
export const confirmScoutMedia = endpoint({
  ...write,
  name: 'confirmScoutMedia',
  path: '/api/scout/media/:id/confirm',
  summary: 'Attach a photo to an answer or a finding, also before its bytes are there',
  params: ById,
  body: Type.Object(confirmInput),
  data: Type.Object({
    id: Id,
    state: Type.Enum(['WAITING', 'STORED']),
    image: Nullable(Image),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ scout: { mediaId, stopId } }) => ({
    params: { id: mediaId },
    body: { inspectionId: stopId, questionId: 'paper' },
  }),
})
