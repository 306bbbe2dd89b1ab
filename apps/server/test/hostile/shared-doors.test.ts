/** Other sites, disconnecting clients and two instances, at what share links and mailings open. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { rounds } from '../rounds.ts'
import { type CallOptions, type Reply, startTestServer, type TestServer } from '../server.ts'
import { createPlace, createTenant, type TestTenant } from '../world.ts'

const logged: string[] = []
const server = await startTestServer({ own: true, worker: false, onLog: (line) => void logged.push(line) })
const password = 'a-lamp-under-the-stairs'
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

const link = async (
  tenant: TestTenant,
  more: object = {},
  on: TestServer = server,
): Promise<NewShareLink> => {
  const reply = await on.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'DASHBOARD', name: 'For the landlord', ...more },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

/** Does not follow redirects. */
const send = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(server.base + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...asForm, ...headers },
    body: new URLSearchParams(fields),
  })

const strangers: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://intranet.example.com.evil.example' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': 'cross-site', origin: server.base },
  { 'sec-fetch-site': 'same-site' },
]

test('A password form submitted from another site is refused without checking the password', async () => {
  const tenant = await createTenant(server)
  const { id, token } = await link(tenant, { password })
  for (const headers of strangers) {
    const answer = await send(`/s/${token}`, { password }, headers)
    assert.deepEqual(
      [answer.status, answer.headers.get('location'), answer.headers.getSetCookie()],
      [303, `/s/${token}?lang=en`, []],
      JSON.stringify(headers),
    )
    await send(`/s/${token}`, { password: 'a-lamp-under-the-stars' }, headers)
  }
  const tried = await server.call<unknown[]>('GET', `/api/sharing/links/${id}/access-log`, {
    token: tenant.admin.token,
  })
  assert.deepEqual(tried.json.data, [])
  // Its own page, also in a frame, and on plain HTTP, where browsers send fewer headers.
  for (const headers of [
    {},
    { origin: server.base },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
  ] as Record<string, string>[])
    assert.equal((await send(`/s/${token}`, { password }, headers)).headers.getSetCookie().length, 1)
})

test('The buttons of /m/TOKEN work on that page only; the one-click request of mail programs is accepted from anywhere', async () => {
  const tenant = await createTenant(server)
  const made = await server.call('POST', '/api/sharing/schedules', {
    token: tenant.admin.token,
    body: { name: 'Figures', recipients: ['a@example.com'], rrule: 'FREQ=DAILY', contents: ['AMENITIES'] },
  })
  assert.equal(made.status, 201, made.text)
  const recipients = () =>
    tenant.inside(({ db }) => db.selectFrom('mailing_recipient').select(['id', 'confirmed_at']).execute())
  const before = await recipients()
  const path = `/m/${server.built.platform.keys.seal('mailing', tenant.id, before[0]?.id ?? '')}`
  for (const headers of strangers)
    for (const action of ['confirm', 'stop'])
      assert.equal((await send(path, { action }, headers)).status, 200, 'It shows the buttons')
  assert.deepEqual(await recipients(), before)
  assert.equal((await send(path, { action: 'confirm' }, { origin: 'null' })).status, 200)
  assert.ok((await recipients())[0]?.confirmed_at)
  await send(path, { 'List-Unsubscribe': 'One-Click' }, { origin: 'https://mail.example' })
  assert.deepEqual(await recipients(), [])
})

test('No page, stream or file of a link is readable by another origin, nor framed by one that only resembles an allowed one', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const allowedOrigins = ['https://intranet.example.com']
  const { token } = await link(tenant, { kind: 'EMBED', allowedOrigins })
  const paths = [`/s/${token}`, `/s/${token}/live`, `/s/${token}/report.csv`, '/s/pair', '/m/nothing']
  for (const origin of [
    'null',
    'https://evil.example',
    'https://intranet.example.com',
    'https://intranet.example.com.evil.example',
    'https://evilintranet.example.com',
    'http://intranet.example.com',
  ])
    for (const path of paths)
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const reply = await server.call(method, path, {
          headers: { ...(method === 'POST' ? asForm : {}), origin, 'access-control-request-method': 'GET' },
          ...(method === 'POST' ? { body: '' } : {}),
        })
        const allowing = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))
        assert.deepEqual(allowing, [], `${method} ${path} from ${origin}`)
        if (method === 'OPTIONS') assert.equal(reply.status, 404)
        const policy = reply.headers.get('content-security-policy') ?? ''
        if (path === `/s/${token}` && method === 'GET')
          assert.match(policy, /; frame-ancestors https:\/\/intranet\.example\.com$/)
        else if (policy.includes('frame-ancestors'))
          assert.match(policy, /frame-ancestors ('none'|https:\/\/intranet\.example\.com)(;|$)/)
      }
})

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.built.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const drop = async (bytes: string, afterMs: number): Promise<void> => {
  const socket = net.connect(Number(new URL(server.base).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  await delay(afterMs)
  socket.resetAndDestroy()
}

test('Pages, files and streams of links aborted half way leave no connection and no error', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  await createPlace(server, tenant)
  const open = await link(tenant)
  const locked = await link(tenant, { password })
  const { headers } = await server.call('GET', `/s/${open.token}`)
  const cookie = `Cookie: ${headers.getSetCookie()[0]?.split(';')[0]}\r\n`
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${cookie}\r\n`
  const half = `POST /s/${locked.token} HTTP/1.1\r\nHost: x\r\nContent-Type: ${asForm['content-type']}\r\nContent-Length: 900\r\n\r\npass`
  const round = (): Promise<unknown> =>
    Promise.all(
      [0, 2, 10, 60].flatMap((ms) => [
        drop(get(`/s/${open.token}`).repeat(10), ms),
        drop(get(`/s/${open.token}/live`), ms),
        drop(get(`/s/${open.token}/report.pdf`), ms),
        drop(get(`/s/${open.token}/report.csv`), ms),
        drop(half, ms),
      ]),
    )
  await round()
  const kept = await connections()
  for (let index = 0; index < rounds(1, 4); index++) await round()
  const { app } = server.built.platform.databases
  const isBusy = async () => (await connections()) > kept + 1 || app.totalCount > app.idleCount
  for (let attempt = 0; attempt < 400 && (await isBusy()); attempt++) await delay(50)
  assert.ok((await connections()) <= kept + 1)
  assert.equal(app.totalCount - app.idleCount, 0, 'a connection to the database was not given back')
  assert.deepEqual(
    logged.filter((line) => /"level":(50|60)/.test(line)),
    [],
  )
  assert.equal((await server.call('GET', `/s/${open.token}`)).status, 200)
  const tried = await server.call<unknown[]>('GET', `/api/sharing/links/${locked.id}/access-log`, {
    token: tenant.admin.token,
  })
  assert.deepEqual(tried.json.data, [], 'Half a form is no try')
})

test('Password attempts, unknown addresses, reads and writes of a tenant are counted exactly over two instances', async () => {
  const first = await startTestServer({ worker: false, limits: 'spec', sharedLimits: true })
  const second = await startTestServer({ worker: false, limits: 'spec', beside: first })
  const either = (index: number): TestServer => (index % 2 === 0 ? first : second)
  const tenant = await createTenant(first)
  const { id, token } = await link(tenant, { password }, first)
  const statuses = async (
    many: number,
    call: (index: number) => Promise<Reply>,
  ): Promise<Record<number, number>> => {
    const replies = await Promise.all(Array.from({ length: many }, (_, index) => call(index)))
    const counts: Record<number, number> = {}
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const guess = (index: number): Promise<Reply> =>
    either(index).call('POST', `/s/${token}`, {
      from: `203.0.113.${index}`,
      headers: asForm,
      body: `password=wrong-password-${index}`,
    })
  assert.deepEqual(await statuses(24, guess), { 403: 10, 429: 14 })
  const unknown = (index: number): Promise<Reply> =>
    either(index).call('GET', `/s/${'A'.repeat(42)}${index % 10}`, { from: '198.51.100.9' })
  assert.deepEqual(await statuses(16, unknown), { 404: 10, 429: 6 })

  // Each minute a hundred reads and thirty writes, over all sharing endpoints together.
  first.clock.advance(61_000)
  const as = { token: (await tenant.person(['ADMIN'])).token } satisfies CallOptions
  first.clock.advance(61_000)
  const reads = [
    '/api/sharing/links',
    `/api/sharing/links/${id}`,
    '/api/sharing/schedules',
    '/api/sharing/grants',
  ]
  const read = (index: number) => either(index).call('GET', reads[index % reads.length] ?? '', as)
  const write = (index: number) =>
    either(index).call('PATCH', `/api/sharing/links/${id}`, { ...as, body: { name: `Name ${index}` } })
  assert.deepEqual(await statuses(110, read), { 200: 100, 429: 10 })
  assert.deepEqual(await statuses(36, write), { 200: 30, 429: 6 })
})
