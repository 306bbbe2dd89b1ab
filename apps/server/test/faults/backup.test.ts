/** `npx wellkept backup` beside the running service, and `restore`. */
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import { listBackups } from '#server/platform/backup/layout.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { formerMember } from '#server/platform/former-member.ts'
import { openCommands } from './commands.ts'
import { call, databaseUrlOf, makeDataFolder, startService, until } from './service.ts'
import { inDatabase, submit } from './visitors.ts'

const backups = makeDataFolder()
const restored = makeDataFolder()
after(() => {
  backups.remove()
  restored.remove()
})
const { environment, folder, get, run, service, stop, tenant } = await openCommands({
  BACKUP_DIR: backups.path,
})

const archives = (): string[] => readdirSync(path.join(backups.path, 'wal'))
const archived = (): readonly string[] =>
  archives()
    .flatMap((id) => readdirSync(path.join(backups.path, 'wal', id)).map((name) => `${id}/${name}`))
    .filter((name) => name.endsWith('.gz'))

/** So that what was written until now is archived at once, not in a minute. */
const archive = async (): Promise<void> => {
  // By name, because a backup that has just ended removes old segments meanwhile.
  const before = new Set(archived())
  const url = databaseUrlOf(folder.path, 'superuser')
  // An empty segment would not be ended.
  await inDatabase(url, "select pg_create_restore_point('test')")
  await inDatabase(url, 'select pg_switch_wal()')
  assert.ok(
    (await until(() => archived().some((name) => !before.has(name)), 60_000)) !== undefined,
    'nothing was archived',
  )
}

const report = async (): Promise<string> => {
  const { id } = await submit({
    url: service().url,
    qrCode: tenant.places[0]?.qrCode ?? '',
    issues: ['NO_PAPER'],
  })
  assert.ok(id)
  return id
}

const feedbackIn = async (dataDir: string): Promise<string[]> =>
  (await inDatabase<{ id: string }>(databaseUrlOf(dataDir, 'superuser'), 'select id from feedback')).map(
    ({ id }) => id,
  )

const invite = async (name: string, email: string): Promise<string> => {
  const body = { email, name, roles: ['TECHNICIAN'] }
  const { json } = await call<{ id: string }>(service(), 'POST', '/api/admin/users', {
    token: tenant.token,
    body,
  })
  return json.data.id
}

const refusedWith = (dir: string, to: string, words: RegExp): Promise<void> =>
  assert.rejects(
    restore({ dir, at: undefined, dataDir: to, filesFolder: undefined, hasSecret: true, log: () => {} }),
    words,
  )

const made: { before?: string; after?: string; between?: Date; leaver?: string } = {}

test('With BACKUP_DIR the service makes a backup at once, and its log is archived', async () => {
  assert.ok((await until(async () => (await listBackups(backups.path)).length === 1, 120_000)) !== undefined)
  await archive()
})

test('A backup is made beside the running service, with checksums, and the service goes on', async () => {
  made.leaver = await invite('Lea Ver', 'leaver@example.com')
  made.before = await report()
  const { code, stdout, stderr } = await run(['backup', backups.path, '--keep', '5', '--json'])
  assert.deepEqual([code, stderr], [0, ''])
  const said = JSON.parse(stdout) as {
    name: string
    files: number
    kept: number
    isArchiving: boolean
    holdsSecret: boolean
  }
  assert.deepEqual([said.kept, said.isArchiving, said.holdsSecret], [2, true, true])
  const kept = path.join(backups.path, said.name)
  const manifest = JSON.parse(readFileSync(path.join(kept, 'manifest.json'), 'utf8'))
  assert.equal(manifest.files.length, said.files)
  assert.match(manifest.migration, /^\d{4}-/)
  assert.equal(statSync(path.join(kept, 'secret')).mode & 0o777, 0o600)
  assert.ok(service().isRunning())
})

test('A restore has each change up to the last archived segment, and who was erased meanwhile stays erased', async () => {
  made.between = new Date()
  made.after = await report()
  await call(service(), 'DELETE', `/api/admin/users/${made.leaver}`, { token: tenant.token })
  assert.equal((await run(['erase-person', tenant.tenantId, made.leaver ?? ''])).code, 0)
  await archive()
  const to = path.join(restored.path, 'earlier')
  const earlier = await run(['restore', backups.path, '--at', made.between.toISOString(), '--to', to])
  assert.equal(earlier.code, 0, earlier.stderr)
  assert.match(
    earlier.stdout,
    /^\S+ is restored to .*\n1 tenants, 1 submissions, \d+ tasks; 1 erasures were repeated\n$/,
  )

  const whole = path.join(restored.path, 'whole')
  const { code, stdout, stderr } = await run(['restore', backups.path, '--to', whole, '--json'])
  assert.equal(code, 0, stderr)
  const said = JSON.parse(stdout) as {
    submissions: number
    tenants: number
    lastCommit: string
    gap?: string
  }
  assert.deepEqual([said.submissions, said.tenants, said.gap], [2, 1, undefined])
  assert.ok(new Date(said.lastCommit) > made.between)
})

test('A restored service has the same figures as the other, and begins an archive of its own', async () => {
  const { generatedAt: _, ...figures } = await get<Overview>('/api/dashboard/overview')
  const whole = path.join(restored.path, 'whole')
  const again = await startService({ ...environment, DATA_DIR: whole })
  try {
    const { json } = await call<Overview>(again, 'GET', '/api/dashboard/overview', { token: tenant.token })
    assert.ok(json.success, JSON.stringify(json))
    assert.deepEqual({ ...json.data, generatedAt: undefined }, { ...figures, generatedAt: undefined })
    assert.deepEqual((await feedbackIn(whole)).sort(), [made.before, made.after].sort())
    const count = (await listBackups(backups.path)).length
    assert.ok(
      (await until(async () => (await listBackups(backups.path)).length > count, 120_000)) !== undefined,
    )
    assert.equal(archives().length, 2)
  } finally {
    again.kill('SIGTERM')
    await again.ended
  }
  const earlier = path.join(restored.path, 'earlier')
  const before = await startService({ DATA_DIR: earlier })
  try {
    assert.deepEqual(await feedbackIn(earlier), [made.before])
    const url = databaseUrlOf(earlier, 'superuser')
    const [person] = await inDatabase(url, 'select name, removed_at from app_user where id = $1', [
      made.leaver,
    ])
    assert.equal(person?.name, formerMember)
    assert.ok(person?.removed_at)
  } finally {
    before.kill('SIGTERM')
    await before.ended
  }
})

test('A restore is refused with words into a folder that is not empty, of a newer version, and of a damaged file', async () => {
  await refusedWith(
    backups.path,
    path.join(restored.path, 'whole'),
    /is not empty\. Restore to an empty folder/,
  )
  const last = (await listBackups(backups.path)).at(-1)?.name ?? ''
  const target = path.join(restored.path, 'refused')
  const altered = path.join(restored.path, 'altered')
  const alter = (file: string, change: (content: Buffer) => Buffer): void => {
    cpSync(path.join(backups.path, last), path.join(altered, last), { recursive: true })
    const changed = path.join(altered, last, file)
    writeFileSync(changed, change(readFileSync(changed)))
  }
  const replaced = (from: RegExp, to: string) => (content: Buffer) =>
    Buffer.from(content.toString().replace(from, to))
  const cases: [string, (content: Buffer) => Buffer, RegExp][] = [
    [
      'manifest.json',
      replaced(/"migration":"[^"]+"/g, '"migration":"9999-later"'),
      /migration 9999-later, which version .* does not know/,
    ],
    [
      'manifest.json',
      replaced(/"postgres":"\d+"/, '"postgres":"17"'),
      /is of PostgreSQL 17, and this version brings 18/,
    ],
    ['manifest.json', (content) => content.subarray(0, content.length / 2), /cut off|JSON/],
    ['database/PG_VERSION', () => Buffer.from('19\n'), /PG_VERSION is damaged: its checksum/],
  ]
  for (const [file, change, words] of cases) {
    alter(file, change)
    await refusedWith(altered, target, words)
    assert.deepEqual(readdirSync(restored.path).includes('refused') ? readdirSync(target) : [], [])
    rmSync(altered, { recursive: true })
  }
  await refusedWith(path.join(restored.path, 'nowhere'), target, /nowhere cannot be read/)
})

test('A wrong call exits with 2; DATABASE_URL is refused with the commands to run, and files can be taken alone', async () => {
  const wrong = [['backup'], ['backup', 'x', '--keep', '0'], ['restore', 'x', '--at', 'yesterday']]
  for (const args of wrong) assert.equal((await run(args)).code, 2, args.join(' '))
  const outside = { DATA_DIR: folder.path, DATABASE_URL: 'postgresql://nobody@localhost:1/nothing' }
  const refused = await run(['backup', backups.path], outside)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /pg_dump [\s\S]*npx wellkept backup DIR --files-only/)
  const alone = path.join(restored.path, 'files only')
  const { code, stdout } = await run(['backup', alone, '--files-only'], outside)
  assert.equal(code, 0, stdout)
  assert.deepEqual(readdirSync(path.join(alone, (await listBackups(alone))[0]?.name ?? '')).sort(), [
    'manifest.json',
    'secret',
  ])
})

test('A folder whose restore was interrupted is not started', async () => {
  await stop('SIGTERM')
  writeFileSync(path.join(folder.path, 'restore.unfinished'), '')
  const { code, stderr } = await run(['check'])
  assert.deepEqual(
    [code, stderr],
    [1, `The restore to ${folder.path} was not finished. Remove the folder and restore again\n`],
  )
})
