import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const world = async (): Promise<{ tenant: TestTenant; amenityId: string; buildingId: string }> => {
  const tenant = await createTenant(server)
  return { tenant, ...(await createPlace(server, tenant)) }
}

const revisionOf = (tenant: TestTenant): Promise<number> =>
  server.built.platform.revisions.of(tenant.id, 'tasks')

test('What a change takes back is not counted, and changes at once are counted all, in whatever slots', async () => {
  const { tenant } = await world()
  const before = await revisionOf(tenant)
  await tenant
    .inside(async (ctx) => {
      ctx.touch('tasks')
      throw new Error('Not after all')
    })
    .catch(() => {})
  await tenant.inside((ctx) =>
    ctx
      .attempt(async () => {
        ctx.touch('tasks')
        throw new Error('Not this part')
      })
      .catch(() => {}),
  )
  assert.equal(await revisionOf(tenant), before)
  await tenant.inside(async (ctx) => {
    ctx.touch('tasks')
    await ctx
      .attempt(async () => {
        throw new Error('What was said before holds')
      })
      .catch(() => {})
  })
  assert.equal(await revisionOf(tenant), before + 1)
  const titles = Array.from({ length: 20 }, (_, index) => `Task ${index}`)
  await Promise.all(titles.map((title) => makeTask(server, tenant.manager, { title })))
  assert.equal(await revisionOf(tenant), before + 21)
})

test('What visitors send, people who sign in, and what no list shows touch nothing', async () => {
  const { tenant, amenityId, buildingId } = await world()
  const { technician, admin } = tenant
  const { qrCode } = await createPlace(server, tenant, { name: 'Another' })
  const task = await makeTask(server, technician, { amenityId })
  const before = await revisionOf(tenant)
  const sent: [string, string, unknown, string?][] = [
    ['POST', '/api/feedback', { qrCode, rating: 4 }],
    ['POST', '/api/auth/refresh', { refreshToken: technician.refreshToken }],
    ['PATCH', '/api/auth/me', { theme: 'DARK' }, technician.token],
    ['POST', `/api/tasks/${task.id}/attachments`, { contentType: 'image/jpeg', size: 100 }, technician.token],
    ['POST', '/api/admin/locations', { buildingId, name: 'Cellar' }, admin.token],
  ]
  for (const [method, path, body, token] of sent) {
    const reply = await server.call(method, path, { body, ...(token ? { token } : {}) })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  }
  assert.equal(await revisionOf(tenant), before)
})

// The version before says nothing of its own: triggers count what it writes, and it reads `tenant_revision`.
test('An older instance beside this one sees what this one changes, and is seen whatever it writes', async () => {
  const { tenant, amenityId, buildingId } = await world()
  const task = await makeTask(server, tenant.manager, { amenityId })
  const older = new pg.Pool({
    connectionString: server.database.url,
    max: 1,
    options: '-c role=wellkept_app',
  })
  const seenByOlder = async (): Promise<number> => {
    const { rows } = await older.query<{ tenant_id: string; tasks: number }>(
      'select tenant_id, tasks from tenant_revision where tenant_id = any($1::uuid[])',
      [[tenant.id]],
    )
    return rows[0]?.tasks ?? 0
  }
  const inserted = (table: string, columns: string, values: string): string =>
    `insert into ${table} (tenant_id, id, created_at, ${columns}) values ($1, gen_random_uuid(), now(), ${values})`
  const upload = "'image/jpeg', 1, now()"
  const statements: [number, string][] = [
    [
      1,
      inserted(
        'task_note',
        'task_id, text, author_kind, author_id, author_name',
        `'${task.id}', 'x', 'USER', '', ''`,
      ),
    ],
    [1, "update task_note set text = 'y' where tenant_id = $1"],
    [1, 'delete from task_note where tenant_id = $1'],
    [
      1,
      inserted(
        'upload',
        'purpose, task_id, content_type, size, expires_at',
        `'TASK', '${task.id}', ${upload}`,
      ),
    ],
    [1, "update upload set kind = 'AFTER' where tenant_id = $1"],
    [1, 'update upload set task_id = null where tenant_id = $1'],
    [0, "update upload set kind = 'OTHER' where tenant_id = $1"],
    [1, `update upload set task_id = '${task.id}' where tenant_id = $1`],
    [1, 'delete from upload where tenant_id = $1'],
    [0, inserted('upload', 'purpose, content_type, size, expires_at', `'FEEDBACK', ${upload}`)],
    [1, 'update task set minutes_spent = 3 where tenant_id = $1'],
    [1, 'delete from task where tenant_id = $1'],
    [1, "update building set name = 'New' where tenant_id = $1"],
    [0, "update building set name = 'New' where tenant_id = $1"],
    [0, inserted('building', 'name, time_zone', "'Another', 'UTC'")],
    [1, "update amenity set name = 'New' where tenant_id = $1"],
    [1, "update amenity set type = 'ELEVATOR' where tenant_id = $1"],
    [0, "update amenity set state = 'DEGRADED' where tenant_id = $1"],
    [0, inserted('location', 'building_id, name, kind', `'${buildingId}', 'Ground', 'FLOOR'`)],
    [
      1,
      'update amenity a set location_id = l.id from location l where a.tenant_id = $1 and l.tenant_id = $1',
    ],
    [1, "update location set name = 'Level 0' where tenant_id = $1"],
    [1, 'update amenity set location_id = null where tenant_id = $1'],
    [1, 'delete from location where tenant_id = $1'],
    [1, "update amenity_type set categories = '[]' where tenant_id = $1 and code = 'ELEVATOR'"],
    [1, "delete from amenity_type where tenant_id = $1 and code <> 'ELEVATOR'"],
    [1, "update app_user set language = 'de' where tenant_id = $1"],
    [0, 'update app_user set last_sign_in_at = now() where tenant_id = $1'],
    [1, `update tenant set settings = '{"profile": {"locale": "de"}}' where id = $1`],
    [0, "update tenant set name = 'New' where id = $1"],
  ]
  try {
    for (const [expected, text] of statements) {
      const before = await revisionOf(tenant)
      await inTenant(older, tenant.id, 'write', ({ run }) => run(text, [tenant.id]))
      assert.equal((await revisionOf(tenant)) - before, expected, text)
    }
    const before = await seenByOlder()
    await makeTask(server, tenant.manager)
    assert.equal(await seenByOlder(), before + 1)
    assert.equal(await revisionOf(tenant), before + 1)
  } finally {
    await older.end()
  }
})

test('The role of requests raises numbers of its own tenant only, and takes none away', async () => {
  const { tenant } = await world()
  const theirs = (await world()).tenant
  await makeTask(server, theirs.manager)
  const before = await revisionOf(theirs)
  const raise = "insert into list_revision (tenant_id, list, slot, n) values ($1, 'tasks', 99, 1)"
  await assert.rejects(
    tenant.inside((ctx) => ctx.run(raise, [theirs.id])),
    /row-level security/,
  )
  await tenant.inside((ctx) => ctx.run('update list_revision set n = 0 where tenant_id = $1', [theirs.id]))
  assert.equal(await revisionOf(theirs), before)
  await assert.rejects(
    tenant.inside((ctx) => ctx.run('delete from list_revision where tenant_id = $1', [tenant.id])),
    /permission denied/,
  )
})
