/** Limits of each plan; null is unlimited. */
import type { Plan } from './vocabulary.ts'

export interface PlanLimits {
  readonly buildings: number | null
  /** linked QR codes; the same number may be spare */
  readonly qrCodes: number | null
  readonly members: number | null
  readonly apiKeys: number | null
  readonly webhooks: number | null
  /** links that are active now */
  readonly shareLinks: number | null
  /** not revoked */
  readonly scouts: number | null
  /** soft limit: counted and shown, never refused */
  readonly feedbackThisMonth: number | null
}

export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  TRIAL: {
    buildings: 3,
    qrCodes: 50,
    members: 10,
    apiKeys: 1,
    webhooks: 0,
    shareLinks: 1,
    scouts: 2,
    feedbackThisMonth: 500,
  },
  STARTER: {
    buildings: 5,
    qrCodes: 100,
    members: 20,
    apiKeys: 2,
    webhooks: 0,
    shareLinks: 2,
    scouts: 2,
    feedbackThisMonth: 2_000,
  },
  PRO: {
    buildings: 20,
    qrCodes: 300,
    members: 60,
    apiKeys: 5,
    webhooks: 0,
    shareLinks: 10,
    scouts: 10,
    feedbackThisMonth: 20_000,
  },
  BUSINESS: {
    buildings: 100,
    qrCodes: 2_000,
    members: 300,
    apiKeys: 20,
    webhooks: 20,
    shareLinks: 50,
    scouts: 50,
    feedbackThisMonth: 200_000,
  },
  ENTERPRISE: {
    buildings: null,
    qrCodes: null,
    members: null,
    apiKeys: 100,
    webhooks: 100,
    shareLinks: null,
    scouts: null,
    feedbackThisMonth: null,
  },
}

/** How long comments and photos are kept at most; null: as the tenant sets it. Ratings and counts stay. */
export const planHistory: Readonly<
  Record<Plan, { readonly days?: number; readonly months?: number } | null>
> = {
  TRIAL: { days: 90 },
  STARTER: { months: 12 },
  PRO: { months: 24 },
  BUSINESS: { months: 36 },
  ENTERPRISE: null,
}
