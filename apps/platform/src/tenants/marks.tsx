import type { TenantRow, TenantState } from '#contracts/super-admin/tenants.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { tenantMessages } from './messages.ts'

const tones: Record<TenantState, Tone> = {
  TRIAL: 'info',
  ACTIVE: 'good',
  PAST_DUE: 'warn',
  SUSPENDED: 'bad',
  CLOSING: 'bad',
}

export const TenantMark = ({ state }: Pick<TenantRow, 'state'>) => (
  <Mark tone={tones[state]}>{useMessages(tenantMessages).states[state]}</Mark>
)
