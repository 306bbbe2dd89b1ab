/** Amenities: the things that people use and rate, such as washrooms, lifts, rooms and machines. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, LongText, Timestamp } from '#contracts/kit/text.ts'
import { BuildingRef, Code, Count, IdAnswer, OperationalState } from '#contracts/records.ts'
import { amenityLacks } from '#contracts/setup-health.ts'
import { ById, codes, ExternalId, search, Version } from '../kit/pieces.ts'
import { StatusItem } from '../status/items.ts'

export const Amenity = Type.Object({
  id: Id,
  name: Type.String(),
  buildingId: Id,
  building: BuildingRef,
  locationId: Nullable(Id),
  /** `path`: names from the top level down, e.g. "Level 2, East wing" */
  location: Nullable(Type.Object({ id: Id, name: Type.String(), path: Type.String() })),
  /** code of an amenity type */
  type: Code,
  /** null: no QR code is linked */
  qrCode: Nullable(Type.String()),
  /** the worst of its visible status items */
  state: OperationalState,
  /** step-free, wide enough and reachable by wheelchair; null: not known */
  accessible: Nullable(Type.Boolean()),
  openingHours: Nullable(Type.String()),
  /** visible to the team only */
  notes: Nullable(Type.String()),
  externalId: Nullable(Type.String()),
  lastScanAt: Nullable(Timestamp),
  createdAt: Timestamp,
  archivedAt: Nullable(Timestamp),
  version: Version,
})
export type Amenity = Static<typeof Amenity>

/** An amenity with its status items in order. `counts` decides whether deleting it erases or archives it. */
export const AmenityWithItems = Type.Object({
  ...Amenity.properties,
  statusItems: Type.Array(StatusItem),
  counts: Type.Object({ feedback: Count, openTasks: Count }),
})
export type AmenityWithItems = Static<typeof AmenityWithItems>

/** Optional fields besides name, building and external id; null clears a field. */
const details = {
  /** must be in the same building */
  locationId: Type.Optional(Nullable(Id)),
  type: Type.Optional(Code),
  accessible: Type.Optional(Nullable(Type.Boolean())),
  openingHours: Type.Optional(Nullable(LongText(500))),
  notes: Type.Optional(Nullable(LongText(2000))),
}

const externalId = Type.Optional(Nullable(ExternalId))

export const listAmenities = endpoint({
  module: 'admin',
  name: 'listAmenities',
  method: 'GET',
  path: '/api/admin/amenities',
  summary: 'List amenities',
  access: admin('read'),
  limit: 'read',
  follows: ['amenity', 'status'],
  query: Type.Object({
    ...paging,
    /** searches code and external id; each word also in name, floor and building together */
    q: search,
    building: idFilter,
    buildingId: idFilter,
    /** includes the locations below */
    location: idFilter,
    locationId: idFilter,
    type: codes,
    state: Type.Optional(Type.Array(OperationalState, { maxItems: 4 })),
    /** false: amenities without a QR code */
    linked: Type.Optional(Type.Boolean()),
    /** amenities that no alert rule covers, or whose tasks reach nobody; several values mean any of them */
    lacking: Type.Optional(Type.Array(Type.Enum([...amenityLacks]), { maxItems: 2 })),
    /** true: only archived ones */
    archived: Type.Optional(Type.Boolean({ default: false })),
    sort: sortBy('name', 'createdAt', 'type', 'state', 'lastScanAt'),
  }),
  list: Amenity,
})

export const createAmenity = endpoint({
  module: 'admin',
  name: 'createAmenity',
  method: 'POST',
  path: '/api/admin/amenities',
  summary: 'Create an amenity with a generated QR code and the status items of its type',
  auditLabel: { en: 'Created an amenity', de: 'Einrichtung angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({ name: Line(120), buildingId: Id, ...details, externalId }),
  status: 201,
  idempotent: true,
  data: AmenityWithItems,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT_REACHED'],
  example: ({ buildingId, fresh }) => ({
    body: { name: fresh('Washroom east'), buildingId, type: 'WASHROOM' },
  }),
})

/** Most amenities in one bulk call, created or updated. */
export const maxBulkAmenities = 500

/**
 * `floors` are names of locations of kind FLOOR, created if they do not exist; each gets `count` amenities of every
 * type. `namePattern` knows {type}, {n} (from 1 on each floor) and {floor}.
 */
const BulkCreate = Type.Object({
  buildingId: Id,
  floors: Type.Array(Line(120), { minItems: 1, maxItems: 200, uniqueItems: true }),
  types: Type.Array(
    Type.Object({
      type: Code,
      count: Type.Integer({ minimum: 1, maximum: maxBulkAmenities }),
      namePattern: Type.Optional(Line(120)),
    }),
    { minItems: 1, maxItems: 50 },
  ),
})

const BulkUpdate = Type.Object({
  ids: Type.Array(Id, { minItems: 1, maxItems: maxBulkAmenities, uniqueItems: true }),
  changes: Type.Object(details),
})

export const BulkAmenitiesAnswer = Type.Object({
  created: Count,
  updated: Count,
  amenities: Type.Array(Amenity),
})
export type BulkAmenitiesAnswer = Static<typeof BulkAmenitiesAnswer>

export const bulkAmenities = endpoint({
  module: 'admin',
  name: 'bulkAmenities',
  method: 'POST',
  path: '/api/admin/amenities/bulk',
  summary:
    'Create amenities from a pattern (floors × types), or update many; either of the two, all or nothing',
  auditLabel: {
    en: 'Created or changed several amenities',
    de: 'Mehrere Einrichtungen angelegt oder geändert',
  },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({ create: Type.Optional(BulkCreate), update: Type.Optional(BulkUpdate) }),
  status: 201,
  createsUnless: 'update',
  idempotent: true,
  data: BulkAmenitiesAnswer,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PLAN_LIMIT_REACHED'],
  example: ({ amenityId, fresh }) => ({
    body: { update: { ids: [amenityId], changes: { notes: fresh('Key at the desk') } } },
  }),
})

export const getAmenity = endpoint({
  module: 'admin',
  name: 'getAmenity',
  method: 'GET',
  path: '/api/admin/amenities/:id',
  summary: 'Amenity with QR code, location, status items',
  access: admin('read'),
  limit: 'read',
  follows: ['amenity', 'status'],
  params: ById,
  data: AmenityWithItems,
  errors: ['NOT_FOUND'],
  example: ({ amenityId }) => ({ params: { id: amenityId } }),
})

export const updateAmenity = endpoint({
  module: 'admin',
  name: 'updateAmenity',
  method: 'PATCH',
  path: '/api/admin/amenities/:id',
  summary: 'Update an amenity; the building cannot be changed',
  auditLabel: { en: 'Changed an amenity', de: 'Einrichtung geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({ name: Type.Optional(Line(120)), ...details, externalId }),
  data: AmenityWithItems,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ amenityId, fresh }) => ({ params: { id: amenityId }, body: { name: fresh('Washroom west') } }),
})

export const deleteAmenity = endpoint({
  module: 'admin',
  name: 'deleteAmenity',
  method: 'DELETE',
  path: '/api/admin/amenities/:id',
  summary: 'Delete an amenity, or archive it where it has history; its QR code is unlinked',
  auditLabel: { en: 'Deleted or archived an amenity', de: 'Einrichtung gelöscht oder archiviert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ amenityId }) => ({ params: { id: amenityId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  locationId: { en: 'Location', de: 'Ort' },
  accessible: { en: 'Accessible', de: 'Barrierefrei' },
  openingHours: { en: 'Opening hours', de: 'Öffnungszeiten' },
  notes: { en: 'Notes', de: 'Notizen' },
}
