/** An SLA policy's row as the API shows it. */
import type { Selectable } from 'kysely'
import type { SlaPolicy } from '#contracts/sla/policies.ts'
import type { SlaPolicy as PolicyTable } from '#server/platform/db/tables.ts'
import { resource } from '#server/platform/resource.ts'

type PolicyRow = Selectable<PolicyTable>
export type PolicyParts = Pick<SlaPolicy, 'scope' | 'targets' | 'calendar'>

export const partsOf = (row: PolicyRow): PolicyParts => ({
  scope: row.scope as SlaPolicy['scope'],
  targets: row.targets as SlaPolicy['targets'],
  calendar: row.calendar as SlaPolicy['calendar'],
})

const presentPolicy = (row: PolicyRow): SlaPolicy => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  position: row.position,
  ...partsOf(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

export const slaPolicies = resource({
  table: 'sla_policy',
  ordered: true,
  sorts: { position: 'position', name: 'name', createdAt: 'created_at' },
  present: (_, rows: readonly PolicyRow[]) => rows.map(presentPolicy),
})
