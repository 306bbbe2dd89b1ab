/** Where each table lies on a Citus cluster (docs/distribution.md). */
import type pg from 'pg'

/** Read before the tenant is known, or named by keys of tenant tables: copied to every node. */
export const replicatedTables = [
  'tenant',
  'qr_directory',
  'email_directory',
  'identity_directory',
  'api_key_directory',
  'sso_domain_directory',
  'share_link_directory',
  'slack_team',
  'billing_customer',
  'one_time_code',
  'screen_pairing',
] as const

/** Claimed over all tenants by workers, with locks: plain tables of the coordinator, like those of the job queue. */
export const queueTables = ['event', 'event_handled', 'due_work', 'outbox'] as const

interface Table {
  readonly name: string
  /** its comment says that it has no tenant */
  readonly without_tenant: boolean
}

const tablesText = `select relname as name, coalesce(obj_description(oid, 'pg_class'), '') like 'no tenant: %' as without_tenant
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`

export type Placement = 'distributed' | 'replicated' | 'coordinator'

const isIn = (list: readonly string[], name: string): boolean => list.includes(name)

const placementOf = ({ name, without_tenant }: Table): Placement => {
  if (isIn(replicatedTables, name)) return 'replicated'
  return without_tenant || isIn(queueTables, name) ? 'coordinator' : 'distributed'
}

export const placements = async (client: pg.ClientBase): Promise<ReadonlyMap<string, Placement>> =>
  new Map((await client.query<Table>(tablesText)).rows.map((table) => [table.name, placementOf(table)]))
