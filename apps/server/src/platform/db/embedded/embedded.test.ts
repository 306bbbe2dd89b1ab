import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { crowding } from '#test/crowding.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { joinOrStart } from './join.ts'
import { serverProcesses } from './leftovers.ts'
import { DataFolderInUse } from './lock.ts'

const module = new URL('./embedded.ts', import.meta.url).href
const joinModule = new URL('./join.ts', import.meta.url).href
const isRoot = process.getuid?.() === 0

/** A folder with a blank and with a path that is too long for a socket. */
const area = realpathSync(mkdtempSync(join(tmpdir(), 'wellkept embedded ')))
chmodSync(area, 0o755)
const dataDir = join(area, 'a data folder '.repeat(8).trim())
const running: Embedded[] = []
const notes: string[] = []

const start = async (folder = dataDir): Promise<Embedded> => {
  const embedded = await startEmbedded({ dataDir: folder, log: (message) => notes.push(message) })
  running.push(embedded)
  return embedded
}

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Seconds until a query succeeds. */
const answersAfter = async (url: string, text: string): Promise<number> => {
  const began = performance.now()
  for (;;) {
    try {
      await query(url, text)
      return (performance.now() - began) / 1000
    } catch (error) {
      if (performance.now() - began > 60_000) throw error
      await delay(50)
    }
  }
}

/** Starts an embedded server in another process, which prints its URL and then waits. */
const startElsewhere = async (folder: string, open: 'startEmbedded' | 'joinOrStart' = 'startEmbedded') => {
  const source = `
    import { ${open} } from ${JSON.stringify(open === 'startEmbedded' ? module : joinModule)}
    try {
      const embedded = await ${open}({ dataDir: process.argv[1], log: () => {} })
      console.log(embedded.url)
      process.once('SIGTERM', () => embedded.stop().then(() => process.exit(0)))
      setInterval(() => {}, 60_000)
    } catch (error) {
      console.log(error.name + ': ' + error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, pid: child.pid ?? 0, line: line.toString().trim() }
}

const killed = async ({ child }: Awaited<ReturnType<typeof startElsewhere>>, name: NodeJS.Signals) => {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill(name)
    await exit
  }
}

const isGone = async (cluster: string): Promise<boolean> => {
  for (let tries = 0; tries < 1500 && serverProcesses(cluster).length > 0; tries++) await delay(20)
  return serverProcesses(cluster).length === 0
}

// Creating a cluster takes most of the time, so all tests but two share one.
before(async () => {
  const embedded = await start()
  await query(embedded.url, 'create table kept (id int primary key)')
  await embedded.stop()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((embedded) => embedded.stop()))
})
after(() => rmSync(area, { recursive: true, force: true }))

describe('the embedded PostgreSQL', () => {
  it('starts in a folder with blanks and a long path', async (context) => {
    const began = performance.now()
    const embedded = await start()
    // Reported instead of asserted, since it depends on the load of the machine.
    context.diagnostic(`${Math.round(performance.now() - began)} ms`)
    assert.equal(embedded.directory, join(dataDir, 'postgres'))
  })

  it('gives its owner role a database and CREATEROLE, but no superuser rights', async () => {
    const { url } = await start()
    const [role] = await query(
      url,
      `select current_user as name, rolsuper, rolcreaterole, rolbypassrls, rolcreatedb,
              (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
       from pg_roles where rolname = current_user`,
    )
    assert.deepEqual(role, {
      name: 'wellkept',
      rolsuper: false,
      rolcreaterole: true,
      rolbypassrls: false,
      rolcreatedb: false,
      owner: 'wellkept',
    })
  })

  it('has checksums, and every setting that keeps acknowledged writes is on', async () => {
    const { url } = await start()
    const rows = await query(
      url,
      `select name, setting from pg_settings
       where name in ('data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit') order by name`,
    )
    assert.deepEqual(
      rows.map(({ setting }) => setting),
      ['on', 'on', 'on', 'on'],
    )
  })

  it('folds the case of letters of every language', async () => {
    const { superuserUrl } = await start()
    const url = superuserUrl.replace(/postgres$/, 'wellkept')
    await query(url, 'create extension if not exists pg_trgm')
    const [row] = await query(url, `select lower('ÄÉŁ') as lower, similarity('Tür', 'tür') as same`)
    assert.deepEqual(row, { lower: 'äéł', same: 1 })
  })

  it('requires the password and opens no port', async () => {
    const { url, superuserUrl } = await start()
    for (const address of [url, superuserUrl]) {
      await assert.rejects(query(address.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1'), { code: '28P01' })
    }
    const [row] = await query(url, `select current_setting('listen_addresses') as addresses`)
    assert.deepEqual(row, { addresses: '' })
    assert.equal(statSync(join(dataDir, 'postgres.json')).mode & 0o777, 0o600)
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
  })

  it('writes neither statements nor values into its log', async () => {
    const { url } = await start()
    // A number too long to occur as a pid, time or size.
    await query(url, `insert into kept values (2047114711)`)
    await assert.rejects(query(url, `insert into kept values (2047114711) /* visitor@example.org */`))
    assert.doesNotMatch(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /2047114711|visitor@example/)
  })

  it('comes back within 3 s of kill -9, under the same address and with every committed row', async () => {
    const embedded = await start()
    const times: number[] = []
    let written = 0
    // Other tests may slow down the machine, so it is tried three times.
    for (let tries = 0; tries < 3 && !times.some((time) => time < 3); tries++) {
      const busy = crowding()
      await query(embedded.url, `insert into kept values (${++written})`)
      const before = embedded.pid()
      process.kill(before ?? 0, 'SIGKILL')
      times.push((await answersAfter(embedded.url, `insert into kept values (${++written})`)) / busy)
      assert.notEqual(embedded.pid(), before)
    }
    assert.ok(Math.min(...times) < 3, `took ${times} s`)
    const rows = await query(embedded.url, 'select id from kept where id < 10 order by id')
    assert.deepEqual(
      rows.map(({ id }) => id),
      Array.from({ length: written }, (_, index) => index + 1),
    )
  })

  it('comes back when all of its processes are killed, several times in a row', async () => {
    const embedded = await start()
    for (let round = 10; round < 13; round++) {
      await query(embedded.url, `insert into kept values (${round})`)
      for (const pid of serverProcesses(embedded.directory)) process.kill(pid, 'SIGKILL')
      await answersAfter(embedded.url, 'select 1')
    }
    const [row] = await query(
      embedded.url,
      'select count(*)::int as rows from kept where id between 10 and 12',
    )
    assert.deepEqual(row, { rows: 3 })
  })

  it('can be stopped twice and leaves no process', async () => {
    const embedded = await start()
    await Promise.all([embedded.stop(), embedded.stop()])
    await embedded.stop()
    assert.equal(embedded.pid(), undefined)
    assert.deepEqual(serverProcesses(embedded.directory), [])
    assert.equal(existsSync(decodeURIComponent(new URL(embedded.url).hostname)), false)
  })

  it('stops while clients are connected', async () => {
    const embedded = await start()
    const client = new pg.Client({ connectionString: embedded.url })
    client.on('error', () => {})
    await client.connect()
    const waiting = client.query('select pg_sleep(60)').catch(() => 'cut off')
    const began = performance.now()
    await embedded.stop()
    // After 8 s it would be ended by force.
    assert.ok(performance.now() - began < 7000)
    assert.equal(await waiting, 'cut off')
  })

  it('ends at once on kill()', async () => {
    const embedded = await start()
    embedded.kill()
    assert.ok(await isGone(embedded.directory))
  })

  it('creates new passwords if their file is lost, and keeps the rows', async () => {
    rmSync(join(dataDir, 'postgres.json'))
    const { url } = await start()
    const [row] = await query(url, 'select count(*)::int > 0 as kept from kept')
    assert.deepEqual(row, { kept: true })
  })
})

describe('the data folder', () => {
  it('refuses a second start and names the process that uses it', async () => {
    const other = await startElsewhere(dataDir)
    try {
      assert.match(other.line, /^postgresql:/)
      await assert.rejects(start(), (error: Error) => {
        assert.ok(error instanceof DataFolderInUse)
        assert.match(error.message, new RegExp(`in use by process ${other.pid} on ${hostname()}`))
        return true
      })
    } finally {
      await killed(other, 'SIGTERM')
    }
  })

  it('refuses a second start in the same process', async () => {
    await start()
    await assert.rejects(start(), DataFolderInUse)
  })

  it('is used by exactly one of several simultaneous starts', async () => {
    const all = await Promise.all([1, 2, 3].map(() => startElsewhere(dataDir)))
    try {
      assert.equal(all.filter(({ line }) => line.startsWith('postgresql:')).length, 1)
      assert.equal(all.filter(({ line }) => line.startsWith('DataFolderInUse:')).length, 2)
    } finally {
      await Promise.all(all.map((one) => killed(one, 'SIGTERM')))
    }
  })

  it('is taken over from a process that has ended, even if its id was reused', async () => {
    const holder = { host: hostname(), startedAt: '2026-01-01T00:00:00.000Z', program: 'node main.ts' }
    for (const [pid, startTicks] of [
      [2 ** 22 - 1, '1'],
      [process.ppid, '1'],
    ]) {
      writeFileSync(join(dataDir, 'lock'), JSON.stringify({ ...holder, pid, startTicks }))
      const embedded = await start()
      await embedded.stop()
    }
    writeFileSync(join(dataDir, 'lock'), 'half a li')
    await start()
  })

  it('recovers after kill -9 of the service: its server stops, and the next start finds all rows', async () => {
    const other = await startElsewhere(dataDir)
    await query(other.line, 'insert into kept values (100)')
    await killed(other, 'SIGKILL')
    const { url } = await start()
    const [row] = await query(url, 'select count(*)::int as rows from kept where id = 100')
    assert.deepEqual(row, { rows: 1 })
  })

  it('has no process left after kill -9 of the service', async () => {
    const other = await startElsewhere(dataDir)
    await killed(other, 'SIGKILL')
    assert.ok(await isGone(join(dataDir, 'postgres')))
  })

  it('starts although postmaster.pid names an unrelated process', async () => {
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n/tmp\n\n0 0\nready\n`,
    )
    if (isRoot) chmodSync(join(dataDir, 'postgres', 'postmaster.pid'), 0o666)
    const { url } = await start()
    await query(url, 'select 1')
  })

  it('may be in a folder that only its owner can enter; if that is root, the database is placed elsewhere and found again', async () => {
    const closed = join(area, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const folder = join(closed, 'data')
    const first = await start(folder)
    const home = dirname(first.directory)
    try {
      if (isRoot) assert.equal(readFileSync(join(folder, 'postgres.path'), 'utf8').trim(), home)
      else assert.equal(home, folder)
      await query(first.url, 'create table found (id int)')
      await first.stop()
      const again = await start(folder)
      await query(again.url, 'select * from found')
      await again.stop()
    } finally {
      if (home.startsWith('/var/lib/wellkept/')) rmSync(home, { recursive: true, force: true })
    }
  })
})

describe('a command beside a running service', () => {
  const command = () => joinOrStart({ dataDir, log: () => {} })

  it('uses the database of the service and leaves it running', async () => {
    const service = await startElsewhere(dataDir)
    try {
      const joined = await command()
      assert.equal(joined.url, service.line)
      await query(joined.url, 'select 1')
      await joined.stop()
      assert.equal(await joined.isLost(), false)
      await query(service.line, 'select 1')
    } finally {
      await killed(service, 'SIGTERM')
    }
  })

  it('notices that the service has stopped meanwhile', async () => {
    const service = await startElsewhere(dataDir)
    const joined = await command()
    assert.equal(await joined.isLost(), false)
    await killed(service, 'SIGTERM')
    assert.equal(await joined.isLost(), true)
    await joined.stop()
  })

  it('starts the database if no service runs, waits for other commands, then stops it', async () => {
    const first = await startElsewhere(dataDir, 'joinOrStart')
    const second = await command()
    assert.equal(second.url, first.line)
    first.child.kill('SIGTERM')
    const waits = async () =>
      (await query(second.url, "select from pg_locks where locktype = 'advisory' and not granted")).length > 0
    while (!(await waits())) await delay(20)
    await query(second.url, 'select 1')
    const exit = once(first.child, 'exit')
    await second.stop()
    assert.deepEqual(await exit, [0, null])
    assert.deepEqual(serverProcesses(join(dataDir, 'postgres')), [])
  })
})
