/** Exports whose worker dies, whose storage fails, or which two workers run at once. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { writeExport } from './write-export.ts'

const server = await startTestServer()
const { platform } = server.built
const { owner, start, look, download, exported, files } = exportsOn(server)

/** Replaces parts of the storage while `work` runs. */
const withStorage = async (changes: Partial<Storage>, work: () => Promise<void>): Promise<void> => {
  const storage = platform.storage as { -readonly [K in keyof Storage]: Storage[K] }
  const before = { ...storage }
  Object.assign(storage, changes)
  try {
    await work()
  } finally {
    Object.assign(storage, before)
  }
}

/** The job of an export, run directly, as its queue repeats it after a crash. */
const jobOf = async (tenant: TestTenant, id: string) => {
  const [row] = await owner<{ id: string; at: Date }>(
    "select id, at from event where tenant_id = $1 and type = 'internal.export_requested' and payload->>'exportId' = $2",
    [tenant.id, id],
  )
  assert.ok(row)
  const event: StoredEvent<'internal.export_requested'> = {
    id: row.id,
    type: 'internal.export_requested',
    tenantId: tenant.id,
    at: row.at,
    payload: { exportId: id },
  }
  return () => writeExport(platform, event)
}

test('A storage failure in the middle leaves no file; the job starts again and creates one', async () => {
  const tenant = await createTenant(server)
  const put = platform.storage.putStream
  let broken = 0
  let id = ''
  await withStorage(
    {
      putStream: async (key, source, type) => {
        if (broken++ > 0) return put(key, source, type)
        for await (const _ of source) throw new Error('the disk is gone')
        return 0
      },
    },
    async () => {
      id = (await exported(tenant)).id
      // The queue retries after a second.
      for (let waits = 0; waits < 100 && (await look(tenant, id)).json.data.state !== 'DONE'; waits++)
        await new Promise((resolve) => setTimeout(resolve, 100))
    },
  )
  assert.equal(broken, 2)
  const done = (await look(tenant, id)).json.data
  assert.equal(done.state, 'DONE')
  assert.deepEqual(
    (await files()).filter((name) => name.startsWith(id)),
    [`${id}-2.zip`],
  )
  assert.ok(unzip((await download(done.url)).bytes).has('manifest.json'))
})

test('A worker killed after writing the file is followed by a run that leaves one file', async () => {
  const tenant = await createTenant(server)
  const done = await exported(tenant)
  // As the killed worker left it: the file exists, the row says RUNNING.
  await owner(
    "update data_export set state = 'RUNNING', finished_at = null, expires_at = null, size = null, touched_at = $2 where id = $1",
    [done.id, server.clock.now()],
  )
  const job = await jobOf(tenant, done.id)
  await assert.rejects(job(), /another worker/)
  server.clock.advance(31_000)
  await job()
  await job()
  const again = (await look(tenant, done.id)).json.data
  assert.equal(again.state, 'DONE')
  assert.deepEqual(
    (await files()).filter((name) => name.startsWith(done.id)),
    [`${done.id}-2.zip`],
  )
  assert.equal((await download(again.url)).bytes.length, again.size)
})

test('A run that was considered dead and returns does not change the run that took over', async () => {
  const tenant = await createTenant(server)
  const id = (await start(tenant)).json.data.id
  await server.drain()
  await owner("update data_export set state = 'QUEUED', attempts = 0, touched_at = null where id = $1", [id])
  const job = await jobOf(tenant, id)
  const put = platform.storage.putStream
  await withStorage(
    {
      putStream: async (key, source, type) => {
        const size = await put(key, source, type)
        if (key.endsWith('-1.zip')) {
          server.clock.advance(31_000)
          await job()
        }
        return size
      },
    },
    () => job(),
  )
  const done = (await look(tenant, id)).json.data
  assert.equal(done.state, 'DONE')
  assert.deepEqual(
    (await files()).filter((name) => name.startsWith(id)),
    [`${id}-2.zip`],
  )
  const { bytes } = await download(done.url)
  assert.equal(createHash('sha256').update(bytes).digest('hex'), done.sha256)
  // One by the run before this test, one by the run that took over, none by the late one.
  const events = await owner("select from event where tenant_id = $1 and type = 'export.ready'", [tenant.id])
  assert.equal(events.length, 2)
})

test('An export that fails six times is FAILED, and another one can be started', async () => {
  const tenant = await createTenant(server)
  const id = (await start(tenant)).json.data.id
  await server.drain()
  await owner("update data_export set state = 'QUEUED', attempts = 0, touched_at = null where id = $1", [id])
  const job = await jobOf(tenant, id)
  await withStorage(
    {
      putStream: async () => {
        throw new Error('the disk is gone')
      },
    },
    async () => {
      for (let run = 1; run <= 5; run++) await assert.rejects(job(), /the disk is gone/)
      assert.equal((await look(tenant, id)).json.data.state, 'QUEUED')
      await job()
    },
  )
  const failed = (await look(tenant, id)).json.data
  assert.equal(failed.state, 'FAILED')
  assert.equal(failed.url, null)
  assert.equal((await exported(tenant)).state, 'DONE')
})

test('An export without progress for a day is FAILED, so that another one can be started', async () => {
  const tenant = await createTenant(server)
  const { id } = await exported(tenant)
  await owner("update data_export set state = 'QUEUED', touched_at = null where id = $1", [id])
  server.clock.advance(25 * 3600_000)
  await server.built.worker?.runCronJob('expire-exports')
  const [row] = await owner<{ state: string }>('select state from data_export where id = $1', [id])
  assert.equal(row?.state, 'FAILED')
})
