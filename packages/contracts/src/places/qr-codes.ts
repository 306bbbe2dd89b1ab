/** Stickers: the codes on them, their images, and sheets to print. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { BuildingRef, Count, QrCode } from '#contracts/records.ts'
import { ById, search, Version } from '../kit/pieces.ts'

/**
 * LINKED   leads to an amenity
 * FREE     in stock, or taken off its amenity: QR_NOT_CONFIGURED for visitors
 * RETIRED  replaced by rotation: NOT_FOUND for visitors, never used again
 */
export const qrCodeStates = ['LINKED', 'FREE', 'RETIRED'] as const
export type QrCodeState = (typeof qrCodeStates)[number]
export const QrCodeState = Type.Enum([...qrCodeStates])

export const QrCodeRecord = Type.Object({
  /** 20 characters without hyphens */
  code: Type.String(),
  /** what the sticker leads to: BASE_URL/q/CODE */
  url: Type.String(),
  state: QrCodeState,
  /** `location`: names from the top down, e.g. "Level 2, East wing"; null on no floor */
  amenity: Nullable(
    Type.Object({ id: Id, name: Type.String(), building: BuildingRef, location: Nullable(Type.String()) }),
  ),
  /** name of the stock that it was printed with */
  batch: Nullable(Type.String()),
  scans: Count,
  lastScanAt: Nullable(Timestamp),
  /** when somebody said that the sticker is on the wall */
  mountedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  version: Version,
})
export type QrCodeRecord = Static<typeof QrCodeRecord>

const Batch = Line(64)

/** How much of the code may be dirty or torn: L 7 %, M 15 %, Q 25 %, H 30 %. */
export const errorCorrections = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrection = (typeof errorCorrections)[number]

export const getQrImage = endpoint({
  module: 'admin',
  name: 'getQrImage',
  method: 'GET',
  path: '/api/admin/amenities/:id/qr-code',
  summary: 'QR image as SVG or PNG, with size and margin',
  access: admin('read'),
  limit: 'read',
  params: ById,
  query: Type.Object({
    format: Type.Optional(Type.Enum(['svg', 'png'], { default: 'svg' })),
    /** edge of the image in pixels, margin included */
    size: Type.Optional(Type.Integer({ minimum: 64, maximum: 2048, default: 512 })),
    /** blank modules around the code; scanners want 4 */
    margin: Type.Optional(Type.Integer({ minimum: 0, maximum: 16, default: 4 })),
    ecc: Type.Optional(Type.Enum([...errorCorrections], { default: 'Q' })),
  }),
  file: ['image/svg+xml', 'image/png'],
  errors: ['NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ amenityId }) => ({ params: { id: amenityId } }),
})

export const rotateQrCode = endpoint({
  module: 'admin',
  name: 'rotateQrCode',
  method: 'POST',
  path: '/api/admin/amenities/:id/qr-code/rotate',
  summary: 'New code for a lost or abused sticker; the old one stops at once',
  auditLabel: { en: 'Replaced a QR code', de: 'QR-Code ersetzt' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  idempotent: true,
  data: QrCodeRecord,
  errors: ['NOT_FOUND', 'PLAN_LIMIT_REACHED'],
  example: ({ amenityId }) => ({ params: { id: amenityId } }),
})

export const listQrCodes = endpoint({
  module: 'admin',
  name: 'listQrCodes',
  method: 'GET',
  path: '/api/admin/qr-codes',
  summary: 'All codes, linked or in stock, with their scans',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** found in the code; its words in the name, floor and building of the amenity */
    q: search,
    state: Type.Optional(Type.Array(QrCodeState, { maxItems: 3 })),
    building: idFilter,
    buildingId: idFilter,
    amenity: idFilter,
    amenityId: idFilter,
    batch: Type.Optional(Batch),
    /** false: those that nobody has ever scanned */
    scanned: Type.Optional(Type.Boolean()),
    /** false: those that nobody has marked as mounted */
    mounted: Type.Optional(Type.Boolean()),
    sort: sortBy('createdAt', 'code', 'scans', 'lastScanAt'),
  }),
  list: QrCodeRecord,
})

export const QrStock = Type.Object({
  batch: Type.String(),
  codes: Type.Array(Type.Object({ code: Type.String(), url: Type.String() })),
})
export type QrStock = Static<typeof QrStock>

export const createQrStock = endpoint({
  module: 'admin',
  name: 'createQrStock',
  method: 'POST',
  path: '/api/admin/qr-codes',
  summary: 'Generate a stock of codes not yet linked, for stickers printed in advance',
  auditLabel: { en: 'Made a stock of QR codes', de: 'Vorrat an QR-Codes angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    count: Type.Integer({ minimum: 1, maximum: 500 }),
    /** left out: made from the day */
    batch: Type.Optional(Batch),
  }),
  status: 201,
  idempotent: true,
  data: QrStock,
  errors: ['PLAN_LIMIT_REACHED'],
  example: () => ({ body: { count: 20 } }),
})

/** Labels on an A4 sheet by their number, and posters by their paper. */
export const sheetTemplates = [
  'label-8',
  'label-12',
  'label-21',
  'label-24',
  'label-40',
  'label-65',
  'poster-a4',
  'poster-a5',
  'poster-a6',
] as const
export type SheetTemplate = (typeof sheetTemplates)[number]

/** One language or two, in this order. */
const sheetLanguages = Type.Optional(Type.Array(VisitorLanguage, { maxItems: 4 }))

export const getQrSheet = endpoint({
  module: 'admin',
  name: 'getQrSheet',
  method: 'GET',
  path: '/api/admin/qr-codes/sheet',
  summary: 'Print-ready sheet of chosen codes, a building or a batch; one of the three is needed',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    /** several by comma, printed in this order */
    codes: Type.Optional(Type.Array(QrCode, { maxItems: 500 })),
    building: idFilter,
    buildingId: idFilter,
    batch: Type.Optional(Batch),
    template: Type.Optional(Type.Enum([...sheetTemplates], { default: 'label-21' })),
    /** left out: the tenant's first; `language` and `languages` are the same */
    language: sheetLanguages,
    languages: sheetLanguages,
    /** the label to begin with on the first sheet, 1 at the top left, for a sheet already begun */
    start: Type.Optional(Type.Integer({ minimum: 1, maximum: 65, default: 1 })),
    /** svg: the first page only; pdf leaves out letters of names that are not Latin, and prints the lines in every language */
    format: Type.Optional(Type.Enum(['pdf', 'svg'], { default: 'pdf' })),
  }),
  file: ['application/pdf', 'image/svg+xml'],
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const linkQrCode = endpoint({
  module: 'admin',
  name: 'linkQrCode',
  method: 'PUT',
  path: '/api/admin/qr-codes/:code',
  summary: 'Link a code to an amenity, whose former code becomes free, or unlink it with null',
  auditLabel: { en: 'Linked or unlinked a QR code', de: 'QR-Code verknüpft oder gelöst' },
  access: admin('write'),
  limit: 'write',
  params: Type.Object({ code: QrCode }),
  body: Type.Object({
    amenityId: Nullable(Id),
    /** true: the sticker is on the wall now; left out: as before, or no after a new link */
    mounted: Type.Optional(Type.Boolean()),
  }),
  data: QrCodeRecord,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'PLAN_LIMIT_REACHED'],
  example: ({ freeCode, amenityId }) => ({ params: { code: freeCode }, body: { amenityId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  batch: { en: 'Stock', de: 'Vorrat' },
  amenity: { en: 'Linked with', de: 'Verknüpft mit' },
  mountedAt: { en: 'Mounted', de: 'Angebracht' },
}
