/** What each plan allows; null is unlimited. */
import type { Plan } from './vocabulary.ts'

export interface PlanLimits {
  readonly buildings: number | null
  /** QR codes linked to an amenity; as many again may wait in stock */
  readonly qrCodes: number | null
  readonly members: number | null
  readonly apiKeys: number | null
  readonly webhooks: number | null
  /** those that open anything now */
  readonly shareLinks: number | null
  /** soft: counted and shown, never refused */
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
    feedbackThisMonth: 500,
  },
  STARTER: {
    buildings: 5,
    qrCodes: 100,
    members: 20,
    apiKeys: 2,
    webhooks: 0,
    shareLinks: 2,
    feedbackThisMonth: 2_000,
  },
  PRO: {
    buildings: 20,
    qrCodes: 300,
    members: 60,
    apiKeys: 5,
    webhooks: 0,
    shareLinks: 10,
    feedbackThisMonth: 20_000,
  },
  BUSINESS: {
    buildings: 100,
    qrCodes: 2_000,
    members: 300,
    apiKeys: 20,
    webhooks: 20,
    shareLinks: 50,
    feedbackThisMonth: 200_000,
  },
  ENTERPRISE: {
    buildings: null,
    qrCodes: null,
    members: null,
    apiKeys: 100,
    webhooks: 100,
    shareLinks: null,
    feedbackThisMonth: null,
  },
}

/** How long what visitors wrote and showed is kept at most; null: as the tenant sets it. Ratings and counts stay. */
export const planHistory: Readonly<
  Record<Plan, { readonly days?: number; readonly months?: number } | null>
> = {
  TRIAL: { days: 90 },
  STARTER: { months: 12 },
  PRO: { months: 24 },
  BUSINESS: { months: 36 },
  ENTERPRISE: null,
}
