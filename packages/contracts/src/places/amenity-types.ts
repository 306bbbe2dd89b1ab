/** Amenity types with the issue categories that visitors can choose and the status items of a new amenity. */
import { type Static, type TSchema, Type } from 'typebox'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Code, Count, IdAnswer, Priority } from '#contracts/records.ts'
import { ById, codes, Position, search, Version } from '../kit/pieces.ts'

const inEachLanguage = <S extends TSchema>(name: S) =>
  Type.Object({
    en: name,
    de: name,
    fr: name,
    es: name,
    it: name,
    pt: name,
    nl: name,
    pl: name,
    tr: name,
    ar: name,
    zh: name,
    ja: name,
  })

/** A name by language. A missing language falls back to the tenant's first language, then to any. */
export const NamesByLanguage = inEachLanguage(Type.Optional(Line(40)))
export type NamesByLanguage = Static<typeof NamesByLanguage>

/** null removes the tenant's own name; a language that is left out keeps its name. */
const NamesInput = inEachLanguage(Type.Optional(Nullable(Line(40))))
export type NamesInput = Static<typeof NamesInput>

/** Name of an icon of the built-in set, e.g. `lift`. */
const Icon = Type.String({ maxLength: 40, pattern: '^[a-z][a-z0-9-]*$' })

export const IssueCategory = Type.Object({
  code: Code,
  /** in the tenant's first visitor language */
  name: Type.String(),
  names: NamesByLanguage,
  icon: Icon,
  priority: Priority,
  skill: Nullable(Code),
  /** a person may be in danger: the emergency number is shown first and the team is notified at once */
  safety: Type.Boolean(),
  /** no longer offered, but kept for history */
  retired: Type.Boolean(),
})
export type IssueCategory = Static<typeof IssueCategory>

export const AmenityType = Type.Object({
  id: Id,
  code: Code,
  name: Type.String(),
  names: NamesByLanguage,
  icon: Icon,
  builtIn: Type.Boolean(),
  position: Position,
  /** in the order shown to visitors; OTHER always exists and is last */
  categories: Type.Array(IssueCategory),
  /** names of the status items that a new amenity of this type gets */
  statusItems: Type.Array(Type.String()),
  /** amenities of this type; a type that is in use cannot be deleted */
  amenities: Count,
  createdAt: Timestamp,
  version: Version,
})
export type AmenityType = Static<typeof AmenityType>

/** A new category needs `name` (stored for the tenant's first visitor language) or `names`. */
const CategoryInput = Type.Object({
  code: Code,
  name: Type.Optional(Line(40)),
  names: Type.Optional(NamesInput),
  icon: Type.Optional(Icon),
  priority: Type.Optional(Priority),
  skill: Type.Optional(Nullable(Code)),
  safety: Type.Optional(Type.Boolean()),
})

const details = {
  name: Type.Optional(Line(40)),
  names: Type.Optional(NamesInput),
  icon: Type.Optional(Icon),
  position: Type.Optional(Position),
  statusItems: Type.Optional(Type.Array(Line(80), { maxItems: 20, uniqueItems: true })),
}

const Categories = Type.Array(CategoryInput, { maxItems: 40 })

export const listAmenityTypes = endpoint({
  module: 'admin',
  name: 'listAmenityTypes',
  method: 'GET',
  path: '/api/admin/amenity-types',
  summary: 'Types with icon, names per language and their issue categories',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    q: search,
    code: codes,
    sort: sortBy('position', 'code', 'createdAt'),
  }),
  list: AmenityType,
})

export const createAmenityType = endpoint({
  module: 'admin',
  name: 'createAmenityType',
  method: 'POST',
  path: '/api/admin/amenity-types',
  summary: 'Create a type with its issue categories; OTHER is added if missing',
  auditLabel: 'Created an amenity type',
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    /** default: derived from the name */
    code: Type.Optional(Code),
    ...details,
    categories: Type.Optional(Categories),
  }),
  status: 201,
  idempotent: true,
  data: AmenityType,
  errors: ['CONFLICT'],
  example: ({ fresh }) => ({ body: { name: fresh('Sauna') } }),
})

export const updateAmenityType = endpoint({
  module: 'admin',
  name: 'updateAmenityType',
  method: 'PATCH',
  path: '/api/admin/amenity-types/:id',
  summary: 'Update a type; a category taken out is retired, history keeps it',
  auditLabel: 'Changed an amenity type',
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    ...details,
    /** the whole list, in order; fields left out of an existing category stay as they are */
    categories: Type.Optional(Categories),
  }),
  data: AmenityType,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ amenityTypeId, fresh }) => ({
    params: { id: amenityTypeId },
    body: { name: fresh('Steam room') },
  }),
})

export const deleteAmenityType = endpoint({
  module: 'admin',
  name: 'deleteAmenityType',
  method: 'DELETE',
  path: '/api/admin/amenity-types/:id',
  summary: 'Delete an unused type; CONFLICT if it is built-in or in use',
  auditLabel: 'Deleted an amenity type',
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ amenityTypeId }) => ({ params: { id: amenityTypeId } }),
})
