/** @external time zones are computed by PostgreSQL */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { digestsOf, linesOf, plan, tokenOf } from '../testing/digests.ts'

const server = await startTestServer({ startAt: new Date('2026-10-20T12:00:00Z') })
const { at, open, to } = digestsOf(server)

const choose = async (
  { tenant }: { tenant: TestTenant },
  person: TestPerson,
  body: object,
): Promise<void> => {
  const token = await tokenOf(tenant, person)
  const reply = await server.call('PATCH', '/api/auth/me', { token, body })
  assert.equal(reply.status, 200, reply.text)
}
test('Managers and administrators get one digest at 07:00 of their own time zone, also after a clock change', async () => {
  const { tenant, admin, manager, technician, person } = await open('2026-10-22T12:00:00Z')
  const far = await person(['MANAGER', 'TECHNICIAN'])
  await choose({ tenant }, far, { timeZone: 'America/New_York' })
  await at('2026-10-24T04:59:59Z')
  const before = [admin, manager, far].map((one) => to(one).length)
  await at('2026-10-24T05:05:00Z')
  assert.equal(to(manager).length, (before[1] ?? 0) + 1)
  // The night of the 25th has an extra hour: 07:00 is 06:00 in UTC.
  await at('2026-10-25T05:59:59Z')
  const night = [admin, manager].map((one) => to(one).length)
  await at('2026-10-25T06:05:00Z')
  assert.deepEqual(
    [admin, manager].map((one) => to(one).length),
    night.map((n) => n + 1),
  )
  const west = to(far).length
  await at('2026-10-25T10:59:59Z')
  assert.equal(to(far).length, west, 'not before 07:00 in New York')
  await at('2026-10-25T11:05:00Z')
  assert.equal(to(far).length, west + 1)
  await at('2026-10-25T20:00:00Z')
  assert.deepEqual(
    [to(admin).length, to(manager).length, to(far).length],
    [(night[0] ?? 0) + 1, (night[1] ?? 0) + 1, west + 1],
  )
  assert.deepEqual(to(technician), [])
})

test('A digest says in one line that nothing changed; an organisation without any report or task gets none', async () => {
  const { manager } = await open('2026-07-01T12:00:00Z')
  server.clock.set(new Date('2026-07-01T12:00:00Z'))
  const empty = await createTenant(server, { plan, digests: true })
  await at('2026-09-10T05:10:00Z')
  const [mail, ...more] = to(manager).filter(({ subject }) => /10|9 September/.test(subject))
  assert.deepEqual(more, [])
  assert.equal(mail?.subject, 'Nothing changed on Wednesday 9 September')
  assert.match(
    mail?.text ?? '',
    /^Nothing changed on Wednesday 9 September\n\nNothing unusual: everything was as it usually is\.\n\nOpen the day:\n/,
  )
  assert.deepEqual(linesOf(mail ?? { to: '', subject: '', text: '', html: '' }), [])
  assert.deepEqual([...to(empty.manager), ...to(empty.admin)], [])
})

test('Two workers send one email', async () => {
  const { manager } = await open('2026-02-02T12:00:00Z')
  const other = await startTestServer({ beside: server })
  const before = to(manager).length
  server.clock.set(new Date('2026-02-03T06:10:00Z'))
  await Promise.all([server.drain(), other.drain()])
  await other.built.worker?.stop()
  assert.equal(to(manager).length - before + to(manager, other).length, 1)
})

test('After a day without a worker one digest is sent, not two, and none that is hours late', async () => {
  const { manager } = await open('2026-02-09T12:00:00Z')
  await at('2026-02-12T06:30:00Z')
  assert.equal(to(manager).length, 1)
  assert.match(to(manager)[0]?.text ?? '', /11 February/)
  await at('2026-02-13T23:30:00Z')
  assert.equal(to(manager).length, 1, 'not in the night')
  await at('2026-02-14T06:05:00Z')
  assert.equal(to(manager).length, 2)
})

test('After a change of time zone a person gets one digest on each of their days, and none about the same day again', async () => {
  const { tenant, manager } = await open('2026-02-16T12:00:00Z')
  await choose({ tenant }, manager, { timeZone: 'Asia/Tokyo' })
  await at('2026-02-16T22:10:00Z')
  assert.equal(to(manager).length, 1, '07:10 of the 17th in Tokyo')
  await choose({ tenant }, manager, { timeZone: 'Europe/Berlin' })
  await at('2026-02-17T06:10:00Z')
  assert.equal(to(manager).length, 1)
  await at('2026-02-18T06:10:00Z')
  assert.equal(to(manager).length, 2)
  await choose({ tenant }, manager, { timeZone: 'America/New_York' })
  await at('2026-02-18T12:10:00Z')
  assert.equal(to(manager).length, 2, 'the 18th has been told')
})

test('When the day repeats further east, its digest is not sent twice', async () => {
  const { tenant, manager } = await open('2026-05-18T00:00:00Z', 'UTC')
  await choose({ tenant }, manager, { timeZone: 'Pacific/Honolulu' })
  await at('2026-05-19T17:10:00Z')
  assert.equal(to(manager).length, 1)
  await choose({ tenant }, manager, { timeZone: 'Asia/Tokyo' })
  // 07:10 on the 20th in Tokyo, while the organisation is still on the 19th, whose previous day was already reported.
  await at('2026-05-19T22:10:00Z')
  assert.equal(to(manager).length, 1)
  await at('2026-05-20T22:10:00Z')
  assert.equal(to(manager).length, 2)
})

test('If planned again on the same day it is not sent again', async () => {
  const { tenant, manager } = await open('2026-05-25T12:00:00Z')
  await at('2026-05-26T05:10:00Z')
  await tenant.inside((ctx) => ctx.schedule('digest.send', manager.id, ctx.now))
  await server.drain()
  assert.equal(to(manager).length, 1)
})

test('The organisation chooses the hour, or switches digests off', async () => {
  const { tenant, admin, manager } = await open('2026-02-23T12:00:00Z')
  const set = async (digestHour: number | null) =>
    server.call('PATCH', '/api/admin/settings', {
      token: await tokenOf(tenant, admin, 'ADMIN'),
      body: { notifications: { digestHour } },
    })
  await set(18)
  await at('2026-02-23T17:06:00Z')
  assert.equal(to(manager).length, 1, 'the hour was still to come')
  await set(null)
  await at('2026-02-24T17:06:00Z')
  assert.equal(to(manager).length, 1)
  await set(6)
  await at('2026-02-25T05:06:00Z')
  assert.equal(to(manager).length, 2)
})

test('One click unsubscribes without a session and is in the audit log once, and the profile subscribes again', async () => {
  const { tenant, admin, manager } = await open('2026-04-06T12:00:00Z')
  await at('2026-04-07T05:06:00Z')
  const [mail] = to(manager)
  const link = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  assert.equal(mail?.headers?.['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.ok(mail?.text.includes(`\n${link}\n`))
  const path = new URL(link).pathname
  const post = (body: string) =>
    fetch(server.base + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  // Email scanners open links.
  const page = await (await fetch(server.base + path)).text()
  assert.match(page, /You get an email each morning/)
  assert.equal((await post('action=confirm')).status, 200)
  const wants = async () =>
    (
      await server.call<{ user: { notifications: Record<string, { mail: boolean }> } }>(
        'GET',
        '/api/auth/me',
        { token: await tokenOf(tenant, manager) },
      )
    ).json.data.user.notifications
  assert.equal((await wants()).digest?.mail, true)
  assert.equal((await post('List-Unsubscribe=One-Click')).status, 200)
  assert.match(await (await post('List-Unsubscribe=One-Click')).text(), /You get no emails from us/)
  assert.deepEqual(
    Object.entries(await wants())
      // The arena tells by push only.
      .filter(([kind, { mail: on }]) => !on && kind !== 'arena')
      .map(([kind]) => kind),
    ['digest'],
  )
  const log = await server.call<AuditEntry[]>('GET', '/api/admin/audit-log?action=auth.updateMe', {
    token: await tokenOf(tenant, admin, 'ADMIN'),
  })
  assert.deepEqual(
    log.json.data.map(({ actor, fields, source }) => [actor, fields, source]),
    [[{ id: manager.id, name: manager.name, kind: 'USER' }, ['notifications.digest'], null]],
  )
  await at('2026-04-08T05:06:00Z')
  assert.equal(to(manager).length, 1)
  await choose({ tenant }, manager, { notifications: { digest: { mail: true } } })
  await at('2026-04-09T05:06:00Z')
  assert.equal(to(manager).length, 2)
})

test('Another person’s link, a changed one and one of another kind unsubscribe nobody', async () => {
  const { tenant, manager, admin } = await open('2026-04-13T12:00:00Z')
  const { keys } = server.built.platform
  const stop = (token: string) =>
    fetch(`${server.base}/m/${token}`, {
      method: 'POST',
      body: 'action=stop',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const own = keys.seal('digest', tenant.id, manager.id)
  await stop(keys.seal('subscription', tenant.id, manager.id))
  const changed = `${own.slice(0, -3)}${own.at(-3) === 'A' ? 'B' : 'A'}${own.slice(-2)}`
  assert.equal((await stop(changed)).status, 404)
  await stop(keys.seal('digest', (await createTenant(server)).id, manager.id))
  await at('2026-04-14T05:06:00Z')
  assert.deepEqual([to(manager).length, to(admin).length], [1, 1])
})

test('A person who loses the role or is disabled gets none; a new manager gets the next', async () => {
  const { tenant, admin, manager, technician } = await open('2026-04-20T12:00:00Z')
  const change = async (person: TestPerson, body: object) =>
    server.call('PATCH', `/api/admin/users/${person.id}`, {
      token: await tokenOf(tenant, admin, 'ADMIN'),
      body,
    })
  await change(manager, { roles: ['TECHNICIAN'] })
  await change(technician, { roles: ['MANAGER'] })
  await at('2026-04-21T05:06:00Z')
  assert.deepEqual([to(admin).length, to(manager).length, to(technician).length], [1, 0, 1])
  await change(technician, { active: false })
  await at('2026-04-22T05:06:00Z')
  assert.deepEqual([to(admin).length, to(technician).length], [2, 1])
})
