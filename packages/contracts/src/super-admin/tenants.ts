/**
 * Tenants as the platform sees them: organisations, slugs and numbers, never a name, address, comment or photo of a
 * visitor or a member.
 */
import { type Static, Type } from 'typebox'
import { endpoint, paging, sortBy, superAdmin } from '#contracts/kit/endpoint.ts'
import type { World } from '#contracts/kit/example.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { planLimits } from '#contracts/kit/plan-limits.ts'
import { Email, Id, InstantInput, Line, Timestamp, TimeZone } from '#contracts/kit/text.ts'
import { PlanName, VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { Count } from '#contracts/records.ts'
import { SlackState } from '#contracts/slack/admin.ts'

/** As it is told everywhere; an erased tenant is in no answer. */
export const tenantStates = ['TRIAL', 'ACTIVE', 'PAST_DUE', 'SUSPENDED', 'CLOSING'] as const
export const TenantState = Type.Enum([...tenantStates])
export type TenantState = Static<typeof TenantState>

type LimitKey = keyof typeof planLimits.TRIAL
export const limitNames = Object.keys(planLimits.TRIAL) as LimitKey[]
export const LimitKey = Type.Enum(limitNames)

/** All but that of feedback, which is never refused. */
const overridable = limitNames.filter((name) => name !== 'feedbackThisMonth')

/** From this share of an allowed number on a tenant is near its limit. */
export const nearShare = 0.8

/** UNPAID: the grace of an unpaid plan is over. OPERATOR: suspended by a super admin. */
export const StateReason = Type.Enum(['UNPAID', 'OPERATOR'])

const tenantFields = {
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  plan: PlanName,
  /** who decides the plan: nobody yet, the payment provider, or a super admin */
  source: Type.Enum(['NONE', 'PROVIDER', 'MANUAL']),
  state: TenantState,
  stateReason: Nullable(StateReason),
  createdAt: Timestamp,
  trialEndsAt: Nullable(Timestamp),
  /** of a tenant that is CLOSING */
  eraseAt: Nullable(Timestamp),
  members: Count,
  buildings: Count,
  qrCodes: Count,
  feedback30d: Count,
  storageBytes: Count,
  /** when a member last used the service */
  lastActiveAt: Nullable(Timestamp),
  /** limits of which 80 % or more are used */
  nearLimits: Type.Array(LimitKey),
  /** what the search found it by, unless it was the name or slug */
  matched: Nullable(
    Type.Object({ kind: Type.Enum(['EMAIL', 'QR_CODE', 'WEBHOOK', 'REQUEST']), id: Type.String() }),
  ),
}

/** Numbers are of the last hour; null or 0 before the first count. */
export const TenantRow = Type.Object(tenantFields)
export type TenantRow = Static<typeof TenantRow>

export const TenantRecord = Type.Object({
  ...tenantFields,
  limits: Type.Array(
    Type.Object({
      name: LimitKey,
      used: Count,
      /** null: unlimited */
      allowed: Nullable(Count),
      override: Nullable(Type.Object({ value: Nullable(Count), until: Timestamp, reason: Type.String() })),
    }),
  ),
  integrations: Type.Object({
    slack: SlackState,
    webhooks: Type.Object({ count: Count, failing: Count }),
    sso: Type.Boolean(),
    stripe: Type.Enum(['NONE', 'CUSTOMER', 'SUBSCRIBED']),
  }),
  /** newest first; the last 50 */
  states: Type.Array(
    Type.Object({ at: Timestamp, from: TenantState, to: TenantState, reason: Type.String() }),
  ),
  flags: Type.Record(Type.String(), Type.Boolean()),
  /** support accesses, newest first; the last 20 */
  accesses: Type.Array(
    Type.Object({ id: Id, at: Timestamp, until: Timestamp, reason: Type.String(), by: Email }),
  ),
  health: Type.Object({ mailsFailed24h: Count, webhooksFailed24h: Count, parked: Count }),
  version: Count,
})
export type TenantRecord = Static<typeof TenantRecord>

const common = { module: 'super-admin', access: superAdmin } as const
const params = Type.Object({ id: Id })
const ofTenant = ({ tenantId }: World) => ({ params: { id: tenantId } })
const Reason = Line(500, 3)

/**
 * `q`: a part of the name or slug, or exactly the email address of a member, a QR code, the id of a webhook, or a
 * request id of the last 30 days. `near`: only tenants near a limit.
 */
export const listTenants = endpoint({
  ...common,
  name: 'listTenants',
  method: 'GET',
  path: '/api/super-admin/tenants',
  summary: 'Tenants with plan, state and numbers of the last hour',
  limit: 'read',
  query: Type.Object({
    ...paging,
    q: Type.Optional(Line(254)),
    state: Type.Optional(Type.Array(TenantState)),
    plan: Type.Optional(Type.Array(PlanName)),
    near: Type.Optional(Type.Boolean()),
    sort: sortBy('name', 'createdAt', 'lastActiveAt', 'feedback30d', 'storageBytes'),
  }),
  list: TenantRow,
})

/** The first administrator is invited by email. A slug that is taken is a CONFLICT. */
export const createTenant = endpoint({
  ...common,
  name: 'createTenant',
  method: 'POST',
  path: '/api/super-admin/tenants',
  summary: 'Create a tenant with its first administrator',
  limit: 'write',
  body: Type.Object({
    name: Line(120),
    slug: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', minLength: 3, maxLength: 50 })),
    plan: Type.Optional(PlanName),
    admin: Type.Object({ email: Email, name: Line(120) }),
    language: Type.Optional(VisitorLanguage),
    timeZone: Type.Optional(TimeZone),
  }),
  status: 201,
  idempotent: true,
  data: TenantRow,
  errors: ['CONFLICT'],
  example: ({ fresh }) => ({
    body: { name: 'Riverside', admin: { email: `${fresh('ada')}@example.com`, name: 'Ada' } },
  }),
})

export const getTenant = endpoint({
  ...common,
  name: 'getTenant',
  method: 'GET',
  path: '/api/super-admin/tenants/:id',
  summary: 'Plan, limits, usage, integrations, flags and support accesses of a tenant; no content',
  limit: 'read',
  params,
  data: TenantRecord,
  example: ofTenant,
})

/**
 * `plan: null` hands the plan back to the payment provider; `planUntil` does so at that time. `trialEndsAt` may be any
 * time, also of a trial that is over. `overrides` replaces all; each applies until its `until` without any job.
 */
export const updateTenant = endpoint({
  ...common,
  name: 'updateTenant',
  method: 'PATCH',
  path: '/api/super-admin/tenants/:id',
  summary: 'Plan, end of the trial and limits of a tenant, with a reason',
  limit: 'write',
  params,
  body: Type.Object({
    reason: Reason,
    plan: Type.Optional(Nullable(PlanName)),
    planUntil: Type.Optional(Nullable(InstantInput)),
    trialEndsAt: Type.Optional(Nullable(InstantInput)),
    overrides: Type.Optional(
      Type.Array(
        Type.Object({
          limit: Type.Enum(overridable),
          /** null: unlimited */
          value: Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
          /** at most two years from now */
          until: InstantInput,
          reason: Reason,
        }),
        { maxItems: overridable.length },
      ),
    ),
  }),
  data: TenantRecord,
  example: (world) => ({ ...ofTenant(world), body: { reason: 'Longer pilot', trialEndsAt: null } }),
})

/** Staff can then only read and see `message`; visitors' reports are taken. The administrators are told by email. */
export const suspendTenant = endpoint({
  ...common,
  name: 'suspendTenant',
  method: 'POST',
  path: '/api/super-admin/tenants/:id/suspend',
  summary: 'Suspend a tenant: staff can only read; visitor reports are still accepted',
  limit: 'write',
  params,
  body: Type.Object({ reason: Reason, message: Type.Optional(Line(200)) }),
  data: TenantRow,
  example: (world) => ({ ...ofTenant(world), body: { reason: 'Asked for by the organisation' } }),
})

/** Of a tenant that is SUSPENDED or CLOSING; one that is unpaid is PAST_DUE afterwards. */
export const reactivateTenant = endpoint({
  ...common,
  name: 'reactivateTenant',
  method: 'POST',
  path: '/api/super-admin/tenants/:id/reactivate',
  summary: 'Lift a suspension or stop the closing of a tenant',
  limit: 'write',
  params,
  body: Type.Object({ reason: Reason }),
  data: TenantRow,
  example: (world) => ({ ...ofTenant(world), body: { reason: 'It was settled' } }),
})

/**
 * The tenant is read-only at once and erased after 30 days. An export of it starts, and its administrators are told
 * by email now, 7 days and 1 day before. It can still be read here, and be reactivated. `confirm` is its slug.
 */
export const closeTenant = endpoint({
  ...common,
  name: 'closeTenant',
  method: 'DELETE',
  path: '/api/super-admin/tenants/:id',
  summary: 'Close a tenant: read-only now, an export for its administrators, erased after 30 days',
  limit: 'write',
  params,
  body: Type.Object({ confirm: Line(60), reason: Reason }),
  data: Type.Object({ id: Id, state: Type.Literal('CLOSING'), eraseAt: Timestamp }),
  example: (world) => ({
    ...ofTenant(world),
    body: { confirm: world.tenantSlug, reason: 'The contract has ended' },
  }),
})

/**
 * A token of 15 minutes that reads what an API key with the scope read does, without files, live stream, audit log and
 * photos; fields marked as personal are "hidden". Its administrators are told by email at once. FORBIDDEN where they
 * have switched it off; CONFLICT while this person has one open.
 */
export const openSupportAccess = endpoint({
  ...common,
  name: 'openSupportAccess',
  method: 'POST',
  path: '/api/super-admin/tenants/:id/access',
  summary:
    'Support access of 15 minutes, read-only; its administrators are told and see it in their audit log',
  limit: 'write',
  params,
  body: Type.Object({ reason: Line(500, 10), ticket: Type.Optional(Line(100)) }),
  status: 201,
  idempotent: true,
  showsSecret: true,
  data: Type.Object({ id: Id, accessToken: Type.String(), expiresAt: Timestamp, url: Type.String() }),
  errors: ['CONFLICT', 'FORBIDDEN'],
  example: (world) => ({ ...ofTenant(world), body: { reason: 'They asked why a report is missing' } }),
})
