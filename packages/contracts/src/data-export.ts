/** Everything that the tenant owns, in one file to take away. */
import { type Static, Type } from 'typebox'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'
import { ById } from './kit/pieces.ts'

/**
 * QUEUED   waits for a worker
 * RUNNING  is being written; also while it begins anew after a crash
 * DONE     can be downloaded until `expiresAt`
 * FAILED   was tried several times in vain; start another one
 */
export const exportStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
export type ExportState = (typeof exportStates)[number]

export const DataExport = Type.Object({
  id: Id,
  state: Type.Enum([...exportStates]),
  progress: Type.Object({
    /** kinds of records, and the photos as one more */
    steps: Count,
    stepsDone: Count,
    /** written so far; in all when DONE */
    records: Count,
    photos: Count,
  }),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  /** when the file is removed: 7 days after it was done, or earlier when a newer export is done */
  expiresAt: Nullable(Timestamp),
  /** bytes of the zip */
  size: Nullable(Count),
  /** of the zip, in hexadecimal digits */
  sha256: Nullable(Type.String()),
  /** opens the zip for 15 minutes without signing in; null unless DONE, and once it has expired */
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
    'Start an export of everything the tenant owns (a zip of JSON Lines and files); while one is under way, that one is answered',
  auditLabel: { en: 'Started a data export', de: 'Datenexport gestartet' },
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
