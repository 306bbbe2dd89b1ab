/** Submissions of visitors and their tracking. No sign-in. */
import { type Static, Type } from 'typebox'
import { endpoint, open } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Email, Id, Line, LongText, Timestamp } from './kit/text.ts'
import { VisitorLanguage } from './kit/vocabulary.ts'
import {
  Alternative,
  Branding,
  Code,
  Count,
  Image,
  ImageKey,
  ImageSize,
  ImageType,
  Issue,
  IssueChoice,
  LanguageTag,
  LanguageTags,
  OperationalState,
  PublicAmenity,
  PublicBuilding,
  QrCode,
  ReportState,
  Upload,
} from './records.ts'

/** What is already reported here, so that a visitor can confirm it in one tap. */
export const KnownIssue = Type.Object({
  code: Code,
  name: Type.String(),
  since: Timestamp,
  reports: Count,
  state: ReportState,
})
export type KnownIssue = Static<typeof KnownIssue>

/** What staff say about a part that does not work as usual. */
export const StaffNotice = Type.Object({
  name: Type.String(),
  state: OperationalState,
  note: Nullable(Type.String()),
  expectedEnd: Nullable(Timestamp),
})
export type StaffNotice = Static<typeof StaffNotice>

export const AmenityInformation = Type.Object({
  qrCode: Type.String(),
  amenity: PublicAmenity,
  building: PublicBuilding,
  location: Nullable(Type.String()),
  branding: Branding,
  languages: Type.Array(VisitorLanguage),
  language: VisitorLanguage,
  issues: Type.Array(IssueChoice),
  known: Type.Array(KnownIssue),
  /** parts with a note or an expected end from staff, the worst first */
  notices: Type.Array(StaffNotice),
  alternatives: Type.Array(Alternative),
  /** shown first for a safety issue, e.g. a trapped person */
  emergencyPhone: Nullable(Type.String()),
  /** typical minutes from report to done at this amenity; null if too few are known */
  usualMinutes: Nullable(Count),
  /** whether visitors may add photos */
  photos: Type.Boolean(),
})
export type AmenityInformation = Static<typeof AmenityInformation>

/** A category code, a free text (becomes OTHER), or a code with a detail. */
export const IssueInput = Type.Union([
  Line(60),
  Type.Object({ code: Line(60), detail: Type.Optional(LongText(500)) }),
])
export type IssueInput = Static<typeof IssueInput>

/** A UUID of any version and case, created on the phone; a repeat is not a second report. */
export const SubmissionId = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
})

export const Rating = Type.Integer({ minimum: 1, maximum: 5 })
export const imageKeys = Type.Optional(Type.Array(ImageKey, { maxItems: 3 }))

export const FeedbackInput = Type.Object({
  qrCode: QrCode,
  rating: Type.Optional(Rating),
  comment: Type.Optional(LongText(2000)),
  issues: Type.Optional(Type.Array(IssueInput, { maxItems: 10 })),
  imageKeys,
  language: Type.Optional(LanguageTag),
  submissionId: Type.Optional(SubmissionId),
})
export type FeedbackInput = Static<typeof FeedbackInput>

export const FeedbackReceipt = Type.Object({
  id: Id,
  trackingToken: Type.String(),
  trackingUrl: Type.String(),
  createdAt: Timestamp,
})
export type FeedbackReceipt = Static<typeof FeedbackReceipt>

export const TrackingState = Type.Enum(['RECEIVED', 'IN_PROGRESS', 'RESOLVED'])
export type TrackingState = Static<typeof TrackingState>

export const TimelineEntry = Type.Object({
  at: Timestamp,
  what: Type.Enum([
    'RECEIVED',
    'JOINED',
    'IN_PROGRESS',
    'RESOLVED',
    'CONFIRMED',
    'REJECTED',
    'REOPENED',
    'MESSAGE',
    'ERASED',
  ]),
})

/** What the holder of a tracking token sees: no names of staff. */
export const Tracking = Type.Object({
  /** a short reference that the visitor can quote; see reference.ts */
  reference: Type.String(),
  /** test feedback of a wizard run: not counted, and takes no follow-up */
  test: Type.Boolean(),
  state: TrackingState,
  timeline: Type.Array(TimelineEntry),
  /** what the visitor added, oldest first */
  messages: Type.Array(Type.Object({ at: Timestamp, text: Type.String() })),
  replies: Type.Array(
    Type.Object({ at: Timestamp, text: Type.String(), language: Nullable(VisitorLanguage) }),
  ),
  canConfirm: Type.Boolean(),
  createdAt: Timestamp,
  rating: Nullable(Rating),
  comment: Nullable(Type.String()),
  issues: Type.Array(Issue),
  images: Type.Array(Image),
  /** AFTER photos from public replies */
  imagesAfter: Type.Array(Image),
  amenity: Type.Object({ name: Type.String() }),
  building: PublicBuilding,
  location: Nullable(Type.String()),
  branding: Branding,
  languages: Type.Array(VisitorLanguage),
  language: VisitorLanguage,
  /** a confirmed email address waits for the outcome; the address is never shown */
  subscribed: Type.Boolean(),
  /** number to call while a reported safety issue is open, `phone` null if none is set; null without such an issue */
  emergency: Nullable(Type.Object({ phone: Nullable(Type.String()) })),
  erased: Type.Boolean(),
})
export type Tracking = Static<typeof Tracking>

export const FollowUp = Type.Object({
  message: Type.Optional(LongText(2000, 1)),
  fixed: Type.Optional(Type.Boolean()),
  email: Type.Optional(Email),
  imageKeys,
  erase: Type.Optional(Type.Literal(true)),
})
export type FollowUp = Static<typeof FollowUp>

const trackingParams = Type.Object({ trackingToken: Line(128) })
const trackingQuery = Type.Object({ language: Type.Optional(LanguageTags) })

export const getFeedbackAmenity = endpoint({
  module: 'feedback',
  name: 'getFeedbackAmenity',
  method: 'GET',
  path: '/api/feedback/amenity/:qrCode',
  summary: 'Amenity, building, branding, languages, issue choices and open known issues for a QR code',
  access: open,
  limit: 'public',
  countsMisses: true,
  params: Type.Object({ qrCode: QrCode }),
  query: Type.Object({ language: Type.Optional(LanguageTags) }),
  data: AmenityInformation,
  errors: ['NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode }) => ({ params: { qrCode } }),
})

export const submitFeedback = endpoint({
  module: 'feedback',
  name: 'submitFeedback',
  method: 'POST',
  path: '/api/feedback',
  summary: 'Submit anonymous feedback; the code and a rating or at least one issue are required',
  access: open,
  limit: 'feedback',
  countsMisses: true,
  body: FeedbackInput,
  status: 201,
  idempotent: true,
  data: FeedbackReceipt,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode }) => ({
    body: { qrCode, rating: 4, comment: 'No soap on the left', issues: ['NO_SOAP'] },
  }),
})

export const createUploadUrl = endpoint({
  module: 'feedback',
  name: 'createUploadUrl',
  method: 'POST',
  path: '/api/feedback/upload-url',
  summary: 'Signed URL for one image upload, bound to a QR code, content type and size',
  access: open,
  limit: 'upload',
  countsMisses: true,
  body: Type.Object({ qrCode: QrCode, contentType: ImageType, size: ImageSize }),
  status: 201,
  idempotent: true,
  data: Upload,
  /** FORBIDDEN if the tenant takes no photos */
  errors: ['FORBIDDEN', 'NOT_FOUND', 'QR_NOT_CONFIGURED'],
  example: ({ qrCode }) => ({ body: { qrCode, contentType: 'image/jpeg', size: 48_000 } }),
})

export const getTracking = endpoint({
  module: 'feedback',
  name: 'getTracking',
  method: 'GET',
  path: '/api/feedback/track/:trackingToken',
  summary: 'What became of a submission: received, in progress, resolved, with the public replies',
  access: open,
  limit: 'public',
  countsMisses: true,
  params: trackingParams,
  query: trackingQuery,
  data: Tracking,
  errors: ['NOT_FOUND'],
  example: ({ trackingToken }) => ({ params: { trackingToken } }),
})

export const followUp = endpoint({
  module: 'feedback',
  name: 'followUp',
  method: 'POST',
  path: '/api/feedback/track/:trackingToken',
  summary:
    'Follow-up of a visitor: message, photos, fixed or not, email address for the outcome, or erasure; at least one of them',
  access: open,
  limit: 'feedback',
  countsMisses: true,
  params: trackingParams,
  query: trackingQuery,
  body: FollowUp,
  idempotent: true,
  data: Tracking,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ trackingToken }) => ({
    params: { trackingToken },
    body: { message: 'The floor is still wet' },
  }),
})
