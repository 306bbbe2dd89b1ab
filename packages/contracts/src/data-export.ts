/** Data export: all data of the tenant as one file. */
import { type Static, Type } from 'typebox'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'
import { ById } from './kit/pieces.ts'

/**
 * QUEUED   waits for a worker
 * RUNNING  is being written, also when it starts again after a crash
 * DONE     can be downloaded until `expiresAt`
 * FAILED   failed several times; start another one
 */
export const exportStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
export type ExportState = (typeof exportStates)[number]

export const DataExport = Type.Object({
  id: Id,
  state: Type.Enum([...exportStates]),
  progress: Type.Object({
    /** kinds of records, plus one for the photos */
    steps: Count,
    stepsDone: Count,
    /** written so far; the total when DONE */
    records: Count,
    photos: Count,
  }),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  /** when the file is removed: 7 days after it was completed, or when a newer export completes */
  expiresAt: Nullable(Timestamp),
  /** bytes of the ZIP */
  size: Nullable(Count),
  /** of the ZIP, in hex */
  sha256: Nullable(Type.String()),
  /** downloads the ZIP for 15 minutes without signing in; null unless DONE, and after it has expired */
  url: Nullable(Type.String()),
  urlExpiresAt: Nullable(Timestamp),
})
export type DataExport = Static<typeof DataExport>

export const startDataExport = endpoint({
  module: 'admin',
  name: 'startDataExport',
  method: 'POST',
  path: '/api/admin/data-export',
  summary:
    'Start an export of all data of the tenant (a ZIP of JSON Lines and files); returns the running export if there is one',
  auditLabel: 'Started a data export',
  access: admin(null),
  limit: 'write',
  status: 202,
  idempotent: true,
  whenReadOnly: true,
  data: DataExport,
})

export const getDataExport = endpoint({
  module: 'admin',
  name: 'getDataExport',
  method: 'GET',
  path: '/api/admin/data-export/:id',
  summary: 'Its progress and, when done, a signed download URL',
  access: admin(null),
  limit: 'read',
  follows: ['export'],
  params: ById,
  data: DataExport,
  errors: ['NOT_FOUND'],
  example: ({ dataExportId }) => ({ params: { id: dataExportId } }),
})
