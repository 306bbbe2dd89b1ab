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

const unplacedText = `select relname as name from pg_class where relnamespace = 'public'::regnamespace
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

/** The owner copies the rows, so row security must not be forced meanwhile; requests are never under weaker rules. */
const place = async (client: pg.ClientBase, name: string, call: string): Promise<void> => {
  await client.query(`alter table ${name} no force row level security`)
  await client.query(`select ${call}`)
  await client.query(`alter table ${name} force row level security`)
}

const isForced = async (client: pg.ClientBase, name: string): Promise<boolean> =>
  (
    await rowsOf<{ forced: boolean }>(
      client,
      'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
      [name],
    )
  )[0]?.forced === true

const placeAll = async (
  client: pg.ClientBase,
  { replicated, distributed }: { replicated: readonly string[]; distributed: readonly string[] },
  shards: number,
): Promise<void> => {
  const keys = await rowsOf<ForeignKey>(client, keysText, [[...replicated, ...distributed]])
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const calls = [
    ...replicated.map((name) => [name, `create_reference_table('${name}')`] as const),
    ...distributed.map(
      (name) =>
        [
          name,
          `create_distributed_table('${name}', 'tenant_id', colocate_with := '${name === anchor ? 'none' : anchor}'${name === anchor ? `, shard_count := ${shards}` : ''})`,
        ] as const,
    ),
  ]
  for (const [name, call] of calls) {
    if (await isForced(client, name)) await place(client, name, call)
    else await client.query(`select ${call}`)
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/** The table with which all others share the nodes of a tenant. */
const anchor = 'building'

const anchorFirst = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => Number(b === anchor) - Number(a === anchor))

/**
 * Distributes tables that are not yet. Repeatable: it is one transaction, so an interrupted run leaves nothing.
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
  const where = await placements(client)
  const unplaced = async (placement: Placement): Promise<string[]> =>
    (await rowsOf<{ name: string }>(client, unplacedText, [namesOf(where, placement)])).map(
      ({ name }) => name,
    )
  // Citus connects to the other nodes as the role of the session and passes on what `set local` says.
  for (const role of requestRoles) await client.query(`alter role ${role} login`)
  const [database] = await rowsOf<{ name: string }>(client, 'select quote_ident(current_database()) as name')
  await client.query(`alter database ${database?.name} set citus.propagate_set_commands to 'local'`)
  await client.query('begin')
  try {
    await client.query("set local citus.multi_shard_modify_mode to 'sequential'")
    const replicated = await unplaced('replicated')
    const distributed = anchorFirst(await unplaced('distributed'))
    await placeAll(client, { replicated, distributed }, shards)
    await client.query('commit')
    return { distributed: distributed.length, replicated: replicated.length, nodes }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
