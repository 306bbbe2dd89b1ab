/** Floors, areas and rooms of a building. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { ById, Position, Version } from '../kit/pieces.ts'

export const locationKinds = ['FLOOR', 'AREA', 'ROOM'] as const
export type LocationKind = (typeof locationKinds)[number]
export const LocationKind = Type.Enum([...locationKinds])

/** A location may lie at most this many levels deep; the top is 1. */
export const maxLocationDepth = 6

const fields = {
  id: Id,
  buildingId: Id,
  /** null: at the top of the building */
  parentId: Nullable(Id),
  kind: LocationKind,
  name: Type.String(),
  /** among its siblings; equal ones are ordered by name */
  position: Position,
  /** amenities in it, not in those below it */
  amenities: Count,
  createdAt: Timestamp,
  version: Version,
}

export const Location = Type.Object(fields)
export type Location = Static<typeof Location>

export interface LocationNode extends Location {
  children: LocationNode[]
}

const nodeAbove = (levelsBelow: number): Type.TSchema =>
  Type.Object({
    ...fields,
    children:
      levelsBelow === 0 ? Type.Array(Location, { maxItems: 0 }) : Type.Array(nodeAbove(levelsBelow - 1)),
  })

/** A location with those below it; spelt out level by level, so that no reader needs recursive schemas. */
export const LocationTree = Type.Array(Type.Unsafe<LocationNode>(nodeAbove(maxLocationDepth - 1)))

export const createLocation = endpoint({
  module: 'admin',
  name: 'createLocation',
  method: 'POST',
  path: '/api/admin/locations',
  summary: 'Create a location',
  auditLabel: { en: 'Created a location', de: 'Ort angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    buildingId: Id,
    name: Line(120),
    /** in the same building */
    parentId: Type.Optional(Nullable(Id)),
    /** left out: FLOOR at the top, ROOM below another */
    kind: Type.Optional(LocationKind),
    /** left out: last among its siblings */
    position: Type.Optional(Position),
  }),
  status: 201,
  idempotent: true,
  data: Location,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: ({ buildingId, fresh }) => ({ body: { name: fresh('Level 1'), kind: 'FLOOR', buildingId } }),
})

export const updateLocation = endpoint({
  module: 'admin',
  name: 'updateLocation',
  method: 'PATCH',
  path: '/api/admin/locations/:id',
  summary: 'Rename or move a location within its building; never below itself',
  auditLabel: { en: 'Changed a location', de: 'Ort geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Partial(
    Type.Object({ name: Line(120), kind: LocationKind, parentId: Nullable(Id), position: Position }),
  ),
  data: Location,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ locationId, fresh }) => ({ params: { id: locationId }, body: { name: fresh('Level 2') } }),
})

export const deleteLocation = endpoint({
  module: 'admin',
  name: 'deleteLocation',
  method: 'DELETE',
  path: '/api/admin/locations/:id',
  summary: 'Delete a location that holds no amenity and no other location; else CONFLICT',
  auditLabel: { en: 'Deleted a location', de: 'Ort gelöscht' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ locationId }) => ({ params: { id: locationId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  parentId: { en: 'Belongs to', de: 'Gehört zu' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  FLOOR: { en: 'Floor', de: 'Etage' },
  AREA: { en: 'Area', de: 'Bereich' },
  ROOM: { en: 'Room', de: 'Raum' },
}
