/** Features that need a plan, as in the specification. */
import { type Plan, plans } from './vocabulary.ts'

export const planFeatures = {
  ROUTING_RULES: 'PRO',
  SLA_MONITORING: 'PRO',
  WEBHOOKS: 'BUSINESS',
  DATA_EXPORT_CSV: 'BUSINESS',
  TASK_ESCALATION: 'BUSINESS',
  PDF_REPORTS: 'BUSINESS',
  SHIFT_ROUTING: 'ENTERPRISE',
  SSO: 'ENTERPRISE',
} as const satisfies Record<string, Plan>
export type PlanFeature = keyof typeof planFeatures

/** The features of a plan. */
export const entitlementsOf = (plan: Plan): PlanFeature[] =>
  (Object.keys(planFeatures) as PlanFeature[]).filter(
    (feature) => plans.indexOf(plan) >= plans.indexOf(planFeatures[feature]),
  )
