/** Connections: one pool per database role. Sessions start as that role and have nothing to fall back to. */
import pg from 'pg'
import { tablesWithoutTenant } from './tables-without-tenant.ts'

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
  readonly onError: (error: Error) => void
}

export const openPool = ({ url, role, max, onError }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    // A database that is gone must be told within 2 s.
    connectionTimeoutMillis: 1800,
    idleTimeoutMillis: 30_000,
    query_timeout: 15_000,
    keepAlive: true,
    options: [
      ...(role ? [`-c role=${role}`] : []),
      '-c statement_timeout=10000',
      '-c idle_in_transaction_session_timeout=30000',
      '-c plan_cache_mode=auto',
      '-c jit=off',
    ].join(' '),
    application_name: role ?? 'wellkept',
  })
  // Without a listener a dying idle connection ends the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
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

/** Tables with a tenant whose row security is off or not forced; must be empty. */
export const unsecuredTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
       and c.relname <> all ($1)`,
    [[...tablesWithoutTenant, 'schema_migration']],
  )
  return rows.map((row: { name: string }) => row.name)
}
