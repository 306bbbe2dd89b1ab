/** Connection pools: one per database role. Sessions start as that role and cannot switch to a stronger one. */
import pg from 'pg'

// bigint and numeric become numbers, since counts fit a double; dates stay text.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)

export type RoleName = 'wellkept_app' | 'wellkept_intake' | 'wellkept_worker'

export interface PoolOptions {
  readonly url: string
  /** undefined: the role of the URL, i.e. the owner; for migrations and the job queue only */
  readonly role: RoleName | undefined
  readonly max: number
  /** timeout for getting a connection; callers must learn within 2 s that the database is gone */
  readonly waitMs?: number
  /** lock timeout; default: the statement timeout */
  readonly lockMs?: number
  /** maximum age of a connection; one in use is closed when it is returned */
  readonly lifetimeSeconds?: number
  readonly onError: (error: Error) => void
}

/** Closing a connection frees its prepared statements; lists prepare one for each combination of filters. */
const anHour = 3600

export const openPool = ({
  url,
  role,
  max,
  waitMs = 1800,
  lockMs,
  lifetimeSeconds = anHour,
  onError,
}: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: lifetimeSeconds,
    query_timeout: 15_000,
    keepAlive: true,
    options: [
      ...(role ? [`-c role=${role}`] : []),
      '-c statement_timeout=10000',
      ...(lockMs === undefined ? [] : [`-c lock_timeout=${lockMs}`]),
      '-c idle_in_transaction_session_timeout=30000',
      '-c plan_cache_mode=auto',
      '-c jit=off',
    ].join(' '),
    application_name: role ?? 'wellkept',
  })
  // Errors of connections that an ended pool is closing are expected.
  const onLoss = (error: Error): void => {
    if (!pool.ending) onError(error)
  }
  // Without a listener the error of an idle connection would end the process.
  pool.on('error', onLoss)
  pool.on('connect', (client) => client.on('error', onLoss))
  return pool
}

/** Rejects a request role that can bypass row security. */
export const assertSafeRole = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query(
    `select current_user as name, r.rolsuper, r.rolbypassrls,
            exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where c.relowner = r.oid and n.nspname = 'public') as owns
     from pg_roles r where r.rolname = current_user`,
  )
  const role = rows[0] as
    | { name: string; rolsuper: boolean; rolbypassrls: boolean; owns: boolean }
    | undefined
  if (!role || role.rolsuper || role.rolbypassrls || role.owns) {
    throw new Error(
      `Requests would run as database role ${role?.name ?? 'unknown'}, which can see past row security`,
    )
  }
}

/**
 * Tenant tables without forced row security; must be empty. Tables without a tenant are recognized by their comment
 * in the database, so that an older program accepts tables of a newer schema.
 */
export const unsecuredTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
       and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'no tenant: %'`,
  )
  return rows.map((row: { name: string }) => row.name)
}
