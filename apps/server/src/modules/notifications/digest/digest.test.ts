/** @external time zones are the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession } from '#server/modules/auth/public.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ startAt: new Date('2026-10-20T12:00:00Z') })

// Without clocks, whose escalations would be mailed too when the test's clock jumps.
const plan = 'STARTER'
const hourMs = 3600_000

const to = ({ email }: TestPerson, from: TestServer = server): MailMessage[] =>
  from.mails.filter((mail) => mail.to === email)
/** The clock is moved on, and what is due then is done. */
const at = async (time: string): Promise<void> => {
  server.clock.set(new Date(time))
  await server.drain()
}
const choose = async (
  { tenant }: { tenant: TestTenant },
  person: TestPerson,
  body: object,
): Promise<void> => {
  const token = await tokenOf(tenant, person)
  const reply = await server.call('PATCH', '/api/auth/me', { token, body })
  assert.equal(reply.status, 200, reply.text)
}
/** With one task of long ago, so that there is something that could move. */
const open = async (time: string, timeZone = 'Europe/Berlin') => {
  server.clock.set(new Date(time))
  const tenant = await createTenant(server, { plan, timeZone, digests: true })
  const place = await createPlace(server, tenant)
  const task = await server.call('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Fix it', assignee: { userId: tenant.manager.id } },
  })
  assert.equal(task.status, 201, task.text)
  await server.drain()
  return { tenant, place, ...tenant }
}

/** Those of before have expired when the clock has been moved on. */
const tokenOf = (
  tenant: TestTenant,
  { id }: TestPerson,
  role: 'ADMIN' | 'MANAGER' = 'MANAGER',
): Promise<string> =>
  tenant.inside(async (ctx) => (await startSession(ctx, { id, roles: [role] }, 'Test', 'SSO')).accessToken)

interface Given {
  readonly at: Date
  readonly rating: number | null
  readonly counted?: boolean
}
const insert = (tenant: TestTenant, { amenityId, buildingId }: TestPlace, given: readonly Given[]) =>
  tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, state, counted, created_at)
       select $1, id, $3, $4, rating, 'x', case when counted then 'VISIBLE' else 'QUARANTINED' end, counted, at
       from unnest($2::uuid[], $5::int[], $6::boolean[], $7::timestamptz[]) as r (id, rating, counted, at)`,
      [
        ctx.tenantId,
        given.map(({ at: time }) => newId(time.getTime())),
        amenityId,
        buildingId,
        given.map(({ rating }) => rating),
        given.map(({ counted }) => counted ?? true),
        given.map(({ at: time }) => time.toISOString()),
      ],
    ),
  )

interface Line {
  readonly label: string
  readonly n: number
  readonly against: string
  readonly url: string
}
const linesOf = ({ text }: MailMessage): Line[] =>
  [...text.matchAll(/^(.+): ([\d,]+)(?: \((.+)\))?\n(http\S+)$/gm)].map(
    ([, label = '', n = '', against = '', url = '']) => ({
      label,
      n: Number(n.replace(',', '')),
      against,
      url,
    }),
  )

const dayIn = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
const weeksBefore = (date: string, weeks: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - weeks * 7 * 24 * hourMs).toISOString().slice(0, 10)
/** Always the same numbers, spread well. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test('Those who lead get one digest at 07:00 of their own time zone, also after the night in which the clock is turned', async () => {
  const { tenant, admin, manager, technician, person } = await open('2026-10-22T12:00:00Z')
  const far = await person(['MANAGER', 'TECHNICIAN'])
  await choose({ tenant }, far, { timeZone: 'America/New_York' })
  await at('2026-10-24T04:59:59Z')
  const before = [admin, manager, far].map((one) => to(one).length)
  await at('2026-10-24T05:05:00Z')
  assert.equal(to(manager).length, (before[1] ?? 0) + 1)
  // The night of the 25th has an hour more: 07:00 is 06:00 in UTC.
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

test('A digest says in one line that nothing moved; an organisation without any report or task gets none', async () => {
  const { manager } = await open('2026-07-01T12:00:00Z')
  server.clock.set(new Date('2026-07-01T12:00:00Z'))
  const empty = await createTenant(server, { plan, digests: true })
  await at('2026-09-10T05:10:00Z')
  const [mail, ...more] = to(manager).filter(({ subject }) => /10|9 September/.test(subject))
  assert.deepEqual(more, [])
  assert.equal(mail?.subject, 'Nothing moved on Wednesday 9 September')
  assert.match(
    mail?.text ?? '',
    /^Nothing moved on Wednesday 9 September\n\nNothing moved: all was as it usually is\.\n\nOpen the day:\n/,
  )
  assert.deepEqual(linesOf(mail ?? { to: '', subject: '', text: '', html: '' }), [])
  assert.deepEqual([...to(empty.manager), ...to(empty.admin)], [])
})

test('In the first four weeks it says that it is too early, and compares nothing', async () => {
  const { tenant, place, manager } = await open('2026-11-02T12:00:00Z')
  await insert(tenant, place, [{ at: new Date('2026-11-02T13:00:00Z'), rating: 1 }])
  await at('2026-11-03T06:10:00Z')
  const [mail] = to(manager)
  assert.match(mail?.text ?? '', /It is too early to say what is usual: that takes four weeks\./)
  assert.deepEqual(
    linesOf(mail ?? { to: '', subject: '', text: '', html: '' }).map(({ label, n, against }) => [
      label,
      n,
      against,
    ]),
    [
      ['Feedback', 1, ''],
      ['Low ratings', 1, ''],
      ['New tasks', 1, ''],
    ],
  )
})

test('Every number of 200 days equals a plain count over the rows, and at most five lines are said', async () => {
  const zone = 'America/New_York'
  const { tenant, place, manager } = await open('2026-01-01T12:00:00Z', zone)
  const other = await createPlace(server, tenant, { name: 'Washroom 2' })
  const next = random(7)
  const start = Date.parse('2026-01-01T12:00:00Z')
  const days = 270
  const make = (share: number): Given[] =>
    Array.from({ length: days }, (_, day) => {
      const many = next() < 0.15 ? 25 : Math.floor(next() * share)
      return Array.from(
        { length: many },
        (): Given => ({
          // Some within minutes of midnight, where days are mistaken.
          at: new Date(
            start +
              day * 24 * hourMs +
              (next() < 0.3 ? -7 * hourMs + (next() - 0.5) * 240_000 : next() * 24 * hourMs),
          ),
          rating: next() < 0.2 ? null : next() < 0.3 ? 1 : 1 + Math.floor(next() * 5),
          counted: next() > 0.1,
        }),
      )
    }).flat()
  const [here, there] = [make(9), make(5)]
  await insert(tenant, place, here)
  await insert(tenant, other, there)
  const counted = [
    ...here.map((one) => ({ ...one, amenityId: place.amenityId })),
    ...there.map((one) => ({ ...one, amenityId: other.amenityId })),
  ].flatMap((one) => (one.counted ? [{ ...one, day: dayIn(zone, one.at) }] : []))
  const byDay = Map.groupBy(counted, ({ day }) => day)
  const low = ({ rating }: Given): boolean => rating !== null && rating <= 2
  let lines = 0
  for (let day = 65; day < 265; day++) {
    const about = dayIn(zone, new Date(start + day * 24 * hourMs))
    const told = to(manager).length
    // In winter and in summer some minutes past 07:00 there.
    await at(new Date(Date.parse(`${weeksBefore(about, 0)}T12:10:00Z`) + 24 * hourMs).toISOString())
    const mail = to(manager).at(-1)
    assert.equal(to(manager).length, told + 1, about)
    assert.ok(mail && Buffer.byteLength(mail.html) < 100_000)
    const said = linesOf(mail)
    assert.ok(said.length <= 5)
    const figure = (of: (one: (typeof counted)[number]) => boolean) => {
      const count = (date: string): number => (byDay.get(date) ?? []).filter(of).length
      const usual = Array.from({ length: 8 }, (_, week) => count(weeksBefore(about, week + 1)))
      return { n: count(about), usual: usual.reduce((a, b) => a + b, 0) / 8 }
    }
    const expected = [
      { label: 'Feedback', ...figure(() => true) },
      { label: 'Low ratings', ...figure(low) },
      {
        label: 'Washroom 1: low ratings',
        ...figure((one) => low(one) && one.amenityId === place.amenityId),
      },
      {
        label: 'Washroom 2: low ratings',
        ...figure((one) => low(one) && one.amenityId === other.amenityId),
      },
    ]
    for (const { label, n, usual } of expected) {
      const isPlace = label.startsWith('Washroom')
      const line = said.find((one) => one.label === label)
      const moved = Math.abs(n - usual) >= 3 && Math.abs(n - usual) / Math.sqrt(Math.max(usual, 1)) >= 2
      assert.equal(
        line !== undefined,
        moved && !(isPlace && n < 3),
        `${label} on ${about}: ${n} against ${usual}`,
      )
      if (!line) continue
      lines++
      assert.equal(line.n, n, `${label} on ${about}`)
      const [least = 0, most = least] = line.against.replace('usually ', '').split('–').map(Number)
      assert.ok(usual > least - 0.51 && usual < most + 0.51, `${line.against}: ${usual}`)
      assert.ok(line.url.includes(`from=${about}&to=${about}`))
    }
  }
  assert.ok(lines > 60, `${lines} lines`)
})

test('A number leads to the screen that shows it; people read of the buildings that they cover', async () => {
  const { tenant, place, manager, admin } = await open('2026-06-01T12:00:00Z')
  const other = await createPlace(server, tenant, { name: 'Washroom 2' })
  await tenant.inside((ctx) =>
    ctx.run('update app_user set building_ids = $3 where tenant_id = $1 and id = $2', [
      tenant.id,
      manager.id,
      [place.buildingId],
    ]),
  )
  server.clock.set(new Date('2026-09-01T12:00:00Z'))
  const rows = (count: number): Given[] =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(Date.parse('2026-09-01T08:00:00Z') + index * 1000),
      rating: 1,
    }))
  await insert(tenant, place, rows(9))
  await insert(tenant, other, rows(4))
  for (const { buildingId } of [place, other, other])
    await server.call('POST', '/api/tasks', {
      token: await tokenOf(tenant, admin, 'ADMIN'),
      body: { title: 'Look', buildingId },
    })
  await at('2026-09-02T05:10:00Z')
  const of = (person: TestPerson) => {
    const mail = to(person)
      .filter(({ text }) => text.includes('1 September'))
      .at(-1)
    return mail ? linesOf(mail) : []
  }
  const found = (person: TestPerson) => of(person).map(({ label, n }) => [label, n])
  assert.deepEqual(found(manager), [
    ['Feedback', 9],
    ['Low ratings', 9],
    ['Washroom 1: low ratings', 9],
    ['Nobody has it', 1],
  ])
  assert.deepEqual(found(admin), [
    ['Feedback', 13],
    ['Low ratings', 13],
    ['Washroom 1: low ratings', 9],
    ['Washroom 2: low ratings', 4],
    ['New tasks', 3],
  ])
  const token = await tokenOf(tenant, admin, 'ADMIN')
  const screens: Record<string, string> = {
    '/app/feedback': '/api/dashboard/feedback/recent',
    '/app/tasks': '/api/tasks',
  }
  for (const person of [manager, admin])
    for (const { url, n, label } of of(person)) {
      const { pathname, searchParams } = new URL(url)
      const path = screens[pathname]
      if (path) {
        const reply = await server.call<unknown[]>('GET', `${path}?${searchParams}`, { token })
        assert.equal(reply.status, 200, reply.text)
        assert.equal(reply.json.total, n, label)
      } else {
        const reply = await server.call<{ feedback: { count: number }; tasks: { created: number } }>(
          'GET',
          `/api/dashboard/overview?${searchParams}`,
          { token },
        )
        const { feedback, tasks } = reply.json.data
        assert.equal(label === 'Feedback' ? feedback.count : tasks.created, n, label)
      }
    }
})

test('What is overdue, what nobody has, and what visitors say is not fixed are counted as they stand', async () => {
  const { tenant, place, manager } = await open('2026-03-02T12:00:00Z')
  server.clock.set(new Date('2026-05-04T12:00:00Z'))
  const token = await tokenOf(tenant, manager)
  const task = async (body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
      token,
      body: { title: 'Mend', ...body },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const assignee = { userId: manager.id }
  await task({ assignee, dueAt: '2026-05-04T13:00:00Z' })
  await task({ assignee, dueAt: '2026-05-05T01:00:00Z' })
  await task({})
  const rejected = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
    body: { code: place.qrCode, qrCode: place.qrCode, issues: [{ code: 'NO_SOAP' }] },
  })
  assert.equal(rejected.status, 201, rejected.text)
  await server.drain()
  const tasks = await server.call<{ id: string }[]>('GET', '/api/tasks?source=FEEDBACK', {
    token,
  })
  const id = tasks.json.data[0]?.id
  for (const status of ['IN_PROGRESS', 'DONE'])
    await server.call('PATCH', `/api/tasks/${id}/status`, { token, body: { status } })
  const answer = await server.call('POST', `/api/feedback/track/${rejected.json.data.trackingToken}`, {
    body: { fixed: false },
  })
  assert.ok(answer.status < 300, answer.text)
  await at('2026-05-05T05:10:00Z')
  const mail = to(manager).at(-1)
  assert.ok(mail)
  const told = Object.fromEntries(linesOf(mail).map(({ label, n, against }) => [label, `${n} ${against}`]))
  assert.equal(told.Overdue, '2 yesterday 0')
  assert.equal(told['Not fixed, said visitors'], '1 ')
  assert.equal(told['Nobody has it'], '2 ')
  await at('2026-05-06T05:10:00Z')
  const after = to(manager).at(-1)
  assert.deepEqual(after && linesOf(after).map(({ label }) => label), [], 'what waits longer has not moved')
})

test('Two workers send one mail', async () => {
  const { manager } = await open('2026-02-02T12:00:00Z')
  const other = await startTestServer({ beside: server })
  const before = to(manager).length
  server.clock.set(new Date('2026-02-03T06:10:00Z'))
  await Promise.all([server.drain(), other.drain()])
  await other.built.worker?.stop()
  assert.equal(to(manager).length - before + to(manager, other).length, 1)
})

test('After a day without a worker comes one digest, not two, and none that is hours late', async () => {
  const { manager } = await open('2026-02-09T12:00:00Z')
  await at('2026-02-12T06:30:00Z')
  assert.equal(to(manager).length, 1)
  assert.match(to(manager)[0]?.text ?? '', /11 February/)
  await at('2026-02-13T23:30:00Z')
  assert.equal(to(manager).length, 1, 'not in the night')
  await at('2026-02-14T06:05:00Z')
  assert.equal(to(manager).length, 2)
})

test('Who changes their time zone gets one on each day of theirs, and none again about the same day', async () => {
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

test('The organisation chooses the hour, or that there are none', async () => {
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

test('One click ends them without a session, and the profile brings them back', async () => {
  const { tenant, manager } = await open('2026-04-06T12:00:00Z')
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
  // Mail scanners open links.
  const page = await (await fetch(server.base + path)).text()
  assert.match(page, /You get a mail each morning/)
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
  assert.match(await (await post('List-Unsubscribe=One-Click')).text(), /You get no mails from here/)
  assert.deepEqual(
    Object.entries(await wants())
      .filter(([, { mail: on }]) => !on)
      .map(([kind]) => kind),
    ['digest'],
  )
  await at('2026-04-08T05:06:00Z')
  assert.equal(to(manager).length, 1)
  await choose({ tenant }, manager, { notifications: { digest: { mail: true } } })
  await at('2026-04-09T05:06:00Z')
  assert.equal(to(manager).length, 2)
})

test('Another’s link, a changed one and one of another kind end nothing', async () => {
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
  assert.equal((await stop(`${own.slice(0, -2)}AA`)).status, 404)
  await stop(keys.seal('digest', (await createTenant(server)).id, manager.id))
  await at('2026-04-14T05:06:00Z')
  assert.deepEqual([to(manager).length, to(admin).length], [1, 1])
})

test('Who leads no more, or is switched off, gets none; who leads from now on gets the next', async () => {
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
