/** Locations: floors, areas and rooms of a building. */
import { type Static, Type } from 'typebox'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { ById, Position, Version } from '../kit/pieces.ts'

export const locationKinds = ['FLOOR', 'AREA', 'ROOM'] as const
export type LocationKind = (typeof locationKinds)[number]
export const LocationKind = Type.Enum([...locationKinds])

/** Most levels of nested locations; the top level is 1. */
export const maxLocationDepth = 6

const fields = {
  id: Id,
  buildingId: Id,
  /** null: top level of the building */
  parentId: Nullable(Id),
  kind: LocationKind,
  name: Type.String(),
  /** among its siblings; equal positions are ordered by name */
  position: Position,
  /** amenities directly in it, without those in locations below */
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

/** A location with those below it, written out level by level so that readers need no recursive schemas. */
export const LocationTree = Type.Array(Type.Unsafe<LocationNode>(nodeAbove(maxLocationDepth - 1)))

export const createLocation = endpoint({
  module: 'admin',
  name: 'createLocation',
  method: 'POST',
  path: '/api/admin/locations',
  summary: 'Create a location',
  auditLabel: 'Created a location',
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    buildingId: Id,
    name: Line(120),
    /** must be in the same building */
    parentId: Type.Optional(Nullable(Id)),
    /** default: FLOOR at the top level, ROOM below */
    kind: Type.Optional(LocationKind),
    /** default: last among its siblings */
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
  summary: 'Rename or move a location within its building; it cannot be moved below itself',
  auditLabel: 'Changed a location',
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
  summary: 'Delete an empty location; CONFLICT if it has amenities or other locations',
  auditLabel: 'Deleted a location',
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ locationId }) => ({ params: { id: locationId } }),
})
