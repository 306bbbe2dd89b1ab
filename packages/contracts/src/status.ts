/** Public status of an amenity: what works, known faults and history. No sign-in. */
import { type Static, Type } from 'typebox'
import { imageKeys, SubmissionId } from './feedback.ts'
import { endpoint, open } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Email, Id, Line, LongText, Timestamp } from './kit/text.ts'
import { VisitorLanguage } from './kit/vocabulary.ts'
import {
  Alternative,
  Branding,
  Code,
  Count,
  IssueChoice,
  LanguageTag,
  LanguageTags,
  OperationalState,
  PublicAmenity,
  PublicBuilding,
  QrCode,
  ReportState,
} from './records.ts'

/** A status item with its known faults. `since` is when its state or report last changed. */
export const PublicStatusItem = Type.Object({
  id: Id,
  name: Type.String(),
  state: OperationalState,
  report: ReportState,
  since: Nullable(Timestamp),
  reports: Count,
  note: Nullable(Type.String()),
  expectedEnd: Nullable(Timestamp),
})
export type PublicStatusItem = Static<typeof PublicStatusItem>

/**
 * A time in which an item was worse than OPERATIONAL, or in which a reported fault was not fixed; open while `endedAt`
 * is null. Work that a visitor rejected counts as not done.
 */
export const Incident = Type.Object({
  id: Id,
  itemId: Id,
  itemName: Type.String(),
  state: OperationalState,
  report: ReportState,
  startedAt: Timestamp,
  endedAt: Nullable(Timestamp),
  expectedEnd: Nullable(Timestamp),
  /** number of independent visitors who reported `issues` */
  reports: Count,
  note: Nullable(Type.String()),
  /** what visitors reported; in an open incident only what is not fixed */
  issues: Type.Array(Code),
  /** last report or change */
  updatedAt: Timestamp,
})
export type Incident = Static<typeof Incident>

/** A time in which an item was OUT_OF_ORDER or in MAINTENANCE; open while `endedAt` is null. */
export const Closure = Type.Object({
  id: Id,
  itemId: Id,
  itemName: Type.String(),
  /** the worst state of that time */
  state: OperationalState,
  startedAt: Timestamp,
  endedAt: Nullable(Timestamp),
  expectedEnd: Nullable(Timestamp),
  note: Nullable(Type.String()),
  updatedAt: Timestamp,
})
export type Closure = Static<typeof Closure>

/** A day in the building's time zone; `availability` 0..1, null before the amenity existed. */
export const StatusDay = Type.Object({
  date: DateOnly,
  state: OperationalState,
  availability: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  incidents: Count,
})
export type StatusDay = Static<typeof StatusDay>

export const StatusPage = Type.Object({
  qrCode: Type.String(),
  amenity: PublicAmenity,
  building: PublicBuilding,
  /** the worst of the items, and at least DEGRADED while an open fault is confirmed or being worked on */
  state: OperationalState,
  items: Type.Array(PublicStatusItem),
  location: Nullable(Type.String()),
  branding: Branding,
  languages: Type.Array(VisitorLanguage),
  language: VisitorLanguage,
  issues: Type.Array(IssueChoice),
  incidents: Type.Array(Incident),
  alternatives: Type.Array(Alternative),
  lastCleanedAt: Nullable(Timestamp),
  /** due time of the next planned cleaning; null if none is planned */
  nextCheckAt: Nullable(Timestamp),
  /** whether visitors may add photos */
  photos: Type.Boolean(),
  /** the last 30 days, oldest first */
  days: Type.Array(StatusDay),
  updatedAt: Timestamp,
})
export type StatusPage = Static<typeof StatusPage>

export const StatusReportInput = Type.Object({
  itemId: Type.Optional(Id),
  issue: Type.Optional(Line(60)),
  comment: Type.Optional(LongText(2000)),
  imageKeys,
  language: Type.Optional(LanguageTag),
  submissionId: Type.Optional(SubmissionId),
})
export type StatusReportInput = Static<typeof StatusReportInput>

export const StatusReportReceipt = Type.Object({
  id: Id,
  trackingToken: Type.String(),
  trackingUrl: Type.String(),
  state: OperationalState,
  report: ReportState,
  reports: Count,
})
export type StatusReportReceipt = Static<typeof StatusReportReceipt>

export const StatusHistory = Type.Object({
  timeZone: Type.String(),
  from: DateOnly,
  to: DateOnly,
  availability: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /** oldest first */
  days: Type.Array(StatusDay),
  /** newest first, at most 200 */
  incidents: Type.Array(Incident),
  /** newest first, at most 200; an incident may have several or none */
  closures: Type.Array(Closure),
})
export type StatusHistory = Static<typeof StatusHistory>

export const StatusSubscription = Type.Object({
  id: Id,
  channel: Type.Literal('EMAIL'),
  /** PENDING until the link in the email is opened */
  state: Type.Enum(['PENDING', 'ACTIVE']),
  message: Type.String(),
})
export type StatusSubscription = Static<typeof StatusSubscription>

const params = Type.Object({ qrCode: QrCode })

export const getStatus = endpoint({
  module: 'status',
  name: 'getStatus',
  method: 'GET',
  path: '/api/status/:qrCode',
  summary: 'Status items of an amenity, with open incidents and what is already reported',
  access: open,
  limit: 'public',
  countsMisses: true,
  params,
  query: Type.Object({ language: Type.Optional(LanguageTags) }),
  data: StatusPage,
  errors: ['NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode }) => ({ params: { qrCode } }),
})

export const reportStatus = endpoint({
  module: 'status',
  name: 'reportStatus',
  method: 'POST',
  path: '/api/status/:qrCode/report',
  summary:
    'Report a status issue on an item, by default the first; merges into an open report of the same item',
  access: open,
  limit: 'status-report',
  countsMisses: true,
  params,
  body: StatusReportInput,
  bodyOptional: true,
  status: 201,
  idempotent: true,
  data: StatusReportReceipt,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode }) => ({ params: { qrCode }, body: { comment: 'The left tap drips' } }),
})

export const getStatusHistory = endpoint({
  module: 'status',
  name: 'getStatusHistory',
  method: 'GET',
  path: '/api/status/:qrCode/history',
  summary: 'Incidents and availability over the last 90 days, day by day',
  access: open,
  limit: 'public',
  countsMisses: true,
  params,
  query: Type.Object({ itemId: Type.Optional(Id), language: Type.Optional(LanguageTags) }),
  data: StatusHistory,
  errors: ['NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode }) => ({ params: { qrCode } }),
})

export const subscribeStatus = endpoint({
  module: 'status',
  name: 'subscribeStatus',
  method: 'POST',
  path: '/api/status/:qrCode/subscribe',
  summary: 'Subscribe by email (double opt-in) to status changes of an item or of the amenity',
  access: open,
  limit: 'status-report',
  countsMisses: true,
  params,
  body: Type.Object({
    itemId: Type.Optional(Id),
    email: Email,
    language: Type.Optional(LanguageTag),
  }),
  status: 201,
  idempotent: true,
  data: StatusSubscription,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode, fresh }) => ({ params: { qrCode }, body: { email: `${fresh('reader')}@example.com` } }),
})
