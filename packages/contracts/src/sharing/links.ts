/** Share links: what people without an account may see, for how long, and at which address. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { ById, Version } from '#contracts/kit/pieces.ts'
import { scopeFields } from '#contracts/kit/scope.ts'
import { Exact, Id, InstantInput, Line, Timestamp } from '#contracts/kit/text.ts'
import { Code, Count, IdAnswer } from '#contracts/records.ts'
import { SharedContent } from '#contracts/reports.ts'
import { LinkKind, SharedView } from './view.ts'

/**
 * PAIRING  a SCREEN that no wall shows yet
 * ACTIVE   can be opened
 * OFFLINE  a SCREEN whose wall was not seen for five minutes
 * EXPIRED  its end has passed, or it was opened `maxViews` times; a later end or more views reopen it
 * REVOKED  closed for good, and in no list
 */
export const linkStates = ['PAIRING', 'ACTIVE', 'OFFLINE', 'EXPIRED', 'REVOKED'] as const
export const LinkState = Type.Enum([...linkStates])
export type LinkState = Static<typeof LinkState>

/** Figures are not counted by issue category, so a scope has none here. */
export const ShareScope = Type.Object({
  buildingIds: scopeFields.buildingIds,
  locationIds: scopeFields.locationIds,
  types: scopeFields.types,
  categories: Type.Optional(Type.Array(Code, { maxItems: 0 })),
})
export type ShareScope = Static<typeof ShareScope>

/** true: hidden. Names of staff are always hidden. */
export const Redaction = Type.Object({ comments: Type.Boolean(), photos: Type.Boolean() })
export type Redaction = Static<typeof Redaction>

const Contents = Type.Array(SharedContent, { minItems: 1, maxItems: 6, uniqueItems: true })

/** Exact https origins, e.g. https://intranet.example.com, of pages that may frame it. */
const Origins = Type.Array(Line(300), { maxItems: 20, uniqueItems: true })
const MaxViews = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const Password = Exact(128, 8)

const fields = {
  id: Id,
  kind: LinkKind,
  /** shown to viewers */
  name: Type.String(),
  state: LinkState,
  scope: ShareScope,
  redaction: Redaction,
  /** empty for a STATUS_BOARD */
  contents: Type.Array(SharedContent),
  /** null: never */
  expiresAt: Nullable(Timestamp),
  hasPassword: Type.Boolean(),
  allowedOrigins: Type.Array(Type.String()),
  /** null: unlimited */
  maxViews: Nullable(MaxViews),
  /** number of openings; a viewer session counts once */
  views: Count,
  lastViewedAt: Nullable(Timestamp),
  /** for a SCREEN: when its wall was last seen */
  seenAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
}
export const ShareLink = Type.Object(fields)
export type ShareLink = Static<typeof ShareLink>

/** `url` and `token` are returned only here. */
export const NewShareLink = Type.Object({ ...fields, url: Type.String(), token: Type.String() })
export type NewShareLink = Static<typeof NewShareLink>

/** `preview`: what viewers see of the last 30 days. */
export const ShareLinkDetail = Type.Object({ ...fields, preview: SharedView })
export type ShareLinkDetail = Static<typeof ShareLinkDetail>

/** Nothing about the viewer is stored. */
export const ShareAccess = Type.Object({
  id: Id,
  at: Timestamp,
  kind: Type.Enum(['OPENED', 'UNLOCK_FAILED', 'DOWNLOADED']),
  /** of a download: PDF or CSV */
  format: Nullable(Type.Enum(['PDF', 'CSV'])),
})
export type ShareAccess = Static<typeof ShareAccess>

const details = {
  scope: Type.Optional(ShareScope),
  redaction: Type.Optional(Type.Partial(Redaction)),
  /** default: all; refused for a STATUS_BOARD */
  contents: Type.Optional(Contents),
  /** default: in 30 days, for a SCREEN never; null: never */
  expiresAt: Type.Optional(Nullable(InstantInput)),
  /** null: none */
  password: Type.Optional(Nullable(Password)),
  allowedOrigins: Type.Optional(Origins),
  maxViews: Type.Optional(Nullable(MaxViews)),
}

const access = { access: admin(null) } as const

export const listShareLinks = endpoint({
  module: 'sharing',
  name: 'listShareLinks',
  method: 'GET',
  path: '/api/sharing/links',
  summary: 'Share links with views and last access',
  ...access,
  limit: 'read',
  query: Type.Object({
    ...paging,
    kind: Type.Optional(Type.Array(LinkKind, { maxItems: 5 })),
    state: Type.Optional(Type.Array(LinkState, { maxItems: 5 })),
    sort: sortBy('createdAt', 'name', 'expiresAt', 'views', 'lastViewedAt'),
  }),
  list: ShareLink,
})

export const createShareLink = endpoint({
  module: 'sharing',
  name: 'createShareLink',
  method: 'POST',
  path: '/api/sharing/links',
  summary: 'Create a link: scope, redaction, expiry, password, origins; the URL is shown once',
  auditLabel: { en: 'Created a share link', de: 'Freigabelink angelegt' },
  ...access,
  limit: 'write',
  body: Type.Object({ kind: LinkKind, name: Line(120), ...details }),
  status: 201,
  idempotent: true,
  showsSecret: true,
  data: NewShareLink,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PLAN_LIMIT_REACHED'],
  example: ({ buildingId, fresh }) => ({
    body: { kind: 'DASHBOARD', name: fresh('For the landlord'), scope: { buildingIds: [buildingId] } },
  }),
})

export const getShareLink = endpoint({
  module: 'sharing',
  name: 'getShareLink',
  method: 'GET',
  path: '/api/sharing/links/:id',
  summary: 'Settings and a redacted preview',
  ...access,
  limit: 'read',
  params: ById,
  data: ShareLinkDetail,
  errors: ['NOT_FOUND'],
  example: ({ shareLinkId }) => ({ params: { id: shareLinkId } }),
})

export const updateShareLink = endpoint({
  module: 'sharing',
  name: 'updateShareLink',
  method: 'PATCH',
  path: '/api/sharing/links/:id',
  summary: 'Update scope, redaction, expiry, password, origins; a new password ends open view sessions',
  auditLabel: { en: 'Changed a share link', de: 'Freigabelink geändert' },
  ...access,
  limit: 'write',
  params: ById,
  body: Type.Object({ name: Type.Optional(Line(120)), ...details }),
  data: ShareLink,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PLAN_LIMIT_REACHED', 'PRECONDITION_FAILED'],
  example: ({ shareLinkId, fresh }) => ({
    params: { id: shareLinkId },
    body: { name: fresh('For the owner'), redaction: { comments: false } },
  }),
})

export const revokeShareLink = endpoint({
  module: 'sharing',
  name: 'revokeShareLink',
  method: 'DELETE',
  path: '/api/sharing/links/:id',
  summary: 'Revoke a link at once',
  auditLabel: { en: 'Revoked a share link', de: 'Freigabelink widerrufen' },
  ...access,
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ shareLinkId }) => ({ params: { id: shareLinkId } }),
})

export const rotateShareLink = endpoint({
  module: 'sharing',
  name: 'rotateShareLink',
  method: 'POST',
  path: '/api/sharing/links/:id/rotate',
  summary: 'Rotate the token of a link; the old URL stops working and open view sessions end',
  auditLabel: { en: 'Rotated the token of a share link', de: 'Adresse eines Freigabelinks erneuert' },
  ...access,
  limit: 'write',
  params: ById,
  idempotent: true,
  showsSecret: true,
  data: NewShareLink,
  errors: ['NOT_FOUND'],
  example: ({ shareLinkId }) => ({ params: { id: shareLinkId } }),
})

export const pairShareLink = endpoint({
  module: 'sharing',
  name: 'pairShareLink',
  method: 'POST',
  path: '/api/sharing/links/:id/pair',
  summary: 'Pair a wall screen by the 6-character code that it shows; ten attempts a minute',
  auditLabel: { en: 'Paired a wall screen', de: 'Wandbildschirm gekoppelt' },
  ...access,
  limit: 'write',
  params: ById,
  /** compared without case, blanks and hyphens */
  body: Type.Object({ code: Line(20) }),
  data: ShareLink,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED'],
  example: ({ screenLinkId, pairingCode }) => ({
    params: { id: screenLinkId },
    body: { code: pairingCode },
  }),
})

export const listShareAccess = endpoint({
  module: 'sharing',
  name: 'listShareAccess',
  method: 'GET',
  path: '/api/sharing/links/:id/access-log',
  summary:
    'Accesses of the last 90 days: openings, failed unlocks and downloads, without IP addresses; newest first',
  ...access,
  limit: 'read',
  params: ById,
  query: Type.Object({ ...paging, sort: sortBy('at') }),
  list: ShareAccess,
  errors: ['NOT_FOUND'],
  example: ({ shareLinkId }) => ({ params: { id: shareLinkId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  redaction: { en: 'Hidden content', de: 'Ausgeblendete Inhalte' },
  comments: { en: 'Comments', de: 'Kommentare' },
  expiresAt: { en: 'Expires', de: 'Läuft ab' },
  allowedOrigins: { en: 'Allowed websites', de: 'Erlaubte Websites' },
  maxViews: { en: 'Maximum views', de: 'Maximale Aufrufe' },
}
