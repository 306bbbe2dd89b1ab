/** Buildings, and the import of buildings, locations and amenities from a table. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Exact, Id, Line, LongText, Timestamp, TimeZone } from '#contracts/kit/text.ts'
import { BuildingContact } from '#contracts/places/contact.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { buildingLacks } from '#contracts/setup-health.ts'
import { ById, ExternalId, search, Version } from '../kit/pieces.ts'
import { Holidays, ServiceHours } from '../settings.ts'
import { LocationTree } from './locations.ts'

/** Contact for visitors and technicians. */
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Longitude = Type.Number({ minimum: -180, maximum: 180 })

export const Building = Type.Object({
  id: Id,
  name: Type.String(),
  address: Nullable(Type.String()),
  timeZone: Type.String(),
  /** null: those of the tenant */
  serviceHours: Nullable(ServiceHours),
  /** in addition to those of the tenant */
  holidays: Holidays,
  contact: Nullable(BuildingContact),
  /** degrees, WGS 84 */
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
  externalId: Nullable(Type.String()),
  /** how one gets in; scouts and technicians read it */
  accessNote: Nullable(Type.String()),
  /** what is dangerous there; scouts and technicians read it */
  hazardNote: Nullable(Type.String()),
  /** `openTasks`: OPEN or IN_PROGRESS */
  counts: Type.Object({ amenities: Count, openTasks: Count }),
  createdAt: Timestamp,
  archivedAt: Nullable(Timestamp),
  version: Version,
})
export type Building = Static<typeof Building>

/** A building with its locations, top level first. */
export const BuildingWithLocations = Type.Object({ ...Building.properties, locations: LocationTree })
export type BuildingWithLocations = Static<typeof BuildingWithLocations>

/** Optional fields besides the name; null clears a field. */
const details = {
  address: Type.Optional(Nullable(LongText(400))),
  /** default on creation: that of the tenant */
  timeZone: Type.Optional(TimeZone),
  serviceHours: Type.Optional(Nullable(ServiceHours)),
  holidays: Type.Optional(Holidays),
  contact: Type.Optional(Nullable(Type.Partial(BuildingContact))),
  latitude: Type.Optional(Nullable(Latitude)),
  longitude: Type.Optional(Nullable(Longitude)),
  externalId: Type.Optional(Nullable(ExternalId)),
  accessNote: Type.Optional(Nullable(LongText(1000))),
  hazardNote: Type.Optional(Nullable(LongText(1000))),
}

export const listBuildings = endpoint({
  module: 'admin',
  name: 'listBuildings',
  method: 'GET',
  path: '/api/admin/buildings',
  summary: 'List all buildings',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** searches name, address and external id */
    q: search,
    /** buildings without hours, holidays or a time zone of their own; several values mean any of them */
    lacking: Type.Optional(Type.Array(Type.Enum([...buildingLacks]), { maxItems: 3 })),
    /** true: only archived ones */
    archived: Type.Optional(Type.Boolean({ default: false })),
    sort: sortBy('name', 'createdAt'),
  }),
  list: Building,
})

export const createBuilding = endpoint({
  module: 'admin',
  name: 'createBuilding',
  method: 'POST',
  path: '/api/admin/buildings',
  summary: 'Create a building; only the name is required',
  auditLabel: { en: 'Created a building', de: 'Gebäude angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({ name: Line(120), ...details }),
  status: 201,
  idempotent: true,
  data: Building,
  errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
  example: ({ fresh }) => ({ body: { name: fresh('Main house') } }),
})

/** A cell that cannot be imported. */
export const ImportFault = Type.Object({
  column: Type.String(),
  /** text of the cell, shortened if it is long; null if it is empty */
  value: Nullable(Type.String()),
  message: Type.String(),
})

/** Result, or expected result, of one line; `column` names its first faulty cell. */
export const ImportLine = Type.Object({
  /** 1 is the header */
  line: Type.Integer({ minimum: 1 }),
  status: Type.Enum(['CREATED', 'UPDATED', 'UNCHANGED', 'SKIPPED', 'ERROR']),
  message: Nullable(Type.String()),
  column: Nullable(Type.String()),
  /** of an ERROR: all faults of the line; `column` is that of the first, `message` contains all */
  faults: Type.Optional(Type.Array(ImportFault)),
  buildingId: Type.Optional(Id),
  locationId: Type.Optional(Id),
  amenityId: Type.Optional(Id),
})
export type ImportLine = Static<typeof ImportLine>

/** Counts are numbers of lines. With a single error nothing is imported. */
export const ImportReport = Type.Object({
  dryRun: Type.Boolean(),
  /** headings that are not recognised; their columns are ignored */
  unknownColumns: Type.Array(Type.String()),
  lines: Type.Array(ImportLine),
  created: Count,
  updated: Count,
  unchanged: Count,
  errors: Count,
})
export type ImportReport = Static<typeof ImportReport>

export const importBuildings = endpoint({
  module: 'admin',
  name: 'importBuildings',
  method: 'POST',
  path: '/api/admin/buildings/import',
  summary:
    'Import buildings, locations and amenities from CSV with a header; all or nothing, with a report for each line',
  auditLabel: { en: 'Imported buildings, locations and amenities', de: 'Orte aus einer Tabelle importiert' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    csv: Exact(1_000_000),
    /** true: reports what would happen and saves nothing */
    dryRun: Type.Optional(Type.Boolean({ default: false })),
  }),
  idempotent: true,
  data: ImportReport,
  errors: ['PLAN_LIMIT_REACHED'],
  example: ({ fresh }) => ({ body: { csv: `building,amenity\n${fresh('Annex')},Washroom\n` } }),
})

export const getBuilding = endpoint({
  module: 'admin',
  name: 'getBuilding',
  method: 'GET',
  path: '/api/admin/buildings/:id',
  summary: 'Building with its locations as a tree, and counts',
  access: admin('read'),
  limit: 'read',
  params: ById,
  data: BuildingWithLocations,
  errors: ['NOT_FOUND'],
  example: ({ buildingId }) => ({ params: { id: buildingId } }),
})

export const updateBuilding = endpoint({
  module: 'admin',
  name: 'updateBuilding',
  method: 'PATCH',
  path: '/api/admin/buildings/:id',
  summary: 'Update a building',
  auditLabel: { en: 'Changed a building', de: 'Gebäude geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({ name: Type.Optional(Line(120)), ...details }),
  data: Building,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ buildingId, fresh }) => ({ params: { id: buildingId }, body: { name: fresh('Main house') } }),
})

export const deleteBuilding = endpoint({
  module: 'admin',
  name: 'deleteBuilding',
  method: 'DELETE',
  path: '/api/admin/buildings/:id',
  summary: 'Delete a building; amenities with history are archived, their QR codes unlinked',
  auditLabel: { en: 'Deleted a building', de: 'Gebäude gelöscht' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ buildingId }) => ({ params: { id: buildingId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  accessNote: { en: 'Access', de: 'Zugang' },
  hazardNote: { en: 'Hazards', de: 'Gefahren' },
  latitude: { en: 'Latitude', de: 'Breitengrad' },
  longitude: { en: 'Longitude', de: 'Längengrad' },
  serviceHours: { en: 'Service hours', de: 'Servicezeiten' },
}
