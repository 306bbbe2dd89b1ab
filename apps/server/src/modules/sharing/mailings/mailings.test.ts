import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { at, day, openMailings } from '../testing/mailing-stage.ts'

const server = await startTestServer({ own: true })
const { address, call, confirm, created, dead, goToNext, mailsTo, pathIn, press, read, to, weekly } =
  openMailings(server)

/** Noon of the next Wednesday, so that reports on the Monday before the sending are not in its finished week. */
const midweek = (): Date => {
  const today = Temporal.Now.zonedDateTimeISO('Europe/Berlin').with({ hour: 12 })
  return new Date(today.add({ days: (10 - today.dayOfWeek) % 7 }).epochMilliseconds)
}
server.clock.set(midweek())

afterEach(() => {
  server.clock.set(midweek())
  server.mails.splice(0)
  dead.clear()
})

test('Each recipient confirms once by an emailed link; opening it changes nothing, and nothing is sent before', async () => {
  const tenant = await createTenant(server)
  const [one, other] = [address(), address()]
  const mailing = await created(tenant, weekly([one, other, one.toUpperCase()]))
  assert.deepEqual(
    mailing.recipients.map(({ email, confirmedAt }) => [email, confirmedAt]),
    [
      [one, null],
      [other, null],
    ],
  )
  await server.drain()
  assert.deepEqual([mailsTo(one).length, mailsTo(other).length], [1, 1])
  const path = pathIn(mailsTo(one)[0])
  for (const method of ['GET', 'HEAD']) assert.equal((await server.call(method, path)).status, 200)
  assert.equal((await read(tenant, mailing.id)).recipients[0]?.confirmedAt, null)
  await goToNext(tenant, mailing.id)
  assert.deepEqual(to(one, other), [])
  assert.equal((await press(path, 'confirm')).status, 200)
  assert.equal((await press(path, 'confirm')).status, 200)
  assert.ok((await read(tenant, mailing.id)).recipients[0]?.confirmedAt)
  await goToNext(tenant, mailing.id)
  assert.deepEqual(to(one, other), [one])
})

test('An email contains the figures of its scope and period, and a one-click unsubscribe (RFC 8058)', async () => {
  const tenant = await createTenant(server)
  const [mine, theirs] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const say = (qrCode: string, rating: number) =>
    server.call('POST', '/api/feedback', { body: { qrCode, rating, comment: 'words of a visitor' } })
  await say(mine.qrCode, 2)
  await say(mine.qrCode, 4)
  await say(theirs.qrCode, 5)
  const email = address()
  const mailing = await created(
    tenant,
    weekly([email], { scope: { buildingIds: [mine.buildingId] }, period: 'LAST_30_DAYS' }),
  )
  await confirm(email)
  await goToNext(tenant, mailing.id)
  const [message] = mailsTo(email)
  assert.match(message?.text ?? '', /Submissions: 2/)
  assert.match(message?.text ?? '', /Average: 3\.0/)
  assert.ok(!message?.text.includes('words of a visitor'))
  assert.ok(!message?.attachments)
  const stop = /^<(.+)>$/.exec(message?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? assert.fail('No end')
  assert.equal(message?.headers?.['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.ok((await read(tenant, mailing.id)).lastSentAt)
  const path = new URL(stop).pathname
  assert.equal((await server.call('GET', path)).status, 200)
  assert.equal((await read(tenant, mailing.id)).recipients.length, 1)
  const ended = await server.call('POST', path, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(ended.status, 200)
  assert.deepEqual((await read(tenant, mailing.id)).recipients, [])
  await goToNext(tenant, mailing.id)
  assert.deepEqual(to(email), [])
})

test('Its days are full days in the time zone of the figures, so each submission is in one daily email', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  // A time zone without clock changes, so that the offset does not depend on the day of the test run.
  const zone = { timeZone: 'Pacific/Honolulu' }
  await call(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, zone)
  const email = address()
  const { id } = await created(
    tenant,
    weekly([email], {
      scope: { buildingIds: [place.buildingId] },
      rrule: 'FREQ=DAILY',
      timeZone: 'Europe/Berlin',
      period: 'YESTERDAY',
    }),
  )
  await confirm(email)
  await goToNext(tenant, id)
  // Seven in the morning in Berlin is in an evening hour there, in which a submission arrives.
  server.clock.advance(3_600_000)
  const there = () =>
    Temporal.Instant.fromEpochMilliseconds(server.clock.now().getTime())
      .toZonedDateTimeISO(zone.timeZone)
      .toPlainDate()
  const today = there().toString()
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 2, issues: [] } })
  const notified: boolean[] = []
  for (let time = 0; time < 2; time++) {
    await goToNext(tenant, id)
    const { text = '' } = mailsTo(email)[0] ?? {}
    assert.match(text, /Days in the time zone Pacific\/Honolulu\./)
    notified.push(/Submissions: 1/.test(text))
    assert.equal((await read(tenant, id)).sendings[0]?.to, there().subtract({ days: 1 }).toString())
  }
  assert.deepEqual(notified, [true, false])
  const sendings = (await read(tenant, id)).sendings.map(({ from, to }) => [from, to])
  assert.deepEqual(sendings[1], [today, today])
})

test('An email without room for all amenities lists those with the lowest scores, and says so', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant, { name: 'Good one' })
  await tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into amenity (tenant_id, id, building_id, name, type, created_at)
       select $1, gen_random_uuid(), $2, case n when 1 then 'The worst of all' else 'Room ' || n end, 'WASHROOM', $3
       from generate_series(1, 11) n returning 1`,
      [ctx.tenantId, buildingId, ctx.now],
    )
    await ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at)
       select $1, gen_random_uuid(), id, building_id, case name when 'The worst of all' then 1 else 4 end, 'x', $2
       from amenity where tenant_id = $1 returning 1`,
      [ctx.tenantId, ctx.now],
    )
  })
  const email = address()
  const { id } = await created(tenant, weekly([email], { contents: ['AMENITIES'], period: 'LAST_30_DAYS' }))
  await confirm(email)
  await goToNext(tenant, id)
  const { text = '' } = mailsTo(email)[0] ?? {}
  assert.match(text, /The 10 lowest scores of 12\.\s+The worst of all · Main building:/)
})

test('An invalid mailing is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const wrong of [
    { recipients: [] },
    { recipients: ['no address'] },
    { recipients: Array.from({ length: 51 }, address) },
    { contents: [] },
    { contents: ['GOSSIP'] },
    { rrule: 'EVERY MONDAY' },
    { rrule: 'FREQ=HOURLY' },
    { rrule: 'FREQ=DAILY;BYHOUR=7,19' },
    { rrule: 'FREQ=DAILY;COUNT=1', startsAt: '2020-01-01T07:00' },
    { timeZone: 'Mars/Olympus' },
    { startsAt: '2026-02-31T07:00' },
    { scope: { categories: ['LEAK'] } },
  ]) {
    const reply = await call(tenant, 'POST', at, weekly([address()], wrong))
    assert.equal(reply.json.code, 'VALIDATION_ERROR', `${JSON.stringify(wrong)}: ${reply.text}`)
  }
})

test('A deleted location in a mailing’s scope prevents neither changing the scope nor removing it', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const wing = async (name: string): Promise<string> => {
    const body = { buildingId, name, kind: 'AREA' }
    return (await call<{ id: string }>(tenant, 'POST', '/api/admin/locations', body)).json.data.id
  }
  const [east, west] = [await wing('East'), await wing('West')]
  const { id } = await created(tenant, weekly([address()], { scope: { locationIds: [east] } }))
  const deleted = await call(tenant, 'DELETE', `/api/admin/locations/${east}`)
  assert.equal(deleted.status, 200, deleted.text)
  const change = (...locationIds: string[]) =>
    call(tenant, 'PATCH', `${at}/${id}`, { scope: { locationIds } })
  assert.deepEqual((await change(east, west)).json.data.scope, { locationIds: [east, west] })
  assert.equal((await change(east, buildingId)).json.code, 'NOT_FOUND')
  assert.equal((await change(west)).status, 200)
  assert.equal((await change(east, west)).json.code, 'NOT_FOUND', 'what is out stays out')
})

test('PDF or CSV attachments need BUSINESS', async () => {
  const low = await createTenant(server, { plan: 'PRO' })
  for (const format of ['PDF', 'CSV'])
    assert.equal((await call(low, 'POST', at, weekly([address()], { format }))).json.code, 'FORBIDDEN')
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  await createPlace(server, tenant)
  const email = address()
  const mailing = await created(tenant, weekly([email], { format: 'PDF' }))
  await confirm(email)
  await goToNext(tenant, mailing.id)
  const [pdf] = mailsTo(email)[0]?.attachments ?? []
  assert.equal(
    Buffer.from(pdf?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  assert.match(pdf?.fileName ?? '', /^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
  await call(tenant, 'PATCH', `${at}/${mailing.id}`, { format: 'CSV' })
  await goToNext(tenant, mailing.id)
  const [csv] = mailsTo(email)[0]?.attachments ?? []
  assert.match(Buffer.from(csv?.bytes ?? []).toString(), /^\uFEFFReport,Name,Figure,Value\r\n/)
  await tenant.inside(({ run }) => run("update tenant set plan = 'PRO' where id = $1", [tenant.id]))
  await goToNext(tenant, mailing.id)
  assert.equal(mailsTo(email).length, 1)
  assert.equal(mailsTo(email)[0]?.attachments, undefined)
})

test('“Send now” goes to the caller only, whoever has confirmed', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const mailing = await created(tenant, weekly([email]))
  await confirm(email)
  server.mails.splice(0)
  const reply = await server.call('POST', `${at}/${mailing.id}/send`, { token: tenant.admin.token })
  assert.equal(reply.status, 202, reply.text)
  await server.drain()
  assert.deepEqual(to(email, tenant.admin.email, tenant.manager.email), [tenant.admin.email])
  assert.equal((await read(tenant, mailing.id)).lastSentAt, null)
})

test('While paused it sends nothing and has no next time; when resumed it continues', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const { id, next } = await created(tenant, weekly([email]))
  await confirm(email)
  assert.equal(next.length, 5)
  const paused = await call(tenant, 'PATCH', `${at}/${id}`, { state: 'PAUSED' })
  assert.deepEqual([paused.json.data.state, paused.json.data.next], ['PAUSED', []])
  server.mails.splice(0)
  server.clock.advance(8 * day)
  await server.drain()
  assert.deepEqual(to(email), [])
  const resumed = await call(tenant, 'PATCH', `${at}/${id}`, { state: 'ACTIVE' })
  assert.deepEqual([resumed.json.data.state, resumed.json.data.next.length], ['ACTIVE', 5])
  await goToNext(tenant, id)
  assert.deepEqual(to(email), [email])
})

test('After a week of downtime one email is sent, not one for each missed time', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const { id } = await created(tenant, weekly([email], { rrule: 'FREQ=DAILY' }))
  await confirm(email)
  server.mails.splice(0)
  server.clock.advance(7 * day)
  await server.drain()
  assert.equal(mailsTo(email).length, 1)
  assert.ok((await read(tenant, id)).next.every((time) => new Date(time) > server.clock.now()))
})

test('Its days are those before its scheduled time, also if the first try failed and a retry runs on another day', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const timeZone = 'Europe/Berlin'
  const there = () =>
    Temporal.Instant.fromEpochMilliseconds(server.clock.now().getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
  const { id } = await created(
    tenant,
    weekly([email], { rrule: 'FREQ=DAILY', startsAt: `${there()}T23:59`, timeZone, period: 'YESTERDAY' }),
  )
  await confirm(email)
  const setScope = (scope: object) =>
    tenant.inside(({ run }) =>
      run('update mailing set scope = $3 where tenant_id = $1 and id = $2', [tenant.id, id, scope]),
    )
  // An unreadable scope makes the first try fail.
  const [next = ''] = (await read(tenant, id)).next
  await setScope({ buildingIds: ['nonsense'] })
  server.clock.set(new Date(new Date(next).getTime() + 1000))
  server.mails.splice(0)
  await server.drain()
  const theDayOf = there()
  assert.deepEqual(mailsTo(email), [])
  // It fails again on the next day, so that the next try is planned there.
  server.clock.advance(120_000)
  assert.equal(there().toString(), theDayOf.add({ days: 1 }).toString())
  await server.drain()
  assert.deepEqual(mailsTo(email), [])
  await setScope({})
  server.clock.advance(60_000)
  await server.drain()
  assert.equal(mailsTo(email).length, 1)
  assert.equal((await read(tenant, id)).sendings[0]?.to, theDayOf.subtract({ days: 1 }).toString())
})

test('An address gets at most three confirmation emails a day, however often it is removed and added again', async () => {
  const tenant = await createTenant(server)
  const [email, other] = [address(), address()]
  const { id } = await created(tenant, weekly([email, other]))
  const set = (recipients: string[]) => call(tenant, 'PATCH', `${at}/${id}`, { recipients })
  for (let time = 2; time <= 3; time++) {
    assert.equal((await set([other])).status, 200)
    assert.equal((await set([other, email])).status, 200)
  }
  await set([other])
  const refused = await set([other, email])
  assert.deepEqual([refused.status, refused.json.code], [409, 'CONFLICT'])
  await server.drain()
  assert.ok(mailsTo(email).length <= 3)
  assert.equal(mailsTo(other).length, 1)
  server.clock.advance(day + 1000)
  assert.equal((await set([other, email])).status, 200)
})

test('A deleted mailing is NOT_FOUND, and emails in progress are not sent', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const { id } = await created(tenant, weekly([email]))
  await confirm(email)
  await call(tenant, 'POST', `${at}/${id}/send`)
  const gone = await call(tenant, 'DELETE', `${at}/${id}`)
  assert.deepEqual(gone.json.data, { id })
  server.mails.splice(0)
  await server.drain()
  assert.deepEqual(to(email), [])
  for (const [method, path, body] of [
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/send', undefined],
  ] as const)
    assert.equal((await call(tenant, method, `${at}/${id}${path}`, body)).status, 404)
})

test('Without its own time zone it has the organisation’s, also after that has changed', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const follows = await created(tenant, weekly([email]))
  const chosen = await created(tenant, weekly([address()], { timeZone: 'Europe/Berlin' }))
  await confirm(email)
  const timeZone = 'Asia/Tokyo'
  const changed = await call(tenant, 'PATCH', '/api/admin/settings', { profile: { timeZone } })
  assert.equal(changed.status, 200, changed.text)
  await server.drain()
  const [now, kept] = [await read(tenant, follows.id), await read(tenant, chosen.id)]
  assert.deepEqual([now.timeZone, kept.timeZone, kept.next], [timeZone, 'Europe/Berlin', chosen.next])
  const [next = ''] = now.next
  const local = Temporal.Instant.from(next).toZonedDateTimeISO(timeZone)
  assert.equal(local.toPlainTime().toString({ smallestUnit: 'minute' }), '07:00')
  await goToNext(tenant, follows.id)
  assert.deepEqual(to(email), [email])
})

test('Its times are local times in its zone, across clock changes', async () => {
  const tenant = await createTenant(server)
  server.clock.set(new Date('2027-03-26T12:00:00Z'))
  const { next, period } = await created(tenant, weekly([address()], { rrule: 'FREQ=DAILY' }))
  assert.deepEqual(next.slice(0, 3), [
    '2027-03-27T06:00:00.000Z',
    '2027-03-28T05:00:00.000Z',
    '2027-03-29T05:00:00.000Z',
  ])
  assert.equal(period, 'YESTERDAY')
})
