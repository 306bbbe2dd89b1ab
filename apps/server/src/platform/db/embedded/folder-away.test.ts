/** If the database's disk is unmounted, the service waits for it and creates no new database in its place. */
import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeDataFolder, until } from '#test/faults/service.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const folder = makeDataFolder()
const running: Embedded[] = []
after(async () => {
  for (const embedded of running) await embedded.stop()
  folder.remove()
})

const query = async (url: string, text: string): Promise<number | null> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rowCount
  } finally {
    await client.end().catch(() => {})
  }
}

/** Moves the folder away and kills the server; resolves when this was noticed. @returns function that moves it back */
const takeAway = async (): Promise<{ embedded: Embedded; said: string; putBack: () => void }> => {
  const { promise: said, resolve: say } = Promise.withResolvers<string>()
  const onFatal = ({ message }: Error): void => say(message)
  const embedded = await startEmbedded({ dataDir: folder.path, log: () => {}, onFatal })
  running.push(embedded)
  await query(embedded.url, 'create table if not exists kept as select 1 as id')
  const elsewhere = `${embedded.directory}.elsewhere`
  const pid = embedded.pid()
  assert.ok(pid !== undefined)
  renameSync(embedded.directory, elsewhere)
  process.kill(pid, 'SIGKILL')
  return { embedded, said: await said, putBack: () => renameSync(elsewhere, embedded.directory) }
}

test('A database without its folder logs that, and recovers with the folder, at the same address and with its rows', async () => {
  const { embedded, said, putBack } = await takeAway()
  assert.match(said, /is missing$/)
  assert.equal(embedded.pid(), undefined)
  putBack()
  const answers = (): Promise<boolean> =>
    query(embedded.url, 'select from kept').then(
      (rows) => rows === 1,
      () => false,
    )
  assert.ok((await until(answers, 60_000)) !== undefined)
  await embedded.stop()
})

test('A service stops even if its database is unavailable', async () => {
  const { embedded, putBack } = await takeAway()
  await embedded.stop()
  assert.equal(embedded.pid(), undefined)
  putBack()
})
