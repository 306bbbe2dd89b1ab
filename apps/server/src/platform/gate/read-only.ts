/** Whether staff of a tenant can only read. Visitors are not affected. */
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { Config } from '../config.ts'

export interface TenantState {
  readonly plan: Plan
  readonly tenant_state: string
  readonly trial_ends_at: Date | null
}

/** @returns undefined if they can write */
export const readOnlyReason = (row: TenantState, config: Config, now: Date): string | undefined => {
  if (row.tenant_state === 'SUSPENDED' || row.tenant_state === 'CLOSING')
    return 'This account is read-only at the moment'
  if (config.billingConfigured && row.plan === 'TRIAL' && row.trial_ends_at && row.trial_ends_at <= now) {
    return 'The trial has ended; choose a plan to go on'
  }
  return undefined
}
