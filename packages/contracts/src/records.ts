/** Records in the answers of several modules. Field names are fixed by the specification. */

import { type Static, Type } from 'typebox'
import { personal } from '#contracts/kit/personal.ts'
import { Nullable } from './kit/nullable.ts'
import { Email, Id, InstantInput, Line, Timestamp } from './kit/text.ts'
import { RoleName } from './kit/vocabulary.ts'

export const Count = Type.Integer({ minimum: 0 })

/** A code of a built-in or tenant vocabulary: amenity type, issue category, skill. */
export const Code = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,59}$' })

const tag = '[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}'

/** A language tag of a browser; an unsupported one falls back to English. */
export const LanguageTag = Type.String({ pattern: `^${tag}$`, maxLength: 35 })

/**
 * Up to 20 tags by comma, most wanted first: the first that the tenant offers is used, else its own first language.
 */
export const LanguageTags = Type.String({ pattern: `^${tag}(,${tag}){0,19}$`, maxLength: 200 })

/** A code from a sticker; compared without case, blanks and hyphens. */
export const QrCode = Line(64)

export const priorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
export const Priority = Type.Enum([...priorities])
export type Priority = Static<typeof Priority>

/** From best to worst; an amenity's state is the worst of its items. */
export const operationalStates = ['OPERATIONAL', 'DEGRADED', 'MAINTENANCE', 'OUT_OF_ORDER'] as const
export const OperationalState = Type.Enum([...operationalStates])
export type OperationalState = Static<typeof OperationalState>

/** State of visitors' reports about a status item. */
export const reportStates = ['OK', 'REPORTED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED'] as const
export const ReportState = Type.Enum([...reportStates])
export type ReportState = Static<typeof ReportState>

export const taskStatuses = ['OPEN', 'IN_PROGRESS', 'DONE'] as const
export const TaskStatus = Type.Enum([...taskStatuses])
export type TaskStatus = Static<typeof TaskStatus>

/**
 * Time by the device's clock: if that clock is wrong, the other times of the body are corrected by the difference. It
 * is a query parameter because a repeat under the same Idempotency-Key is sent at another time.
 */
export const SentAt = Type.Object({ sentAt: Type.Optional(InstantInput) })

export const IdAnswer = Type.Object({ id: Id })
export const Message = Type.Object({ message: Type.String() })

export const Person = Type.Object({ id: Id, name: personal(Type.String()) })
export type Person = Static<typeof Person>

/** Who wrote or did something; `id` is null for visitors and for the service. */
export const Author = Type.Object({
  id: Nullable(Id),
  name: personal(Type.String()),
  kind: Type.Enum(['USER', 'KEY', 'OPERATOR', 'VISITOR', 'SYSTEM', 'SCOUT']),
})
export type Author = Static<typeof Author>

/** A member of the team. */
export const userFields = {
  id: Id,
  email: personal(Email),
  name: personal(Type.String()),
  roles: Type.Array(RoleName, { maxItems: 3 }),
  active: Type.Boolean(),
  createdAt: Timestamp,
}
export const User = Type.Object(userFields)
export type User = Static<typeof User>

export const BuildingRef = Type.Object({ id: Id, name: Type.String() })
export type BuildingRef = Static<typeof BuildingRef>

export const AmenityRef = Type.Object({ id: Id, name: Type.String() })
export type AmenityRef = Static<typeof AmenityRef>

export const TaskRef = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  status: TaskStatus,
})
export type TaskRef = Static<typeof TaskRef>

/** An issue that a visitor can choose; `name` in the requested language. */
export const IssueChoice = Type.Object({
  code: Code,
  name: Type.String(),
  icon: Nullable(Type.String()),
  safety: Type.Boolean(),
})
export type IssueChoice = Static<typeof IssueChoice>

/** An issue of a submission; a free text is `detail` of OTHER. */
export const Issue = Type.Object({
  code: Code,
  name: Type.String(),
  detail: personal(Nullable(Type.String())),
})
export type Issue = Static<typeof Issue>

/** A checked and re-encoded photo; its addresses are signed and expire. */
export const Image = Type.Object({
  key: Type.String(),
  url: Type.String(),
  thumbnailUrl: Type.String(),
  width: Count,
  height: Count,
})
export type Image = Static<typeof Image>

export const ImageType = Type.Enum(['image/jpeg', 'image/png', 'image/webp'])
/** Bytes of one photo: at most 10 MB. */
export const ImageSize = Type.Integer({ minimum: 1, maximum: 10_000_000 })
export const ImageKey = Line(200)

/** Where to upload: one PUT with exactly these headers, within 10 minutes. */
export const uploadFields = {
  key: ImageKey,
  url: Type.String(),
  method: Type.Literal('PUT'),
  headers: Type.Record(Type.String(), Type.String()),
  expiresAt: Timestamp,
}
export const Upload = Type.Object(uploadFields)
export type Upload = Static<typeof Upload>

/** Branding on visitor pages. */
export const Branding = Type.Object({
  name: Type.String(),
  colour: Nullable(Type.String()),
  logoUrl: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  privacyUrl: Nullable(Type.String()),
})
export type Branding = Static<typeof Branding>

/** An amenity as visitors see it; `location` as text, e.g. "Level 2, East". */
export const PublicAmenity = Type.Object({
  id: Id,
  name: Type.String(),
  type: Code,
  state: OperationalState,
})
export const PublicBuilding = Type.Object({ name: Type.String(), timeZone: Type.String() })

/** The nearest working amenity of the same type. */
export const Alternative = Type.Object({
  name: Type.String(),
  location: Nullable(Type.String()),
  state: OperationalState,
})
