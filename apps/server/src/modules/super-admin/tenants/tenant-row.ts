/** A tenant as the list shows it: its own row, and the numbers of the last hour. */

import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantRow } from '#contracts/super-admin/tenants.ts'
import type { Platform } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

/** As it is told: TRIAL and ACTIVE follow the plan. */
export const stateSql = `case when t.state in ('PAST_DUE', 'SUSPENDED', 'CLOSING') then t.state
  when t.plan = 'TRIAL' then 'TRIAL' else 'ACTIVE' end`

export const rowColumns = `t.id, t.name, t.slug, t.plan, t.plan_source as source, ${stateSql} as state, t.state_reason, t.created_at,
    t.trial_ends_at, t.erase_at, coalesce(u.members, 0) as members, coalesce(u.buildings, 0) as buildings,
    coalesce(u.qr_codes, 0) as qr_codes, coalesce(u.feedback_30d, 0) as feedback_30d,
    coalesce(u.storage_bytes, 0) as storage_bytes, u.last_active_at, coalesce(u.near, '{}') as near`
export const rowTables = 'from tenant t left join tenant_usage u on u.tenant_id = t.id'

export interface StoredTenant {
  id: string
  name: string
  slug: string
  plan: Plan
  source: TenantRow['source']
  state: TenantRow['state']
  state_reason: string | null
  created_at: Date
  trial_ends_at: Date | null
  erase_at: Date | null
  members: number
  buildings: number
  qr_codes: number
  feedback_30d: number
  storage_bytes: number
  last_active_at: Date | null
  near: TenantRow['nearLimits']
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentTenant = (row: StoredTenant, matched: TenantRow['matched'] = null): TenantRow => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan,
  source: row.source,
  state: row.state,
  stateReason: row.state_reason === 'UNPAID' || row.state_reason === 'OPERATOR' ? row.state_reason : null,
  createdAt: row.created_at.toISOString(),
  trialEndsAt: timeOf(row.trial_ends_at),
  eraseAt: timeOf(row.erase_at),
  members: row.members,
  buildings: row.buildings,
  qrCodes: row.qr_codes,
  feedback30d: row.feedback_30d,
  storageBytes: row.storage_bytes,
  lastActiveAt: timeOf(row.last_active_at),
  nearLimits: row.near,
  matched,
})

const oneText = `select ${rowColumns} ${rowTables} where t.id = $1 and t.state <> 'ERASED'`

/** @throws ServiceError NOT_FOUND, also for an erased one */
export const readTenant = async ({ databases }: Platform, id: string): Promise<StoredTenant> => {
  const { rows } = await databases.worker.query<StoredTenant>({
    name: 'platform-tenant',
    text: oneText,
    values: [id],
  })
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The same in the transaction of a change. */
export const readTenantIn = async (
  run: <R>(text: string, values: readonly unknown[]) => Promise<R[]>,
  id: string,
): Promise<StoredTenant> => {
  const [row] = await run<StoredTenant>(oneText, [id])
  if (!row) throw notFound()
  return row
}
