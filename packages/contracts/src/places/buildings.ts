/** Buildings, and the importer that brings buildings, locations and amenities from a table. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Email, Exact, Id, Line, LongText, Timestamp, TimeZone } from '#contracts/kit/text.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { buildingLacks } from '#contracts/setup-health.ts'
import { ById, ExternalId, search, Version } from '../kit/pieces.ts'
import { Holidays, ServiceHours } from '../settings.ts'
import { LocationTree } from './locations.ts'

/** Whom a visitor or a technician may turn to. */
const Contact = Type.Object({
  name: Nullable(Line(120)),
  phone: Nullable(Line(40)),
  email: Nullable(Email),
})

const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Longitude = Type.Number({ minimum: -180, maximum: 180 })

export const Building = Type.Object({
  id: Id,
  name: Type.String(),
  address: Nullable(Type.String()),
  timeZone: Type.String(),
  /** null: the tenant's */
  serviceHours: Nullable(ServiceHours),
  /** closed days besides the tenant's */
  holidays: Holidays,
  contact: Nullable(Contact),
  /** degrees, WGS 84 */
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
  externalId: Nullable(Type.String()),
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

/** What may be set besides the name; null empties a field. */
const details = {
  address: Type.Optional(Nullable(LongText(400))),
  /** left out on creation: the tenant's */
  timeZone: Type.Optional(TimeZone),
  serviceHours: Type.Optional(Nullable(ServiceHours)),
  holidays: Type.Optional(Holidays),
  contact: Type.Optional(Nullable(Type.Partial(Contact))),
  latitude: Type.Optional(Nullable(Latitude)),
  longitude: Type.Optional(Nullable(Longitude)),
  externalId: Type.Optional(Nullable(ExternalId)),
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
    /** found in name, address and external id */
    q: search,
    /** those without hours, closed days or a time zone that somebody has set; of several any */
    lacking: Type.Optional(Type.Array(Type.Enum([...buildingLacks]), { maxItems: 3 })),
    /** true: the archived ones instead */
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
  summary: 'Create a building; the name is enough',
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

/** A cell that cannot be taken. */
export const ImportFault = Type.Object({
  column: Type.String(),
  /** as it stands in the file, shortened where it is long; null where nothing is there */
  value: Nullable(Type.String()),
  message: Type.String(),
})

/** What becomes, or would become, of one line; `column` names the first cell at fault. */
export const ImportLine = Type.Object({
  /** 1 is the heading */
  line: Type.Integer({ minimum: 1 }),
  status: Type.Enum(['CREATED', 'UPDATED', 'UNCHANGED', 'SKIPPED', 'ERROR']),
  message: Nullable(Type.String()),
  column: Nullable(Type.String()),
  /** of an ERROR all that is wrong with the line; `column` is that of the first, `message` says them all */
  faults: Type.Optional(Type.Array(ImportFault)),
  buildingId: Type.Optional(Id),
  locationId: Type.Optional(Id),
  amenityId: Type.Optional(Id),
})
export type ImportLine = Static<typeof ImportLine>

/** Counts are of lines. With one error nothing is kept, whatever the other lines say. */
export const ImportReport = Type.Object({
  dryRun: Type.Boolean(),
  /** headings that mean nothing here: what stands below them is not kept */
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
    'Buildings, locations and amenities from CSV with a heading line; all or nothing, a report per line',
  auditLabel: { en: 'Imported places from a table', de: 'Orte aus einer Tabelle eingelesen' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    csv: Exact(1_000_000),
    /** true: report what would happen and keep nothing */
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
  latitude: { en: 'Latitude', de: 'Breitengrad' },
  longitude: { en: 'Longitude', de: 'Längengrad' },
  serviceHours: { en: 'Service hours', de: 'Betriebszeiten' },
}
