/** QR codes: linking, images, and sheets to print. */

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
 * FREE     spare, or unlinked from its amenity: visitors get QR_NOT_CONFIGURED
 * RETIRED  replaced by rotation: visitors get NOT_FOUND; never used again
 */
export const qrCodeStates = ['LINKED', 'FREE', 'RETIRED'] as const
export type QrCodeState = (typeof qrCodeStates)[number]
export const QrCodeState = Type.Enum([...qrCodeStates])

export const QrCodeRecord = Type.Object({
  /** 20 characters without hyphens */
  code: Type.String(),
  /** address on the sticker: BASE_URL/q/CODE */
  url: Type.String(),
  state: QrCodeState,
  /** `location`: names from the top level down, e.g. "Level 2, East wing"; null without a location */
  amenity: Nullable(
    Type.Object({ id: Id, name: Type.String(), building: BuildingRef, location: Nullable(Type.String()) }),
  ),
  /** name of the batch of spare codes that it was printed with */
  batch: Nullable(Type.String()),
  scans: Count,
  lastScanAt: Nullable(Timestamp),
  /** when somebody marked the sticker as mounted */
  mountedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  version: Version,
})
export type QrCodeRecord = Static<typeof QrCodeRecord>

const Batch = Line(64)

/** Share of the code that may be dirty or torn: L 7 %, M 15 %, Q 25 %, H 30 %. */
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
    /** edge length in pixels, margin included */
    size: Type.Optional(Type.Integer({ minimum: 64, maximum: 2048, default: 512 })),
    /** blank modules around the code; scanners need 4 */
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
  summary: 'List all codes, linked or spare, with their scans',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** searches the code; each word also in name, floor and building of the amenity */
    q: search,
    state: Type.Optional(Type.Array(QrCodeState, { maxItems: 3 })),
    building: idFilter,
    buildingId: idFilter,
    amenity: idFilter,
    amenityId: idFilter,
    batch: Type.Optional(Batch),
    /** false: codes that were never scanned */
    scanned: Type.Optional(Type.Boolean()),
    /** false: codes that are not marked as mounted */
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
  auditLabel: { en: 'Created spare QR codes', de: 'Freie QR-Codes angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    count: Type.Integer({ minimum: 1, maximum: 500 }),
    /** default: derived from the date */
    batch: Type.Optional(Batch),
  }),
  status: 201,
  idempotent: true,
  data: QrStock,
  errors: ['PLAN_LIMIT_REACHED'],
  example: () => ({ body: { count: 20 } }),
})

/** Labels on an A4 sheet by product number, and posters by paper size. */
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

/** Up to two languages, in this order. */
const sheetLanguages = Type.Optional(Type.Array(VisitorLanguage, { maxItems: 4 }))

export const getQrSheet = endpoint({
  module: 'admin',
  name: 'getQrSheet',
  method: 'GET',
  path: '/api/admin/qr-codes/sheet',
  summary:
    'Print-ready sheet of chosen codes, of a building or of a batch; exactly one of the three is required',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    /** comma-separated, printed in this order */
    codes: Type.Optional(Type.Array(QrCode, { maxItems: 500 })),
    building: idFilter,
    buildingId: idFilter,
    batch: Type.Optional(Batch),
    template: Type.Optional(Type.Enum([...sheetTemplates], { default: 'label-21' })),
    /** default: the tenant's first; `language` and `languages` are synonyms */
    language: sheetLanguages,
    languages: sheetLanguages,
    /** first label to use on the first sheet, 1 at the top left, for a partly used sheet */
    start: Type.Optional(Type.Integer({ minimum: 1, maximum: 65, default: 1 })),
    /** svg: first page only; pdf omits non-Latin letters of names, and prints the fixed lines in every language */
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
  summary: 'Link a code to an amenity, whose previous code becomes spare, or unlink it with null',
  auditLabel: { en: 'Linked or unlinked a QR code', de: 'QR-Code verknüpft oder Verknüpfung gelöst' },
  access: admin('write'),
  limit: 'write',
  params: Type.Object({ code: QrCode }),
  body: Type.Object({
    amenityId: Nullable(Id),
    /** true: the sticker is mounted; default: unchanged, or false after a new link */
    mounted: Type.Optional(Type.Boolean()),
  }),
  data: QrCodeRecord,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'PLAN_LIMIT_REACHED'],
  example: ({ freeCode, amenityId }) => ({ params: { code: freeCode }, body: { amenityId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  batch: { en: 'Batch', de: 'Charge' },
  amenity: { en: 'Linked to', de: 'Verknüpft mit' },
  mountedAt: { en: 'Mounted', de: 'Angebracht' },
}
