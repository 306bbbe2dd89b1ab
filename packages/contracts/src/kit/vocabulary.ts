/**
 * The vocabulary of all contracts.
 *
 * tenant    an organisation whose data nobody else can reach
 * role      what a person may do in a tenant; the highest counts
 * scope     what an API key opens
 * plan      what a tenant has bought
 * limit     the named rate limit that a request consumes (see spec section 8)
 */
import { Type } from 'typebox'

export const roles = ['TECHNICIAN', 'MANAGER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

export const scopes = ['read', 'write', 'webhooks:manage'] as const
export type Scope = (typeof scopes)[number]

export const plans = ['TRIAL', 'STARTER', 'PRO', 'BUSINESS', 'ENTERPRISE'] as const
export type Plan = (typeof plans)[number]

/** States of a tenant as they are told. */
export const tenantStates = ['TRIAL', 'ACTIVE', 'PAST_DUE', 'SUSPENDED', 'CLOSING'] as const
export type TenantState = (typeof tenantStates)[number]

/** HTTP status of each error code; one to one. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PLAN_LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  QR_NOT_CONFIGURED: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof errorStatus

/** Requests per window of each rate limit; RATE_LIMITS overrides single ones. */
export const limits = {
  feedback: { limit: 5, windowSeconds: 60, by: 'ip' },
  'status-report': { limit: 10, windowSeconds: 60, by: 'ip' },
  upload: { limit: 3, windowSeconds: 60, by: 'ip' },
  // guard: login-limit
  login: { limit: 5, windowSeconds: 900, by: 'email' },
  // guard: magic-link-limit
  'magic-link': { limit: 5, windowSeconds: 900, by: 'email' },
  'login-ip': { limit: 50, windowSeconds: 900, by: 'ip' },
  password: { limit: 5, windowSeconds: 900, by: 'user' },
  read: { limit: 100, windowSeconds: 60, by: 'tenant' },
  write: { limit: 30, windowSeconds: 60, by: 'tenant' },
  public: { limit: 300, windowSeconds: 60, by: 'ip' },
  miss: { limit: 10, windowSeconds: 60, by: 'ip' },
  register: { limit: 10, windowSeconds: 3600, by: 'ip' },
  unlock: { limit: 10, windowSeconds: 900, by: 'link' },
} as const
export type LimitName = keyof typeof limits

/** Kinds of outbound events: the part of their names before the dot. */
export const eventKinds = [
  'feedback',
  'status',
  'task',
  'sla',
  'operator',
  'amenity',
  'export',
  'scout',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Codes of the languages of visitor pages; the first is the fallback. */
export const visitorLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ar',
  'zh',
  'ja',
] as const
export type VisitorLanguage = (typeof visitorLanguages)[number]
export const VisitorLanguage = Type.Enum([...visitorLanguages])
/** First day of a week. */
export const weekStarts = ['MONDAY', 'SUNDAY', 'SATURDAY'] as const
export const WeekStart = Type.Enum([...weekStarts])
export const RoleName = Type.Enum([...roles])
export const PlanName = Type.Enum([...plans])
export const TenantStateName = Type.Enum([...tenantStates])
