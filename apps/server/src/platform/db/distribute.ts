/** `npx wellkept distribute`: spreads the tables over the nodes of a Citus cluster (docs/distribution.md). */
import type pg from 'pg'
import { type Placement, placements } from './placements.ts'
import { requestRoles } from './request-roles.ts'

export interface Distributed {
  /** tables that were placed now */
  readonly distributed: number
  readonly replicated: number
  /** nodes that hold rows of tenants */
  readonly nodes: number
}

/** A statement of one transaction locks each table, each shard and each index. */
const leastLocks = 512

const rowsOf = async <R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> => (await client.query<R>(text, [...values])).rows

const stateText = `select exists (select from pg_extension where extname = 'citus') as installed,
    exists (select from pg_available_extensions where name = 'citus') as available,
    current_setting('max_locks_per_transaction')::int as locks,
    (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = any($1)) as sessions`

interface State {
  readonly installed: boolean
  readonly available: boolean
  readonly locks: number
  readonly sessions: number
}

const faultOf = ({ installed, available, locks, sessions }: State): string | undefined => {
  if (!available && !installed) return 'This PostgreSQL has no Citus: install it on every node first'
  if (!installed)
    return 'The database has no Citus yet. As a superuser, on every node: create extension citus; then on this one: select citus_set_coordinator_host(…), and citus_add_node(…) for each other'
  if (locks < leastLocks)
    return `Set max_locks_per_transaction to at least ${leastLocks} on every node; it is ${locks}`
  if (sessions > 0) return `The service is running (${sessions} sessions): stop every instance first`
  return undefined
}

const nodesText =
  "select count(*)::int as n from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards"

interface Unplaced {
  readonly name: string
  /** row security applies to the owner too */
  readonly forced: boolean
}

const unplacedText = `select relname as name, relforcerowsecurity as forced from pg_class where relnamespace = 'public'::regnamespace
  and relname = any($1) and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)
  order by relname`

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Keys from and to the tables. */
const keysText = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and (conrelid = any($1::text[]::regclass[]) or confrelid = any($1::text[]::regclass[]))
  order by 1, 2`

const namesOf = (where: ReadonlyMap<string, Placement>, placement: Placement): string[] =>
  [...where.keys()].filter((name) => where.get(name) === placement)

/** The table with which all others share the nodes of a tenant. */
const anchor = 'building'

const placeText = (name: string, placement: Placement, shards: number): string => {
  if (placement === 'replicated') return `select create_reference_table('${name}')`
  return name === anchor
    ? `select create_distributed_table('${name}', 'tenant_id', colocate_with := 'none', shard_count := ${shards})`
    : `select create_distributed_table('${name}', 'tenant_id', colocate_with := '${anchor}')`
}

/** The owner copies the rows, so row security is not forced meanwhile; requests are under it all the time. */
const place = async (client: pg.ClientBase, { name, forced }: Unplaced, text: string): Promise<void> => {
  if (forced) await client.query(`alter table ${name} no force row level security`)
  await client.query(text)
  if (forced) await client.query(`alter table ${name} force row level security`)
}

const anchorFirst = (tables: readonly Unplaced[]): Unplaced[] =>
  [...tables].sort((a, b) => Number(b.name === anchor) - Number(a.name === anchor))

/** One transaction, so that an interrupted one leaves nothing. */
const placeUnplaced = async (
  client: pg.ClientBase,
  shards: number,
): Promise<Pick<Distributed, 'distributed' | 'replicated'>> => {
  const where = await placements(client)
  const unplaced = (placement: Placement): Promise<Unplaced[]> =>
    rowsOf<Unplaced>(client, unplacedText, [namesOf(where, placement)])
  const replicated = await unplaced('replicated')
  const distributed = anchorFirst(await unplaced('distributed'))
  const counts = { distributed: distributed.length, replicated: replicated.length }
  const names = [...replicated, ...distributed].map(({ name }) => name)
  if (names.length === 0) return counts
  await client.query('begin')
  try {
    await client.query("set local citus.multi_shard_modify_mode to 'sequential'")
    const keys = await rowsOf<ForeignKey>(client, keysText, [names])
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const table of replicated) await place(client, table, placeText(table.name, 'replicated', shards))
    for (const table of distributed) await place(client, table, placeText(table.name, 'distributed', shards))
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await client.query('commit')
    return counts
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const isDistributedText = `select exists (select from pg_extension where extname = 'citus') as installed`
const anchorText = `select exists (select from pg_dist_partition where logicalrelid = '${anchor}'::regclass) as placed`

/** On a cluster puts the tables that a migration has made in their place; does nothing on one PostgreSQL. */
export const placeNewTables = async (client: pg.ClientBase): Promise<void> => {
  const [citus] = await rowsOf<{ installed: boolean }>(client, isDistributedText)
  if (!citus?.installed) return
  const [found] = await rowsOf<{ placed: boolean }>(client, anchorText)
  if (found?.placed) await placeUnplaced(client, 1)
}

/** Settings of the database on the coordinator. */
export const setForCluster = async (client: pg.ClientBase): Promise<void> => {
  const [database] = await rowsOf<{ name: string }>(client, 'select quote_ident(current_database()) as name')
  // Passes `set local app.tenant_id` on to the nodes, where row security reads it.
  await client.query(`alter database ${database?.name} set citus.propagate_set_commands to 'local'`)
  // Citus has no generic plan of the list of tasks, which otherwise uses one.
  await client.query(`alter database ${database?.name} set wellkept.list_plan to 'force_custom_plan'`)
}

/**
 * Distributes the tables. Repeatable: only those that are in no place yet are touched.
 * @param client connection of the owner, a superuser, while no instance runs
 * @param shards of each distributed table; counts at the first run only
 * @throws Error that says what is missing
 */
export const distribute = async (client: pg.ClientBase, shards: number): Promise<Distributed> => {
  const [state] = await rowsOf<State>(client, stateText, [requestRoles])
  const fault = state && faultOf(state)
  if (fault !== undefined) throw new Error(fault)
  const nodes = (await rowsOf<{ n: number }>(client, nodesText))[0]?.n ?? 0
  if (nodes === 0)
    throw new Error('No node takes rows yet: select citus_add_node(host, port) for each of them first')
  // Citus connects to the other nodes as the role of the session.
  for (const role of requestRoles) await client.query(`alter role ${role} login`)
  await setForCluster(client)
  return { ...(await placeUnplaced(client, shards)), nodes }
}
