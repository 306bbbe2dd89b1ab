/** Connections: one pool per database role. Sessions start as that role and have nothing to fall back to. */
import pg from 'pg'

// Counts fit a double; dates of days stay text.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)

export type RoleName = 'wellkept_app' | 'wellkept_intake' | 'wellkept_worker'

export interface PoolOptions {
  readonly url: string
  /** undefined: the role of the URL, i.e. the owner; only migrations and the job queue use it */
  readonly role: RoleName | undefined
  readonly max: number
  /** for a connection, new or given back; a database that is gone must be told within 2 s */
  readonly waitMs?: number
  /** how long a statement waits for what somebody else has locked; else as long as any statement may take */
  readonly lockMs?: number
  /** how old a connection becomes; one that is in hands then goes when it is given back */
  readonly lifetimeSeconds?: number
  readonly onError: (error: Error) => void
}

/** With a connection goes what it has prepared, which nobody else frees: lists write a text for each mixture of filters. */
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
  // A pool that was ended does not wait for its connections; what becomes of them is no news.
  const onLoss = (error: Error): void => {
    if (!pool.ending) onError(error)
  }
  // Without a listener a dying idle connection ends the process.
  pool.on('error', onLoss)
  pool.on('connect', (client) => client.on('error', onLoss))
  return pool
}

/** Refuses a request role that could see past row security. */
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
 * Tables with a tenant whose row security is off or not forced; must be empty. Which tables have none the database tells
 * by their comments, so that a program beside a newer schema knows its new ones too.
 */
export const unsecuredTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
       and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'no tenant: %'`,
  )
  return rows.map((row: { name: string }) => row.name)
}
