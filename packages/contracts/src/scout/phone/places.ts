/** Sites, amenities and checklists in a scout's scope. */
import { type Static, Type } from 'typebox'
import { endpoint, paging, scout, sortBy } from '../../kit/endpoint.ts'
import { Nullable } from '../../kit/nullable.ts'
import { ById, Version } from '../../kit/pieces.ts'
import { Id } from '../../kit/text.ts'
import { Code, Count, QrCode } from '../../records.ts'
import { ScoutAmenity } from '../rounds.ts'
import { Template } from '../templates.ts'

const common = { module: 'scout', access: scout, limit: 'read', method: 'GET', flag: 'SCOUT' } as const

export const Site = Type.Object({
  id: Id,
  name: Type.String(),
  address: Nullable(Type.String()),
  timeZone: Type.String(),
  amenities: Count,
  openRounds: Count,
})
export type Site = Static<typeof Site>

/** `accessNote`: how one gets in; `hazardNote`: what is dangerous there. */
export const SiteNotes = { accessNote: Nullable(Type.String()), hazardNote: Nullable(Type.String()) }

export const ScoutLocation = Type.Object({
  id: Id,
  buildingId: Id,
  parentId: Nullable(Id),
  name: Type.String(),
  position: Count,
})
export type ScoutLocation = Static<typeof ScoutLocation>

export const listSites = endpoint({
  ...common,
  name: 'listSites',
  path: '/api/scout/sites',
  summary: 'Buildings in the own scope',
  query: Type.Object({ sort: sortBy('name'), ...paging }),
  list: Site,
})

export const getSite = endpoint({
  ...common,
  name: 'getSite',
  path: '/api/scout/sites/:id',
  summary: 'A building with its locations, its amenities in the scope, and notes on access and hazards',
  params: ById,
  data: Type.Object({
    ...Site.properties,
    ...SiteNotes,
    locations: Type.Array(ScoutLocation),
    amenities: Type.Array(ScoutAmenity),
  }),
  errors: ['NOT_FOUND'],
  example: ({ buildingId }) => ({ params: { id: buildingId } }),
})

export const findAmenityByCode = endpoint({
  ...common,
  name: 'findAmenityByCode',
  path: '/api/scout/amenities/by-code/:qrCode',
  summary: 'The amenity of a scanned code, with the stop of a round under way',
  countsMisses: true,
  params: Type.Object({ qrCode: QrCode }),
  data: Type.Object({
    amenity: ScoutAmenity,
    round: Nullable(Type.Object({ id: Id, stopId: Id })),
  }),
  errors: ['NOT_FOUND'],
  example: ({ qrCode }) => ({ params: { qrCode } }),
})

export const ScoutTemplateHead = Type.Object({
  id: Id,
  name: Type.String(),
  version: Version,
  types: Type.Array(Code),
  passMark: Type.Number(),
  questions: Count,
})

export const listScoutTemplates = endpoint({
  ...common,
  name: 'listScoutTemplates',
  path: '/api/scout/templates',
  summary: 'Checklists of the own rounds, and those for own extra rounds',
  query: Type.Object({ sort: sortBy('name'), ...paging }),
  list: ScoutTemplateHead,
})

export const getScoutTemplate = endpoint({
  ...common,
  name: 'getScoutTemplate',
  path: '/api/scout/templates/:id',
  summary: 'A checklist; without a version the newest',
  params: ById,
  query: Type.Object({ version: Type.Optional(Version) }),
  data: Template,
  errors: ['NOT_FOUND'],
  example: ({ scout: { templateId } }) => ({ params: { id: templateId } }),
})
