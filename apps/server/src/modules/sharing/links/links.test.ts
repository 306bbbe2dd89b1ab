import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import type { NewShareLink, ShareAccess, ShareLink, ShareLinkDetail } from '#contracts/sharing/links.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { openStage, viewOf } from '../testing/stage.ts'

const server = await startTestServer({ worker: false })
const { create, created, visit, unlock } = openStage(server)

const day = 86_400_000
const at = '/api/sharing/links'
const call = <T = unknown>(tenant: TestTenant, method: string, path: string, body?: unknown, headers = {}) =>
  server.call<T>(method, path, { token: tenant.admin.token, body, headers })
const read = async (tenant: TestTenant, id: string) =>
  (await call<ShareLinkDetail>(tenant, 'GET', `${at}/${id}`)).json.data

test('A link is created with comments and photos hidden and expires after 30 days, and its address is shown once', async () => {
  const tenant = await createTenant(server)
  const before = Date.now()
  const link = await created(tenant)
  assert.match(link.token, /^[\w-]{43}$/)
  assert.equal(link.url, `http://localhost:3000/s/${link.token}`)
  assert.equal(link.state, 'ACTIVE')
  assert.deepEqual(link.redaction, { comments: true, photos: true })
  assert.deepEqual([link.hasPassword, link.allowedOrigins, link.maxViews, link.views], [false, [], null, 0])
  const days = (new Date(link.expiresAt ?? '').getTime() - before) / day
  assert.ok(days > 29.9 && days < 30.1, String(days))
  const others = [await call(tenant, 'GET', at), await call(tenant, 'GET', `${at}/${link.id}`)]
  for (const { text } of others) assert.ok(!text.includes(link.token))
  const rows = await tenant.inside(({ run }) =>
    run<{ row: string }>(
      `select l::text as row from share_link l where tenant_id = $1
       union all select d::text from share_link_directory d where tenant_id = $1`,
      [tenant.id],
    ),
  )
  assert.equal(rows.length, 2)
  for (const { row } of rows) assert.ok(!row.includes(link.token), row)
})

test('A SCREEN does not expire unless stated otherwise', async () => {
  const tenant = await createTenant(server)
  assert.equal((await created(tenant, { kind: 'SCREEN' })).expiresAt, null)
  const told = await created(tenant, { kind: 'SCREEN', expiresAt: new Date(Date.now() + day).toISOString() })
  assert.ok(told.expiresAt)
})

test('An invalid link is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  const past = new Date(Date.now() - 1000).toISOString()
  for (const wrong of [
    { kind: 'POSTER' },
    { name: '' },
    { name: 'two\nlines' },
    { expiresAt: past },
    { expiresAt: new Date(Date.now() + 4000 * day).toISOString() },
    { password: 'short' },
    { maxViews: 0 },
    { maxViews: 1.5 },
    { scope: { categories: ['NO_PAPER'] } },
    { scope: { types: ['NO_SUCH_TYPE'] } },
    { scope: { buildingIds: ['x'] } },
    { kind: 'STATUS_BOARD', contents: ['OVERVIEW'] },
    { contents: [] },
    { contents: ['OVERVIEW', 'OVERVIEW'] },
    ...[
      'http://intranet.example.com',
      'https://intranet.example.com/',
      'https://intranet.example.com/page',
      'https://intranet.example.com:443',
      'https://user@intranet.example.com',
      "https://intranet.example.com; script-src 'unsafe-inline'",
      'https://*.example.com',
      'https://INTRANET.example.com',
      '*',
      'null',
      'javascript:alert(1)',
    ].map((origin) => ({ allowedOrigins: [origin] })),
  ]) {
    const reply = await create(tenant, wrong)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', `${JSON.stringify(wrong)}: ${reply.text}`)
  }
  assert.equal((await call(tenant, 'GET', at)).json.total, 0)
})

test('A building or a location of another tenant in a scope is NOT_FOUND', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const { buildingId } = await createPlace(server, theirs)
  for (const scope of [{ buildingIds: [buildingId] }, { locationIds: [buildingId] }])
    assert.equal((await create(mine, { scope })).json.code, 'NOT_FOUND')
  const link = await created(mine)
  const changed = await call(mine, 'PATCH', `${at}/${link.id}`, { scope: { buildingIds: [buildingId] } })
  assert.equal(changed.json.code, 'NOT_FOUND')
})

test('An archived building in a link’s scope prevents neither changing the scope nor removing it', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const [gone, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const foreign = await createPlace(server, other)
  const { id } = await created(tenant, { scope: { buildingIds: [gone.buildingId] } })
  await tenant.inside(({ run }) =>
    run('update building set archived_at = now() where tenant_id = $1 and id = $2', [
      tenant.id,
      gone.buildingId,
    ]),
  )
  const change = (...buildingIds: string[]) =>
    call<ShareLink>(tenant, 'PATCH', `${at}/${id}`, { scope: { buildingIds } })
  const wider = [gone.buildingId, there.buildingId]
  assert.deepEqual((await change(...wider)).json.data.scope, { buildingIds: wider })
  assert.equal((await change(gone.buildingId, foreign.buildingId)).json.code, 'NOT_FOUND')
  assert.equal((await change(there.buildingId)).status, 200)
  assert.equal((await change(...wider)).json.code, 'NOT_FOUND', 'what is out stays out')
})

test('A plan limits the number of links; an expired or revoked one frees its place, and needs one again to reopen', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const [first, second] = [await created(tenant), await created(tenant, { maxViews: 1 })]
  const third = await create(tenant)
  assert.deepEqual([third.status, third.json.code], [403, 'PLAN_LIMIT_REACHED'])
  const me = await call<Me>(tenant, 'GET', '/api/auth/me')
  assert.deepEqual(me.json.data.limits.shareLinks, { used: 2, limit: 2 })
  await visit(second.token)
  await created(tenant)
  const reopened = await call(tenant, 'PATCH', `${at}/${second.id}`, { maxViews: 2 })
  assert.equal(reopened.json.code, 'PLAN_LIMIT_REACHED')
  assert.equal((await call(tenant, 'DELETE', `${at}/${first.id}`)).status, 200)
  assert.equal((await call(tenant, 'PATCH', `${at}/${second.id}`, { maxViews: 2 })).status, 200)
})

test('Two requests at once never both take the last place', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const replies = await Promise.all(Array.from({ length: 8 }, () => create(tenant)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array.from({ length: 7 }, () => 403)])
})

test('A revoked link is NOT_FOUND in the API and ended for viewers; its address still says so', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant)
  const { viewSession } = await visit(link.token)
  const stale = await call(tenant, 'DELETE', `${at}/${link.id}`, undefined, { 'if-match': '"7"' })
  assert.equal(stale.json.code, 'PRECONDITION_FAILED')
  assert.deepEqual((await call(tenant, 'DELETE', `${at}/${link.id}`)).json.data, { id: link.id })
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/rotate', undefined],
    ['GET', '/access-log', undefined],
  ] as const)
    assert.equal((await call(tenant, method, `${at}/${link.id}${path}`, body)).status, 404, path)
  assert.equal((await call(tenant, 'GET', at)).json.total, 0)
  for (const held of [undefined, viewSession?.value]) {
    const { page } = await visit(link.token, held)
    assert.deepEqual([page.state, page.state === 'ENDED' && page.why], ['ENDED', 'REVOKED'])
  }
})

test('A rotated link has a new address; the old one is NOT_FOUND, and open views end', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant)
  const { viewSession } = await visit(link.token)
  const rotated = await call<NewShareLink>(tenant, 'POST', `${at}/${link.id}/rotate`)
  assert.equal(rotated.status, 200, rotated.text)
  assert.notEqual(rotated.json.data.token, link.token)
  await assert.rejects(visit(link.token), { code: 'NOT_FOUND' })
  await assert.rejects(visit(link.token, viewSession?.value), { code: 'NOT_FOUND' })
  const opened = await visit(rotated.json.data.token, viewSession?.value)
  assert.ok(opened.viewSession, 'the pass of before is none')
  assert.equal((await read(tenant, link.id)).views, 2)
})

test('An expired link does not open, also for an open view, and opens again with a later end', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { expiresAt: new Date(Date.now() + day).toISOString() })
  const { viewSession } = await visit(link.token)
  await tenant.inside(({ run }) =>
    run('update share_link set expires_at = $2 where tenant_id = $1', [tenant.id, server.clock.now()]),
  )
  for (const held of [undefined, viewSession?.value]) {
    const { page } = await visit(link.token, held)
    assert.deepEqual([page.state, page.state === 'ENDED' && page.why], ['ENDED', 'EXPIRED'])
  }
  assert.equal((await read(tenant, link.id)).state, 'EXPIRED')
  const states = async (state: string) =>
    (await call<ShareLink[]>(tenant, 'GET', `${at}?state=${state}`)).json.data.map(({ id }) => id)
  assert.deepEqual([await states('EXPIRED'), await states('ACTIVE')], [[link.id], []])
  const expiresAt = new Date(Date.now() + 7 * day).toISOString()
  assert.equal(
    (await call<ShareLink>(tenant, 'PATCH', `${at}/${link.id}`, { expiresAt })).json.data.state,
    'ACTIVE',
  )
  assert.equal((await visit(link.token)).page.state, 'OPEN')
})

test('Each view counts once, and maxViews is kept when many open the link at once', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { maxViews: 5 })
  const opened = await Promise.all(Array.from({ length: 20 }, () => visit(link.token)))
  const open = opened.filter(({ page }) => page.state === 'OPEN')
  assert.equal(open.length, 5)
  for (const { page } of opened)
    if (page.state !== 'OPEN')
      assert.deepEqual([page.state, page.state === 'ENDED' && page.why], ['ENDED', 'USED_UP'])
  const again = await visit(link.token, open[0]?.viewSession?.value)
  assert.equal(again.page.state, 'OPEN')
  assert.equal(again.viewSession, undefined)
  const { views, state, lastViewedAt } = await read(tenant, link.id)
  assert.deepEqual([views, state], [5, 'EXPIRED'])
  assert.ok(lastViewedAt)
})

test('A view cookie is valid for one link, one password and eight hours, and cannot be forged or extended', async () => {
  const tenant = await createTenant(server)
  const [link, other] = [await created(tenant), await created(tenant)]
  const { viewSession } = await visit(link.token)
  const value = viewSession?.value ?? ''
  assert.equal(viewSession?.maxAgeSeconds, 8 * 3600)
  const [until = '', mac = ''] = value.split('.')
  const begins = async (token: string, held: string) => (await visit(token, held)).viewSession !== undefined
  assert.equal(await begins(link.token, value), false)
  for (const held of [
    `${Number(until) + 1}.${mac}`,
    `${until}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`,
    `${until}.`,
    mac,
    '',
    `${value} `,
    'x'.repeat(5000),
  ])
    assert.equal(await begins(link.token, held), true, held.slice(0, 60))
  assert.equal(await begins(other.token, value), true)
  server.clock.advance(8 * 3600_000)
  assert.equal(await begins(link.token, value), true)
  server.clock.set(new Date())
})

test('A link with a password reveals nothing before it; a wrong one is UNAUTHORIZED and in the access log', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { name: 'Told to nobody', password: 'a-lamp-under-the-stairs' })
  assert.equal(link.hasPassword, true)
  const { page } = await visit(link.token)
  assert.equal(page.state, 'LOCKED')
  assert.ok(!JSON.stringify(page).includes('Told to nobody'))
  await assert.rejects(unlock(link.token, 'another-lamp'), { code: 'UNAUTHORIZED' })
  await assert.rejects(unlock(link.token, ''), { code: 'UNAUTHORIZED' })
  const { viewSession, ...opened } = await unlock(link.token, 'a-lamp-under-the-stairs')
  assert.equal(viewOf({ ...opened, viewSession }).name, 'Told to nobody')
  assert.equal((await visit(link.token, viewSession?.value)).page.state, 'OPEN')
  const log = await call<ShareAccess[]>(tenant, 'GET', `${at}/${link.id}/access-log`)
  assert.deepEqual(
    log.json.data.map(({ kind, format }) => [kind, format]),
    [
      ['OPENED', null],
      ['UNLOCK_FAILED', null],
      ['UNLOCK_FAILED', null],
    ],
  )
  assert.equal(log.json.total, 3)
  const oldest = await call<ShareAccess[]>(
    tenant,
    'GET',
    `${at}/${link.id}/access-log?sort=at&pageSize=2&page=2`,
  )
  assert.deepEqual(
    oldest.json.data.map(({ kind }) => kind),
    ['OPENED'],
  )
  const hashes = await tenant.inside(({ run }) =>
    run<{ password_hash: string }>('select password_hash from share_link where tenant_id = $1', [tenant.id]),
  )
  assert.match(hashes[0]?.password_hash ?? '', /^argon2id\$/)
})

test('A new password ends open views', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { password: 'a-lamp-under-the-stairs' })
  const { viewSession } = await unlock(link.token, 'a-lamp-under-the-stairs')
  await call(tenant, 'PATCH', `${at}/${link.id}`, { name: 'Another name' })
  assert.equal((await visit(link.token, viewSession?.value)).page.state, 'OPEN')
  await call(tenant, 'PATCH', `${at}/${link.id}`, { password: 'a-cat-on-the-roof' })
  assert.equal((await visit(link.token, viewSession?.value)).page.state, 'LOCKED')
  await assert.rejects(unlock(link.token, 'a-lamp-under-the-stairs'), { code: 'UNAUTHORIZED' })
  assert.equal((await unlock(link.token, 'a-cat-on-the-roof')).page.state, 'OPEN')
})

test('The access log stores no IP address: its rows say when and what', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant)
  await visit(link.token)
  const [row] = await tenant.inside(({ run }) =>
    run<Record<string, unknown>>('select * from share_access where tenant_id = $1', [tenant.id]),
  )
  assert.deepEqual(Object.keys(row ?? {}), ['tenant_id', 'id', 'link_id', 'at', 'kind', 'format'])
})

test('Changing a link that somebody else has changed meanwhile is PRECONDITION_FAILED', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant)
  const patch = (name: string) =>
    call<ShareLink>(tenant, 'PATCH', `${at}/${link.id}`, { name }, { 'if-match': `"${link.version}"` })
  assert.equal((await patch('First')).json.data.name, 'First')
  assert.equal((await patch('Second')).json.code, 'PRECONDITION_FAILED')
})

test('A repeated Idempotency-Key shows the same address again and creates no second link', async () => {
  const tenant = await createTenant(server)
  const once = () =>
    call<NewShareLink>(tenant, 'POST', at, { kind: 'REPORT', name: 'Once' }, { 'idempotency-key': 'one' })
  const [first, second] = [await once(), await once()]
  assert.equal(second.text, first.text)
  assert.equal((await call(tenant, 'GET', at)).json.total, 1)
})
