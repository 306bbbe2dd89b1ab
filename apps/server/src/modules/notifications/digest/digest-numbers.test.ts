/** @external time zones are computed by PostgreSQL */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rounds } from '#test/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, type TestPerson } from '#test/world.ts'
import { digestsOf, insert, linesOf, type SubmissionFacts, tokenOf } from '../testing/digests.ts'

const server = await startTestServer({ startAt: new Date('2026-10-20T12:00:00Z') })
const { at, open, to } = digestsOf(server)

const hourMs = 3600_000

const dayIn = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
const weeksBefore = (date: string, weeks: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - weeks * 7 * 24 * hourMs).toISOString().slice(0, 10)
/** A fixed pseudo-random sequence. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test('In the first four weeks the digest says that it is too early, and compares nothing', async () => {
  const { tenant, place, manager } = await open('2026-11-02T12:00:00Z')
  await insert(tenant, place, [{ at: new Date('2026-11-02T13:00:00Z'), rating: 1 }])
  await at('2026-11-03T06:10:00Z')
  const [mail] = to(manager)
  assert.match(mail?.text ?? '', /After four weeks, this email also shows what is usual\./)
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

const compared = rounds(40, 200)

test(`Every number of ${compared} days equals a plain count of rows, and at most five lines are shown`, async () => {
  const zone = 'America/New_York'
  const { tenant, place, manager } = await open('2026-01-01T12:00:00Z', zone)
  const other = await createPlace(server, tenant, { name: 'Washroom 2' })
  const next = random(7)
  const start = Date.parse('2026-01-01T12:00:00Z')
  const days = 270
  const make = (share: number): SubmissionFacts[] =>
    Array.from({ length: days }, (_, day) => {
      const many = next() < 0.15 ? 25 : Math.floor(next() * share)
      return Array.from(
        { length: many },
        (): SubmissionFacts => ({
          // Some within minutes of midnight, where the day is easily computed wrong.
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
  const low = ({ rating }: SubmissionFacts): boolean => rating !== null && rating <= 2
  let lines = 0
  for (let day = 65; day < 65 + compared; day++) {
    const about = dayIn(zone, new Date(start + day * 24 * hourMs))
    const before = to(manager).length
    // Some minutes past 07:00 there, in winter and in summer.
    await at(new Date(Date.parse(`${weeksBefore(about, 0)}T12:10:00Z`) + 24 * hourMs).toISOString())
    const mail = to(manager).at(-1)
    assert.equal(to(manager).length, before + 1, about)
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
  assert.ok(lines > 0.3 * compared, `${lines} lines`)
})

test('A number links to the screen that shows it; people read about the buildings that they cover', async () => {
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
  const rows = (count: number): SubmissionFacts[] =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(Date.parse('2026-09-01T08:00:00Z') + index * 1000),
      rating: 1,
    }))
  await insert(tenant, place, rows(9))
  await insert(tenant, other, rows(4))
  // One is hidden and counts; one at each place is quarantined and does not.
  await tenant.inside((ctx) =>
    ctx.run(
      `update feedback set state = 'HIDDEN' where tenant_id = $1 and id = (
         select id from feedback where tenant_id = $1 and amenity_id = $2 limit 1)`,
      [tenant.id, place.amenityId],
    ),
  )
  const heldBack = { at: new Date('2026-09-01T09:00:00Z'), rating: 1, counted: false }
  for (const where of [place, other]) await insert(tenant, where, [heldBack])
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
    ['Unassigned', 1],
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

test('Each organisation reads its own numbers', async () => {
  const [mine, theirs] = [await open('2026-06-01T12:00:00Z'), await open('2026-06-01T12:00:00Z')]
  const rows = (count: number): SubmissionFacts[] =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(Date.parse('2026-09-08T08:00:00Z') + index * 1000),
      rating: 5,
    }))
  await Promise.all([insert(mine.tenant, mine.place, rows(7)), insert(theirs.tenant, theirs.place, rows(12))])
  await at('2026-09-09T05:10:00Z')
  assert.deepEqual(
    [mine, theirs].map(({ manager }) => to(manager).at(-1)?.subject),
    ['Feedback: 7 (usually 0)', 'Feedback: 12 (usually 0)'],
  )
})

test('Overdue tasks, unassigned tasks and “not fixed” answers are counted as they are now', async () => {
  const { tenant, place, manager } = await open('2026-03-02T12:00:00Z')
  await tenant.inside(({ run }) => run("update tenant set plan = 'PRO' where id = $1", [tenant.id]))
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
  // Its SLA is due within two hours.
  const promised = await task({ assignee, priority: 'URGENT' })
  const later = { dueAt: '2026-06-01T12:00:00Z' }
  await task(later)
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
  const agreed = await server.call('PATCH', `/api/tasks/${id}`, { token, body: later })
  assert.equal(agreed.status, 200, agreed.text)
  await at('2026-05-05T05:10:00Z')
  const mail = to(manager).at(-1)
  assert.ok(mail)
  const lines = Object.fromEntries(linesOf(mail).map(({ label, n, against }) => [label, `${n} ${against}`]))
  assert.equal(lines.Overdue, '3 yesterday 0')
  assert.equal(lines['Not fixed according to visitors'], '1 ')
  assert.equal(lines.Unassigned, '2 ')
  const done = await server.call('PATCH', `/api/tasks/${promised}/status`, {
    token: await tokenOf(tenant, manager),
    body: { status: 'DONE' },
  })
  assert.equal(done.status, 200, done.text)
  await at('2026-05-06T05:10:00Z')
  const next = to(manager).at(-1)
  assert.deepEqual(
    next &&
      linesOf(next).flatMap(({ label, n, against }) => (label === 'Overdue' ? [`${n} ${against}`] : [])),
    ['2 yesterday 3'],
  )
  await at('2026-05-07T05:10:00Z')
  const after = to(manager).at(-1)
  assert.deepEqual(after && linesOf(after).map(({ label }) => label), [], 'what waits longer has not moved')
})
