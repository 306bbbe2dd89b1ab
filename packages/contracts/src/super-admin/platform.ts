/** The platform as a whole: figures, its own audit log, abuse and announcements. */
import { type Static, Type } from 'typebox'
import { CheckLanguage, InstallationCheck } from '#contracts/installation.ts'
import { endpoint, paging, sortBy, superAdmin } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, InstantInput, Line, LongText, Timestamp } from '#contracts/kit/text.ts'
import { PlanName, plans, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { Count } from '#contracts/records.ts'
import { PartState } from '#contracts/system.ts'
import { LimitKey, tenantStates } from './tenants.ts'

const common = { module: 'super-admin', access: superAdmin } as const
const day = 86_400_000
const countsOf = (names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Count])))

export const announcementKinds = ['INFO', 'MAINTENANCE', 'INCIDENT'] as const
const text = { title: Line(120), text: LongText(1000, 1) }

export const Audience = Type.Union([
  Type.Object({ all: Type.Literal(true) }),
  Type.Object({ plans: Type.Array(PlanName, { minItems: 1, maxItems: plans.length }) }),
  Type.Object({ tenantIds: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
])
export type Audience = Static<typeof Audience>

/** By language; readers of others get `title` and `text`. */
const Texts = Type.Partial(
  Type.Object(Object.fromEntries(visitorLanguages.map((language) => [language, Type.Object(text)]))),
)

export const Announcement = Type.Object({
  id: Id,
  kind: Type.Enum([...announcementKinds]),
  title: Type.String(),
  text: Type.String(),
  texts: Texts,
  audience: Audience,
  from: Timestamp,
  until: Timestamp,
  createdAt: Timestamp,
  /** email address of the super admin */
  by: Type.String(),
})
export type Announcement = Static<typeof Announcement>

export const PlatformUsage = Type.Object({
  tenants: Type.Object({ total: Count, byState: countsOf(tenantStates), byPlan: countsOf(plans) }),
  /** as of the last hour */
  feedback: Type.Object({ today: Count, days30: Count }),
  tasks30d: Count,
  storageBytes: Count,
  mails24h: Type.Object({ sent: Count, failed: Count }),
  webhooks24h: Type.Object({ delivered: Count, failed: Count }),
  /** the 20 nearest */
  nearLimits: Type.Array(
    Type.Object({ id: Id, name: Type.String(), limit: LimitKey, used: Count, allowed: Count }),
  ),
  system: Type.Object({
    version: Type.String(),
    /** the newest one applied */
    migration: Nullable(Type.String()),
    parts: Type.Record(Type.String(), PartState),
    /** subscribers and kinds of scheduled jobs that have work waiting */
    backlog: Type.Array(
      Type.Object({ name: Type.String(), count: Count, oldestSeconds: Type.Number({ minimum: 0 }) }),
    ),
    parked: Count,
    /** null: the service makes no backups by itself */
    backups: Nullable(
      Type.Object({
        last: Nullable(Timestamp),
        next: Nullable(Timestamp),
        kept: Count,
        state: PartState,
      }),
    ),
    /** if `installation` asks for it */
    installation: Type.Optional(Type.Array(InstallationCheck)),
  }),
  announcements: Type.Array(Announcement),
})
export type PlatformUsage = Static<typeof PlatformUsage>

export const getPlatformUsage = endpoint({
  ...common,
  name: 'getPlatformUsage',
  method: 'GET',
  path: '/api/super-admin/usage',
  summary:
    'Totals of the platform, tenants near limits, state of the system, current announcements; with `installation` checks of its surroundings',
  limit: 'read',
  query: Type.Object({ installation: CheckLanguage }),
  data: PlatformUsage,
})

const Said = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]))

export const PlatformAuditEntry = Type.Object({
  id: Id,
  at: Timestamp,
  /** id null: a failed sign-in, with the address that was tried if it is of a super admin */
  actor: Type.Object({ id: Nullable(Id), email: Type.String() }),
  /** name of the endpoint, or signInFailed, supportEnded, tenantErased, userAdded, userRemoved */
  action: Type.String(),
  tenantId: Nullable(Id),
  /** null: none, or erased since */
  tenantName: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  changes: Type.Array(Type.Object({ field: Type.String(), from: Said, to: Said })),
  requestId: Type.String(),
  /** HMAC-SHA-256 over the previous entry and this one, in hex */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type PlatformAuditEntry = Static<typeof PlatformAuditEntry>

export const listPlatformAudit = endpoint({
  ...common,
  name: 'listPlatformAudit',
  method: 'GET',
  path: '/api/super-admin/audit',
  summary: 'What super admins did, newest first; kept for 400 days in a chain of its own',
  limit: 'read',
  query: Type.Object({
    ...paging,
    actor: Type.Optional(Id),
    tenant: Type.Optional(Id),
    action: Type.Optional(Type.String({ pattern: '^[a-zA-Z]{1,60}$' })),
    from: Type.Optional(InstantInput),
    to: Type.Optional(InstantInput),
    sort: sortBy('at'),
  }),
  list: PlatformAuditEntry,
})

/** `source` is a hash under the salt of the day, so it means nothing after 48 hours. */
export const Abuse = Type.Object({
  since: Timestamp,
  quarantine: Type.Object({
    total: Count,
    /** of all submissions since then */
    share: Type.Number({ minimum: 0, maximum: 1 }),
    byTenant: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        count: Count,
        share: Type.Number({ minimum: 0, maximum: 1 }),
      }),
    ),
  }),
  bursts: Type.Array(
    Type.Object({
      at: Timestamp,
      tenantId: Id,
      tenantName: Type.String(),
      source: Type.String(),
      reports: Count,
      amenities: Count,
    }),
  ),
  /** sources that have used up a rate limit now */
  blocked: Type.Array(
    Type.Object({ source: Type.String(), limit: Type.String(), until: Timestamp, hits: Count }),
  ),
  /** unknown codes and tokens */
  guesses: Type.Object({ misses: Count, sources: Count }),
})
export type Abuse = Static<typeof Abuse>

export const getAbuse = endpoint({
  ...common,
  name: 'getAbuse',
  method: 'GET',
  path: '/api/super-admin/abuse',
  summary: 'Quarantine rate, bursts of reports, blocked sources as hashes of the day, guesses; of 48 hours',
  limit: 'read',
  data: Abuse,
})

/**
 * A banner for staff of the audience, on desk and phone. `replaces` ends that one; with `until` in the past nothing
 * new is shown.
 */
export const createAnnouncement = endpoint({
  ...common,
  name: 'createAnnouncement',
  method: 'POST',
  path: '/api/super-admin/announcements',
  summary: 'Banner or incident notice to tenants',
  limit: 'write',
  body: Type.Object({
    kind: Type.Enum([...announcementKinds]),
    ...text,
    texts: Type.Optional(Texts),
    audience: Audience,
    /** default: now */
    from: Type.Optional(InstantInput),
    /** at most 30 days from now */
    until: InstantInput,
    replaces: Type.Optional(Id),
  }),
  status: 201,
  idempotent: true,
  data: Announcement,
  example: () => ({
    body: {
      kind: 'MAINTENANCE',
      title: 'Maintenance tonight',
      text: 'From 22:00 to 22:30 UTC nothing can be saved. Visitors are not affected.',
      audience: { all: true },
      // The end of tomorrow, so that the documentation is the same all day.
      until: new Date((Math.ceil(Date.now() / day) + 1) * day).toISOString(),
    },
  }),
})
