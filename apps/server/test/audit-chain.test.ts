/** The chain in the database: written concurrently, tampered with by a superuser, verified by the command line. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { chainOldEntries } from '#server/platform/audit/append.ts'
import { forgetOldEntries } from '#server/platform/audit/forget.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import type { Platform } from '#server/platform/context.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { runCommand } from './faults/commands.ts'
import { startTestServer } from './server.ts'
import { createTenant, type TestTenant } from './world.ts'

const server = await startTestServer({ worker: false, own: true })
const { platform } = server.built
const superuser = new pg.Client({ connectionString: server.database.url })
// The database is dropped before this connection closes.
superuser.on('error', () => {})
before(() => superuser.connect())
after(() => superuser.end())

const write = (tenant: TestTenant, name: string) =>
  server.call('POST', '/api/admin/buildings', { token: tenant.admin.token, body: { name } })

/** Writes entries without requests. */
const fill = (tenant: TestTenant, count: number, at = server.clock.now()) =>
  tenant.inside(async (ctx) => {
    for (let n = 0; n < count; n++)
      recordAudit(
        { ...ctx, now: new Date(at.getTime() + n) },
        {
          action: n % 2 ? 'admin.updateBuilding' : 'admin.updateUser',
          target: newId(at.getTime()),
          targetName: 'Somebody',
          fields: ['name'],
          changes: [{ field: 'name', from: `${n}`, to: 'Another' }],
          actor: { kind: 'USER', id: tenant.admin.id, name: tenant.admin.name },
        },
      )
  })

const seqs = async (tenant: TestTenant): Promise<number[]> =>
  (
    await superuser.query<{ seq: number }>('select seq from audit_entry where tenant_id = $1 order by seq', [
      tenant.id,
    ])
  ).rows.map(({ seq }) => seq)

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const breaksOf = async (tenant: TestTenant, on: Platform = platform) =>
  (await verifyChain(on, tenant.id)).breaks

const cli = async (
  args: readonly string[],
  secret = platform.config.secret,
): Promise<{ code: number; output: string }> => {
  const { code, stdout, stderr } = await runCommand(['audit', 'verify', ...args], {
    cwd: server.dataDir,
    env: {
      DATABASE_URL: server.database.url,
      DATA_DIR: server.dataDir,
      SECRET: secret,
      BASE_URL: 'http://localhost:3000',
    },
  })
  return { code, output: stdout + stderr }
}

test('50 writes at the same time leave a chain without gaps', async () => {
  const tenant = await createTenant(server)
  const replies = await Promise.all(upTo(50).map((n) => write(tenant, `Building ${n}`)))
  assert.ok(replies.every(({ status }) => status === 201))
  assert.deepEqual(await seqs(tenant), upTo(50))
  assert.deepEqual(await verifyChain(platform, tenant.id).then(({ entries, breaks }) => [entries, breaks]), [
    50,
    [],
  ])
})

test('A rolled back transaction or savepoint leaves no entry', async () => {
  const tenant = await createTenant(server)
  const actor = { kind: 'USER', id: tenant.admin.id, name: 'Admin' } as const
  const record = (action: string) => ({ action, target: null, fields: [], actor })
  await assert.rejects(
    tenant.inside(async (ctx) => {
      recordAudit(ctx, record('a.whole'))
      throw new Error('no')
    }),
  )
  await tenant.inside(async (ctx) => {
    recordAudit(ctx, record('a.first'))
    await ctx
      .attempt(async () => {
        recordAudit(ctx, record('a.undone'))
        throw new Error('no')
      })
      .catch(() => {})
    await ctx.attempt(async () => recordAudit(ctx, record('a.second')))
  })
  const { rows } = await superuser.query(
    'select seq, action from audit_entry where tenant_id = $1 order by seq',
    [tenant.id],
  )
  assert.deepEqual(rows, [
    { seq: 1, action: 'a.first' },
    { seq: 2, action: 'a.second' },
  ])
  assert.deepEqual(await breaksOf(tenant), [])
})

test('People and keys are actors, visitors are not', async () => {
  const tenant = await createTenant(server)
  const made = await server.call<{ id: string; key: string }>('POST', '/api/admin/api-keys', {
    token: tenant.admin.token,
    body: { name: 'Importer', scopes: ['write'] },
  })
  const { id, key } = made.json.data
  const built = await server.call('POST', '/api/admin/buildings', {
    body: { name: 'By a key' },
    headers: { 'x-api-key': key },
  })
  assert.equal(built.status, 201, built.text)
  const log = await server.call<{ actor: unknown; source: string; action: string }[]>(
    'GET',
    '/api/admin/audit-log',
    { token: tenant.admin.token },
  )
  assert.deepEqual(
    log.json.data.map(({ actor, source, action }) => [actor, source, action]),
    [
      [{ id, name: 'Importer', kind: 'KEY' }, 'API', 'admin.createBuilding'],
      [{ id: tenant.admin.id, name: tenant.admin.name, kind: 'USER' }, 'node', 'admin.createApiKey'],
    ],
  )
  assert.ok(!log.text.includes(key))
  const visitor = { kind: 'VISITOR', id: 'x', name: 'Visitor' } as const
  await assert.rejects(
    tenant.inside(async (ctx) =>
      recordAudit({ ...ctx, actor: visitor }, { action: 'a.b', target: null, fields: [] }),
    ),
    /not visitors/,
  )
})

test('The role of requests cannot change, delete or renumber entries, nor remove the ends of the chain', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  await fill(tenant, 3)
  await fill(other, 3)
  const refused = (text: string, values: unknown[] = [tenant.id]) =>
    assert.rejects(
      tenant.inside(({ run }) => run(text, values)),
      /permission denied/,
      text,
    )
  await refused('delete from audit_entry where tenant_id = $1')
  for (const column of ['actor_name', 'hash', 'seq', 'action'])
    await refused(`update audit_entry set ${column} = null where tenant_id = $1`)
  await refused('delete from audit_head where tenant_id = $1')
  await refused('truncate audit_entry', [])
  await refused('alter table audit_entry disable row level security', []).catch(() =>
    assert.rejects(
      tenant.inside(({ run }) => run('alter table audit_entry disable row level security', [])),
      /owner/,
    ),
  )
  const state = async () =>
    JSON.stringify((await superuser.query('select * from audit_entry order by tenant_id, seq')).rows)
  const untouched = await state()
  const { rows } = await superuser.query<{ ids: string[] }>(
    'select array_agg(id) as ids from audit_entry where tenant_id = any($1::uuid[])',
    [[tenant.id, other.id]],
  )
  const ids = rows[0]?.ids ?? []
  await tenant.inside(async ({ run }) => {
    // Chained entries keep their number and young ones stay, whatever arguments the function gets.
    await run('select adopt_audit_entries($1::uuid[], $2::bigint[], $3::bytea[])', [
      ids,
      ids.map((_, index) => index + 50),
      ids.map(() => Buffer.alloc(32)),
    ])
    assert.deepEqual(
      await run('select * from forget_audit_entries($1, 1000)', [new Date(Date.now() + 9e11)]),
      [],
    )
  })
  assert.equal(await state(), untouched)
})

test('Edits, deletions, swaps and insertions by a superuser are found, also by `wellkept audit verify`', async () => {
  const tenant = await createTenant(server)
  await fill(tenant, 40)
  const { slug } = (await superuser.query('select slug from tenant where id = $1', [tenant.id])).rows[0]
  await superuser.query(
    `create temp table kept as select * from audit_entry where tenant_id = '${tenant.id}'`,
  )
  await superuser.query(
    `create temp table kept_head as select * from audit_head where tenant_id = '${tenant.id}'`,
  )
  const restore = async () => {
    await superuser.query(`delete from audit_entry where tenant_id = '${tenant.id}';
      insert into audit_entry select * from kept;
      delete from audit_head where tenant_id = '${tenant.id}';
      insert into audit_head select * from kept_head`)
  }
  const mine = `tenant_id = '${tenant.id}'`
  const tamperings: readonly (readonly [string, string])[] = [
    ['CHANGED', `update audit_entry set action = 'x.y' where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set at = at + interval '1 microsecond' where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set at = 'infinity' where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set actor_id = 'x' where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set fields = '{}' where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set source = 'API' where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set target = null where ${mine} and seq = 7`],
    ['CHANGED', `update audit_entry set changes = '[]' where ${mine} and seq = 7`],
    [
      'CHANGED',
      `update audit_entry e set changes = o.changes, changes_mac = o.changes_mac from audit_entry o
       where e.${mine} and e.seq = 7 and o.${mine} and o.seq = 3`,
    ],
    ['MISSING', `delete from audit_entry where ${mine} and seq = 7`],
    ['MISSING', `delete from audit_entry where ${mine} and seq >= 7`],
    [
      'CHANGED',
      `update audit_entry set seq = -seq where ${mine} and seq in (7, 8);
       update audit_entry set seq = 15 + seq where ${mine} and seq in (-7, -8)`,
    ],
    [
      'CHANGED',
      `update audit_entry set seq = -seq where ${mine} and seq >= 7;
       update audit_entry set seq = 1 - seq where ${mine} and seq < 0;
       insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, request_id, fields, seq, hash)
         select tenant_id, gen_random_uuid(), at, actor_kind, actor_id, actor_name, action, request_id, fields, 7, hash from audit_entry where ${mine} and seq = 6;
       update audit_head set seq = seq + 1 where ${mine}`,
    ],
    [
      'ADDED',
      `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, request_id, fields, seq, hash)
         select tenant_id, gen_random_uuid(), at, actor_kind, actor_id, actor_name, action, request_id, fields, 9007199254740993, hash from audit_entry where ${mine} and seq = 6 returning 1`,
    ],
    [
      'ENDS',
      `delete from audit_entry where ${mine} and seq > 30;
       update audit_head set seq = 30, hash = (select hash from audit_entry where ${mine} and seq = 30) where ${mine}`,
    ],
    [
      'ENDS',
      `update audit_head set first_seq = 5, first_hash = (select hash from audit_entry where ${mine} and seq = 5) where ${mine};
       delete from audit_entry where ${mine} and seq <= 5`,
    ],
    ['ENDS', `delete from audit_head where ${mine}`],
    ['KEY', `update audit_head set key = 'xyz' where ${mine}`],
  ]
  for (const [kind, statement] of tamperings) {
    await superuser.query(statement)
    const breaks = await breaksOf(tenant)
    assert.ok(
      breaks.some((found) => found.kind === kind),
      `${statement}: ${JSON.stringify(breaks)}`,
    )
    // After any tampering people can go on working; the break remains visible.
    assert.equal((await write(tenant, 'Goes on')).status, 201, statement)
    assert.ok((await breaksOf(tenant)).length > 0, statement)
    await restore()
    assert.deepEqual(await breaksOf(tenant), [])
  }
  const good = await cli(['--tenant', slug])
  assert.equal(good.code, 0, good.output)
  assert.match(good.output, new RegExp(`^ok  ${slug}: 40 entries since 20\\d\\d-\\d\\d-\\d\\d$`, 'm'))
  await superuser.query(
    `update audit_entry set action = 'x' where ${mine} and seq in (3, 20, 21); delete from audit_entry where ${mine} and seq in (30, 31)`,
  )
  const bad = await cli([])
  assert.equal(bad.code, 1)
  assert.match(bad.output, new RegExp(`^BAD ${slug}: 38 entries`, 'm'))
  const named = [...bad.output.matchAll(/^ {4}entry (\d+)/gm)].map(([, seq]) => Number(seq))
  assert.deepEqual(named, [3, 20, 30])
  assert.match((await cli(['--tenant', 'nobody'])).output, /There is no tenant "nobody"/)
  await restore()
  await superuser.query('drop table kept, kept_head')
})

test('Erasing a name does not break the chain', async () => {
  const tenant = await createTenant(server)
  await fill(tenant, 5)
  await superuser.query("update audit_entry set actor_name = '', target_name = '' where tenant_id = $1", [
    tenant.id,
  ])
  assert.deepEqual(await breaksOf(tenant), [])
})

test('Entries older than the chain are chained by the first write or verification, once, and the log says so', async () => {
  for (const first of ['write', 'verify', 'schedule']) {
    const tenant = await createTenant(server)
    // As an older version wrote them.
    await superuser.query('alter table audit_entry drop constraint audit_entry_chained')
    await superuser.query(
      `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target, request_id, fields)
       select $1, gen_random_uuid(), now() - n * interval '1 hour', 'USER', $2, 'Ada', 'admin.updateUser', 't' || n, 'r', '{name}' from generate_series(1, 2500) n returning 1`,
      [tenant.id, tenant.admin.id],
    )
    await superuser.query(
      'alter table audit_entry add constraint audit_entry_chained check (seq is not null and hash is not null) not valid',
    )
    const list = () =>
      server.call<{ action: string; target: string }[]>(
        'GET',
        `/api/admin/audit-log?actor=${tenant.admin.id}&action=admin.updateUser&sort=at`,
        { token: tenant.admin.token },
      )
    assert.equal((await list()).json.total, 0)
    if (first === 'write') assert.equal((await write(tenant, 'First')).status, 201)
    else if (first === 'schedule') await tenant.inside(chainOldEntries)
    const { breaks, entries } = await verifyChain(platform, tenant.id)
    assert.deepEqual(breaks, [])
    assert.equal(entries, first === 'write' ? 2502 : 2501)
    const { json } = await list()
    assert.equal(json.total, 2500)
    assert.equal(json.data[0]?.target, 't2500', 'in the order of time')
    const { rows } = await superuser.query(
      "select seq, target from audit_entry where tenant_id = $1 and action = 'audit.chainStarted'",
      [tenant.id],
    )
    assert.deepEqual(rows, [{ seq: 2501, target: '2500' }])
  }
})

test('A half chained entry that was inserted before the chain existed is named, and chaining it is not retried', async () => {
  const tenant = await createTenant(server)
  await superuser.query('alter table audit_entry drop constraint audit_entry_chained')
  await superuser.query(
    `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target, request_id, fields, hash)
     select $1, gen_random_uuid(), now(), 'USER', $2, 'Ada', 'admin.updateUser', 't', 'r', '{name}', '\\x00' returning 1`,
    [tenant.id, tenant.admin.id],
  )
  await superuser.query(
    'alter table audit_entry add constraint audit_entry_chained check (seq is not null and hash is not null) not valid',
  )
  assert.equal((await write(tenant, 'First')).status, 201)
  assert.deepEqual(
    (await breaksOf(tenant)).map(({ kind, seq }) => ({ kind, seq })),
    [{ kind: 'ADDED', seq: undefined }],
  )
})

test('The chain remains valid after a change of SECRET; if the old one is lost that is reported, and changes still work', async () => {
  const [kept, lost] = [await createTenant(server), await createTenant(server)]
  await fill(kept, 4)
  await fill(lost, 4)
  const [old, next] = [platform.config.secret, 'another-secret-of-sufficient-length-012345']
  const both: Platform = { ...platform, keys: deriveKeys(`${next},${old}`) }
  const after: Platform = { ...platform, keys: deriveKeys(next) }
  assert.deepEqual(await breaksOf(kept, both), [])
  await tenantContextFor(both, kept.id, 'retention', newId(Date.now()))(forgetOldEntries)
  assert.deepEqual(await breaksOf(kept, after), [])
  assert.equal((await breaksOf(lost, after))[0]?.kind, 'KEY')
  await tenantContextFor(
    after,
    lost.id,
    'test',
    newId(Date.now()),
  )(async (ctx) => {
    recordAudit(ctx, { action: 'a.b', target: null, fields: [] })
  })
  assert.deepEqual(await seqs(lost), [1, 2, 3, 4, 6])
  const [first] = await breaksOf(lost, after)
  assert.deepEqual([first?.kind, first?.seq], ['CHANGED', 1])
})
