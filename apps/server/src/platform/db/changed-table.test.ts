import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false, own: true })

test('A running version keeps working while a migration adds or drops a column of a table that it uses', async () => {
  const { manager } = await createTenant(server)
  const { id } = await makeTask(server, manager)
  const moves = async (): Promise<number[]> => {
    const statuses = new Set<number>()
    for (let turn = 0; turn < 6; turn++) {
      // Prepares the statements on several connections.
      const replies = await Promise.all(
        ['IN_PROGRESS', 'OPEN', 'IN_PROGRESS'].map((status) => move(server, manager, id, { status })),
      )
      for (const { status } of replies) statuses.add(status)
    }
    return [...statuses]
  }
  assert.deepEqual(await moves(), [200])
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  await owner.query('alter table task add column of_the_next_version text')
  assert.deepEqual(await moves(), [200])
  await owner.query('alter table task drop column of_the_next_version')
  assert.deepEqual(await moves(), [200])
  await owner.end()
})
