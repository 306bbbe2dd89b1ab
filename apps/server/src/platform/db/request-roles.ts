/**
 * The database roles of requests and jobs, and the owner's right to switch to them. Roles belong to the cluster and
 * are in no dump of a database, so each start creates missing ones, not only the first migration.
 */
import type pg from 'pg'
import type { RoleName } from './pools.ts'

export const requestRoles: readonly RoleName[] = ['wellkept_app', 'wellkept_intake', 'wellkept_worker']

const missingText = `select w.name from unnest($1::text[]) as w (name)
  where not exists (select from pg_roles r where r.rolname = w.name)`

/** Since PostgreSQL 16 the creator of a role can grant it without being able to switch to it. */
const notMemberText = `select rolname::text as name from pg_roles where rolname = any($1::text[]) and not pg_has_role(oid,
    case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)`

const isPermissionError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501'

/**
 * @param client connection of the owner, who holds the lock of prepare.ts
 * @throws Error with the SQL for a superuser, if the owner lacks the rights
 */
export const ensureRequestRoles = async (client: pg.Client): Promise<void> => {
  const ask = async (text: string): Promise<string[]> =>
    (await client.query<{ name: string }>(text, [requestRoles])).rows.map(({ name }) => name)
  const missing = await ask(missingText)
  try {
    for (const name of missing)
      await client.query(`create role ${name} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
    for (const name of await ask(notMemberText)) await client.query(`grant ${name} to current_user`)
  } catch (cause) {
    if (!isPermissionError(cause)) throw cause
    const owner = client.escapeIdentifier(client.user ?? '')
    const wanted = [
      ...missing.map((name) => `create role ${name}`),
      `grant ${requestRoles.join(', ')} to ${owner}`,
    ].join('; ')
    throw new Error(
      `The database role ${owner} may not create the roles that requests run as, or may not switch to them. Run as a superuser: ${wanted}`,
      { cause },
    )
  }
}
