/** A backup of an older version, whose database lacks the newest migrations, is restored and migrated by this one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { hashPassword } from '#server/modules/auth/public.ts'
import { makeBackup } from '#server/platform/backup/make-backup.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { runCommand } from './commands.ts'
import { call, databaseUrlOf, makeDataFolder, password, startService } from './service.ts'
import { inDatabase } from './visitors.ts'

/** The first one that the older version did not have; backups with their erasure list are older. */
const firstNew = '0280'
const migrations = path.resolve(import.meta.dirname, '../../migrations')

const older = makeDataFolder()
after(() => older.remove())
const [dataDir, backupDir, restored] = ['data', 'backups', 'restored'].map((name) =>
  path.join(older.path, name),
) as [string, string, string]
const run = (args: readonly string[], env: Record<string, string>) =>
  runCommand(args, { cwd: older.path, env })

const [tenantId, userId, buildingId] = [randomUUID(), randomUUID(), randomUUID()]
const email = 'old@example.com'

/** Rows as that version had them: by SQL, since this program writes columns that are not there yet. */
const fill = async (client: pg.Client): Promise<void> => {
  await client.query("select set_config('app.tenant_id', $1, false)", [tenantId])
  await client.query(
    "insert into tenant (id, name, slug, plan, created_at) values ($1, 'Old', 'old', 'ENTERPRISE', now())",
    [tenantId],
  )
  await client.query(
    `insert into app_user (tenant_id, id, email, name, roles, state, password_hash, email_verified_at, created_at)
     values ($1, $2, $3, 'Olga', '{ADMIN}', 'ACTIVE', $4, now(), now())`,
    [tenantId, userId, email, await hashPassword(password)],
  )
  await client.query('insert into email_directory (email, tenant_id, user_id) values ($1, $2, $3)', [
    email,
    tenantId,
    userId,
  ])
  await client.query(
    "insert into building (tenant_id, id, name, time_zone, created_at) values ($1, $2, 'Mill', 'UTC', now())",
    [tenantId, buildingId],
  )
}

const makeOlderBackup = async (names: readonly string[]): Promise<void> => {
  const folder = path.join(older.path, 'migrations')
  mkdirSync(folder)
  for (const name of names) copyFileSync(path.join(migrations, name), path.join(folder, name))
  const database = await startEmbedded({ dataDir, log: () => {} })
  try {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await migrate(client, { folder })
    await fill(client).finally(() => client.end())
    writeFileSync(path.join(dataDir, 'secret'), 'a secret of the older version 0123456789')
    await makeBackup({
      backupDir,
      keep: 1,
      dataDir,
      filesFolder: undefined,
      filesOnly: false,
      takesSecret: true,
    })
  } finally {
    await database.stop()
  }
}

test('A backup without the newest migrations is restored and migrated; its people sign in and find their places', async () => {
  const all = await migrationNames()
  const had = all.filter((name) => name < firstNew)
  assert.ok(had.length < all.length)
  await makeOlderBackup(had)
  const { code, stdout, stderr } = await run(['restore', backupDir, '--to', restored], { DATA_DIR: dataDir })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /1 tenants, 0 submissions, 0 tasks/)

  const service = await startService({ DATA_DIR: restored })
  try {
    const rows = await inDatabase<{ name: string }>(
      databaseUrlOf(restored, 'superuser'),
      'select name from schema_migration order by name',
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      all,
    )
    const signedIn = await call<{ tokens: { accessToken: string } }>(service, 'POST', '/api/auth/login', {
      body: { email, password },
    })
    assert.equal(signedIn.status, 200, JSON.stringify(signedIn.json))
    const token = signedIn.json.data.tokens.accessToken
    const buildings = await call<{ id: string; name: string }[]>(service, 'GET', '/api/admin/buildings', {
      token,
    })
    assert.deepEqual(
      buildings.json.data.map(({ id, name }) => [id, name]),
      [[buildingId, 'Mill']],
    )
    const body = { name: 'Annex' }
    assert.equal((await call(service, 'POST', '/api/admin/buildings', { token, body })).status, 201)
  } finally {
    service.kill('SIGTERM')
    await service.ended
  }
  const { code: verified, stdout: chain } = await run(['audit', 'verify'], { DATA_DIR: restored })
  assert.equal(verified, 0, chain)
  assert.match(chain, /ok {2}old: [1-9]\d* entries/)
})
