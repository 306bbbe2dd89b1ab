import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { issueCode } from '#server/platform/codes.ts'
import { eraseTenant } from '#server/platform/erase-tenant.ts'
import { signRealmToken, signToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { sealState } from '#server/platform/sealed-states.ts'
import { endSessions } from '#server/platform/sessions.ts'
import { startTestServer } from '../server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '../world.ts'
import probe, { signatureOf, subjectTable } from './module.ts'

interface Tokens {
  accessToken: string
  refreshToken: string
}

const server = await startTestServer({ moreModules: [probe] })

const withOwner = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  await client.query(text)
  await client.end()
}

await withOwner(subjectTable)
const tenant = await createTenant(server)

/** Tables of which a row, as text, has this in it. */
const rowsNaming = async (text: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(
      `select 1 from "${name}" r where r::text like '%' || $1 || '%' limit 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  await client.end()
  return found
}

const addProbe = async (of: TestTenant): Promise<string> => {
  const id = newId(Date.now())
  await of.inside((ctx) =>
    ctx.run('insert into probe (tenant_id, id, name, active) values ($1, $2, $3, true)', [
      of.id,
      id,
      'Probe',
    ]),
  )
  return id
}

const codeFor = (of: TestTenant, subjectId: string): Promise<string> =>
  of.inside((ctx) => issueCode(ctx, { kind: 'scout', subjectId, length: 10, ttlMs: 3600_000 }))

const activate = (code: string, deviceKey = 'device-1') =>
  server.call<Tokens>('POST', '/api/probe/activate', { body: { code, deviceKey } })

const signIn = async (of: TestTenant): Promise<Tokens & { id: string }> => {
  const id = await addProbe(of)
  return { ...(await activate(await codeFor(of, id))).json.data, id }
}

const me = (token: string) => server.call<{ id: string }>('GET', '/api/probe/me', { token })

describe('A realm of callers who are not staff', () => {
  test('A code opens a session once, and again within 15 minutes for the same device only', async () => {
    const code = await codeFor(tenant, await addProbe(tenant))
    const typed = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `
    assert.equal((await activate(typed)).status, 200)
    assert.equal((await activate(code)).status, 200, 'the answer may have been lost')
    assert.equal((await activate(code, 'device-2')).status, 401)
    server.clock.advance(16 * 60_000)
    assert.equal((await activate(code)).status, 401)
  })

  test('A new code replaces the previous one, and an expired one does not work', async () => {
    const id = await addProbe(tenant)
    const former = await codeFor(tenant, id)
    const code = await codeFor(tenant, id)
    assert.equal((await activate(former)).status, 401)
    server.clock.advance(3600_000 + 1)
    assert.equal((await activate(code)).status, 401)
  })

  test('A token of one kind is 401 everywhere else', async () => {
    const { accessToken, refreshToken, id } = await signIn(tenant)
    assert.equal((await me(accessToken)).json.data.id, id)
    assert.equal((await me(refreshToken)).status, 401)
    assert.equal((await me(tenant.admin.token)).status, 401)
    assert.equal((await server.call('GET', '/api/tasks', { token: accessToken })).status, 401)
    assert.equal((await server.call('GET', '/api/auth/me', { token: accessToken })).status, 401)
    const { keys } = server.built.platform
    const claims = { subjectId: id, sessionId: newId(Date.now()), tokenId: newId(Date.now()) }
    const now = server.clock.now()
    for (const token of [
      await signRealmToken(keys, 'arena', { ...claims, tenantId: tenant.id }, now),
      await signRealmToken(keys, 'super_admin', { ...claims, tenantId: null }, now),
      await signToken(keys, 'access', { ...claims, userId: id, tenantId: tenant.id, roles: ['ADMIN'] }, now),
    ])
      assert.equal((await me(token)).status, 401)
  })

  test('Two credentials in one request are refused', async () => {
    const { accessToken } = await signIn(tenant)
    const { status } = await server.call('GET', '/api/probe/me', { token: accessToken, key: 'wk_live_x' })
    assert.equal(status, 401)
  })

  test('A refresh token works once, and its late reuse after another rotation is refused', async () => {
    const first = await signIn(tenant)
    const refresh = (refreshToken: string) =>
      server.call<Tokens>('POST', '/api/probe/refresh', { body: { refreshToken } })
    const second = (await refresh(first.refreshToken)).json.data
    assert.equal((await me(second.accessToken)).status, 200)
    assert.equal((await refresh(first.refreshToken)).status, 401)
    assert.equal((await refresh(second.refreshToken)).status, 200)
  })

  test('A subject that is disabled, or whose sessions were ended, is 401 immediately', async () => {
    const { accessToken, refreshToken, id } = await signIn(tenant)
    assert.equal((await me(accessToken)).status, 200)
    await tenant.inside((ctx) => endSessions(ctx, { kind: 'SCOUT', subjectId: id }))
    assert.equal((await me(accessToken)).status, 401)
    const { status } = await server.call('POST', '/api/probe/refresh', { body: { refreshToken } })
    assert.equal(status, 401)
  })

  test('A session of one tenant has no access to a subject of another', async () => {
    const other = await createTenant(server)
    const { id } = await signIn(tenant)
    const { keys } = server.built.platform
    const forged = await signRealmToken(
      keys,
      'scout',
      { subjectId: id, tenantId: other.id, sessionId: newId(Date.now()), tokenId: newId(Date.now()) },
      server.clock.now(),
    )
    assert.equal((await me(forged)).status, 401)
  })

  test('A write with an Idempotency-Key has one effect', async () => {
    const { accessToken } = await signIn(tenant)
    const rename = () =>
      server.call<{ calls: number }>('POST', '/api/probe/me', {
        token: accessToken,
        body: { name: 'Other' },
        headers: { 'idempotency-key': 'one' },
      })
    assert.equal((await rename()).json.data.calls, 1)
    const again = await rename()
    assert.equal(again.json.data.calls, 1)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

  test('If the tenant is read-only, writes of a realm are FORBIDDEN and reads work', async () => {
    const suspended = await createTenant(server)
    const { accessToken } = await signIn(suspended)
    await suspended.inside((ctx) =>
      ctx.run("update tenant set state = 'SUSPENDED' where id = $1", [suspended.id]),
    )
    server.built.platform.tenantChanged(suspended.id)
    assert.equal((await me(accessToken)).status, 200)
    const { json } = await server.call('POST', '/api/probe/me', {
      token: accessToken,
      body: { name: 'Other' },
    })
    assert.equal(json.code, 'FORBIDDEN')
  })

  test('A sealed state is accepted once, within ten minutes, for its kind only', async () => {
    const { keys } = server.built.platform
    const claims = { tenantId: tenant.id, userId: tenant.admin.id, sessionId: newId(Date.now()) }
    const go = (state: string) => server.call('GET', `/api/probe/go?state=${encodeURIComponent(state)}`)
    const state = sealState(keys, 'slack-install', claims, server.clock.now())
    const first = await go(state)
    assert.equal(first.status, 302)
    assert.equal(first.headers.get('location'), `https://provider.example/?tenant=${tenant.id}`)
    assert.match(first.headers.get('set-cookie') ?? '', /^probe=1/)
    assert.equal((await go(state)).status, 401)
    assert.equal((await go(sealState(keys, 'slack-link', claims, server.clock.now()))).status, 401)
    const old = sealState(keys, 'slack-install', claims, new Date(server.clock.now().getTime() - 10 * 60_000))
    assert.equal((await go(old)).status, 401)
  })

  test('A signed callback counts once, and only its signed bytes are parsed', async () => {
    const body = JSON.stringify({ id: `evt_${newId(Date.now())}`, tenantId: tenant.id, type: 'probe' })
    const send = (text: string, signature?: string) =>
      server.call<never>('POST', '/api/probe/events', {
        body: text,
        headers: signature ? { 'stripe-signature': signature } : {},
      })
    const first = await send(body, signatureOf(body))
    assert.equal(first.text, '{"fresh":true}', 'without the envelope')
    assert.equal((await send(body, signatureOf(body))).text, '{"fresh":false}')
    assert.equal((await send(`${body} `, signatureOf(body))).status, 401)
    assert.equal((await send(body)).status, 401)
    assert.equal((await send('{', signatureOf('{'))).status, 400)
    assert.equal((await send(body, tenant.admin.token)).status, 401)
  })

  const push = (token: string, operations: object[], sentAt?: string) =>
    server.call<{ results: { outcome: string; id: string | null }[] }>(
      'POST',
      `/api/probe/push${sentAt ? `?sentAt=${encodeURIComponent(sentAt)}` : ''}`,
      { token, body: { operations } },
    )

  test('Operations of an outbox run in order, each once by its clientId, and a refused one rolls back only itself', async () => {
    const own = await createTenant(server)
    const { accessToken } = await signIn(own)
    const at = server.clock.now().toISOString()
    const operation = (clientId: string, name: string) => ({ clientId, at, name })
    const sent = [
      operation('a', 'one'),
      operation('b', 'refused'),
      operation('c', 'two'),
      operation('a', 'one'),
    ]
    const { results } = (await push(accessToken, sent)).json.data
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['APPLIED', 'REJECTED', 'APPLIED', 'DUPLICATE'],
    )
    assert.equal(results[3]?.id, results[0]?.id, 'a duplicate names what the first one created')
    const again = (await push(accessToken, [operation('b', 'mended'), operation('c', 'two')])).json.data
      .results
    assert.deepEqual(
      again.map(({ outcome }) => outcome),
      ['APPLIED', 'DUPLICATE'],
    )
    const names = await own.inside((ctx) =>
      ctx.run<{ name: string }>('select name from probe_note where tenant_id = $1 order by id', [own.id]),
    )
    assert.deepEqual(
      names.map(({ name }) => name),
      ['one', 'two', 'mended'],
    )
  })

  test('Reported times are corrected by sentAt', async () => {
    const own = await createTenant(server)
    const { accessToken } = await signIn(own)
    const wrong = (minutes: number) =>
      new Date(server.clock.now().getTime() + (600 + minutes) * 60_000).toISOString()
    await push(accessToken, [{ clientId: 'a', at: wrong(-5), name: 'one' }], wrong(0))
    const [note] = await own.inside((ctx) =>
      ctx.run<{ done_at: Date }>('select done_at from probe_note where tenant_id = $1', [own.id]),
    )
    const ago = server.clock.now().getTime() - (note?.done_at.getTime() ?? 0)
    assert.ok(Math.abs(ago - 5 * 60_000) < 30_000, `${ago} ms`)
  })

  test('Changes since a cursor are paged without a gap; an old or foreign cursor resets', async () => {
    const own = await createTenant(server)
    const { accessToken } = await signIn(own)
    const read = async (cursor?: string, token = accessToken) =>
      (
        await server.call<{ names: string[]; cursor: string; more: boolean; reset: boolean }>(
          'GET',
          `/api/probe/changes${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
          { token },
        )
      ).json.data
    const first = await read()
    const names = ['1', '2', '3', '4', '5', '6', '7']
    await push(
      accessToken,
      names.map((name) => ({ clientId: name, at: server.clock.now().toISOString(), name })),
    )
    const seen: string[] = []
    let page = await read(first.cursor)
    for (;;) {
      seen.push(...page.names)
      if (!page.more) break
      page = await read(page.cursor)
    }
    assert.deepEqual(seen, names)
    assert.deepEqual((await read(page.cursor)).names.length > 0, true, 'the last minute is read again')
    const other = await signIn(own)
    assert.equal((await read(page.cursor, other.accessToken)).reset, true)
    assert.equal(
      (await server.call('GET', '/api/probe/changes?cursor=x', { token: accessToken })).status,
      400,
    )
    server.clock.advance(31 * 86_400_000)
    const fresh = await signIn(own)
    const old = await read(page.cursor, fresh.accessToken)
    assert.equal(old.reset, true)
  })

  test('A disabled feature is FORBIDDEN within a second; a flag of the tenant precedes one of its plan, which precedes the global one', async () => {
    const own = await createTenant(server)
    const { accessToken } = await signIn(own)
    const status = async () => (await push(accessToken, [])).status
    const set = async (row: { everywhere: boolean | null; plans?: object; tenants?: object }) => {
      await server.built.platform.databases.app.query(
        `insert into feature_flag (key, everywhere, plans, tenants, updated_at) values ('SCOUT', $1, $2, $3, now())
         on conflict (key) do update set everywhere = $1, plans = $2, tenants = $3`,
        [row.everywhere, JSON.stringify(row.plans ?? {}), JSON.stringify(row.tenants ?? {})],
      )
      await server.built.platform.flags.poll()
      return status()
    }
    assert.equal(await status(), 200)
    assert.equal(await set({ everywhere: false }), 403)
    assert.equal(await set({ everywhere: false, plans: { ENTERPRISE: true } }), 200)
    assert.equal(
      await set({ everywhere: true, plans: { ENTERPRISE: true }, tenants: { [own.id]: false } }),
      403,
    )
    assert.equal(await set({ everywhere: null }), 200)
  })

  test('An override of a limit applies until its end, without a job', async () => {
    const own = await createTenant(server, { plan: 'TRIAL' })
    const until = new Date(server.clock.now().getTime() + 3600_000).toISOString()
    const create = (name: string) =>
      server.call('POST', '/api/admin/buildings', { token: own.admin.token, body: { name } })
    const statuses = async (names: string[]) => {
      const found: number[] = []
      for (const name of names) found.push((await create(name)).status)
      return found
    }
    assert.deepEqual(await statuses(['1', '2', '3', '4']), [201, 201, 201, 403])
    await own.inside((ctx) =>
      ctx.run('update tenant set limit_overrides = $2 where id = $1', [
        own.id,
        JSON.stringify([{ limit: 'buildings', value: 4, until, reason: 'a pilot' }]),
      ]),
    )
    assert.deepEqual(await statuses(['4', '5']), [201, 403])
    server.clock.advance(3600_001)
    const { json } = await server.call('POST', '/api/admin/buildings', {
      token: (await own.person(['ADMIN'])).token,
      body: { name: '6' },
    })
    assert.equal(json.code, 'PLAN_LIMIT_REACHED')
  })

  test('An erased tenant leaves only its own row and its id among the erasures, no file, and no access', async () => {
    const own = await createTenant(server)
    const kept = await createTenant(server)
    const { platform } = server.built
    const { accessToken } = await signIn(own)
    const place = await createPlace(server, own)
    await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 1, comment: 'a marked text of 7141' },
    })
    await platform.storage.put(`photos/${own.id}/marked.jpg`, Buffer.from('x'), 'image/jpeg')
    await platform.storage.put(`photos/${kept.id}/kept.jpg`, Buffer.from('x'), 'image/jpeg')
    await server.drain()
    await createKey(server, own, 'read')
    const before = await rowsNaming(own.id)
    await assert.rejects(eraseTenant(platform, own.id), /not closing/)
    assert.deepEqual(await rowsNaming(own.id), before, 'of a tenant that is not closing nothing goes')
    await own.inside((ctx) => ctx.run("update tenant set state = 'CLOSING' where id = $1", [own.id]))
    const erased = await eraseTenant(platform, own.id)
    assert.ok(erased.rows > 20, `${erased.rows} rows`)
    assert.equal(erased.files, 1)
    assert.equal(await platform.storage.get(`photos/${own.id}/marked.jpg`), undefined)
    assert.ok(await platform.storage.get(`photos/${kept.id}/kept.jpg`))
    const left = await rowsNaming(own.id)
    // The list of erasures is what a restored backup is erased by again.
    assert.deepEqual(left, ['erasure', 'tenant'])
    assert.deepEqual(await rowsNaming('a marked text of 7141'), [])
    assert.equal((await me(accessToken)).status, 401)
    assert.equal((await server.call('GET', '/api/tasks', { token: own.admin.token })).status, 401)
    assert.equal((await server.call('GET', `/api/feedback/amenity/${place.qrCode}`)).status, 404)
    assert.equal((await server.call('GET', '/api/tasks', { token: kept.admin.token })).status, 200)
  })
})
