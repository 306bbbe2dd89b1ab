/** Checks first whether the database of DATABASE_URL answers. */
import pg from 'pg'

const connectTimeoutMs = 5000

const reasonOf = (error: unknown, { user, database }: pg.Client, waited: number): string => {
  const { code = '', message } = error as Error & { code?: string }
  if (code === 'ECONNREFUSED') return 'nothing answers there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host'
  if (code === 'ENOENT') return 'there is no such socket'
  if (code === '28P01') return `the password of the user ${user} is not accepted`
  if (code === '3D000') return `there is no database ${database}`
  if (waited >= connectTimeoutMs) return `it does not answer within ${connectTimeoutMs / 1000} s`
  // These messages of PostgreSQL or the network never contain the password.
  return message
}

/** @throws Error with setting, host and port, never the password */
export const assertReachable = async (url: string): Promise<void> => {
  let client: pg.Client
  try {
    client = new pg.Client({
      connectionString: url,
      application_name: 'wellkept start',
      connectionTimeoutMillis: connectTimeoutMs,
    })
  } catch {
    throw new Error(
      'DATABASE_URL is not a URL such as postgresql://user:password@host:5432/database; in a password, characters such as @ : / # are written as %40 %3A %2F %23',
    )
  }
  client.on('error', () => {})
  const began = performance.now()
  try {
    await client.connect()
  } catch (error) {
    throw new Error(
      `DATABASE_URL: the database at ${client.host}:${client.port} cannot be used: ${reasonOf(error, client, performance.now() - began)}`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}
