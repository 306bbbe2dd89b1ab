/** The role and database of the service. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Credentials, databaseUrl } from './credentials.ts'
import { type Launch, startServer, stopServer } from './server.ts'

export const OWNER = 'wellkept'
const SUPERUSER = 'postgres'

const withClient = async (url: string, run: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'wellkept start' })
  client.on('error', () => {})
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

export const superuserUrl = (socketFolder: string, { superuser }: Credentials): string =>
  databaseUrl(SUPERUSER, superuser, socketFolder, 'postgres')

export const ownerUrl = (socketFolder: string, { owner }: Credentials): string =>
  databaseUrl(OWNER, owner, socketFolder, OWNER)

/** Creates what is missing; an interrupted run is completed by the next start. */
export const ensureOwner = (socketFolder: string, credentials: Credentials): Promise<void> =>
  withClient(superuserUrl(socketFolder, credentials), async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [OWNER],
    )
    const [found] = rows
    // CREATEROLE because migrations create the request roles.
    if (!found?.role) {
      await client.query(`create role ${OWNER} login nosuperuser createrole password '${credentials.owner}'`)
    }
    if (!found?.database) await client.query(`create database ${OWNER} owner ${OWNER}`)
  })

/** For a cluster whose password file is lost: one start without passwords, on a private socket. */
export const resetPasswords = async (launch: Launch, credentials: Credentials): Promise<void> => {
  const trust = join(launch.cluster, 'pg_hba.reset.conf')
  writeFileSync(trust, 'local all postgres trust\n')
  const server = await startServer(launch, { hba_file: trust })
  try {
    await server.ready
    await withClient(superuserUrl(launch.socketFolder, credentials), async (client) => {
      await client.query(`alter role ${SUPERUSER} password '${credentials.superuser}'`)
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER])
      if (rowCount) await client.query(`alter role ${OWNER} password '${credentials.owner}'`)
    })
  } finally {
    await stopServer(launch, server)
    rmSync(trust, { force: true })
  }
}
