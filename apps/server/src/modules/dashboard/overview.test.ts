/** @external time zones are the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { openTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const overview = async (tenant: TestTenant, query = ''): Promise<Overview> => {
  const reply = await server.call<Overview>('GET', `/api/dashboard/overview${query}`, {
    token: tenant.manager.token,
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

interface TestSubmission {
  readonly at: Date
  readonly rating: number | null
  readonly counted?: boolean
  readonly state?: string
}

const insert = (tenant: TestTenant, place: TestPlace, given: readonly TestSubmission[]): Promise<unknown> =>
  tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, state, counted, created_at)
       select $1, id, $3, $4, rating, 'x', state, counted, at
       from unnest($2::uuid[], $5::int[], $6::text[], $7::boolean[], $8::timestamptz[]) as r (id, rating, state, counted, at) returning 1`,
      [
        ctx.tenantId,
        given.map(({ at }) => newId(at.getTime())),
        place.amenityId,
        place.buildingId,
        given.map(({ rating }) => rating),
        given.map(({ state }) => state ?? 'VISIBLE'),
        given.map(({ counted }) => counted ?? true),
        given.map(({ at }) => at.toISOString()),
      ],
    ),
  )

/** The day of a time on the wall clock, by another library than the product uses. */
const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

/** Always the same pseudo-random numbers. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const mean = (ratings: readonly number[]): number | null =>
  ratings.length === 0 ? null : ratings.reduce((a, b) => a + b, 0) / ratings.length

// Berlin loses and gains an hour, Cairo's day of change starts at 01:00, Lord Howe moves by half an hour, Kathmandu
// has an odd offset, Apia is far ahead.
const cases = [
  { timeZone: 'Europe/Berlin', from: '2026-03-20', to: '2026-04-05' },
  { timeZone: 'Europe/Berlin', from: '2026-10-20', to: '2026-10-30' },
  { timeZone: 'Africa/Cairo', from: '2026-04-20', to: '2026-04-28' },
  { timeZone: 'Australia/Lord_Howe', from: '2026-04-01', to: '2026-04-08' },
  { timeZone: 'America/New_York', from: '2026-11-01', to: '2026-11-01' },
  { timeZone: 'Asia/Kathmandu', from: '2026-06-01', to: '2026-06-07' },
  { timeZone: 'Pacific/Apia', from: '2026-06-01', to: '2026-06-07' },
  { timeZone: 'UTC', from: '2026-02-01', to: '2026-02-28' },
]

for (const { timeZone, from, to } of cases) {
  test(`In ${timeZone} from ${from} to ${to} every figure equals a plain count over the rows`, async () => {
    const tenant = await createTenant(server, { timeZone })
    const place = await createPlace(server, tenant)
    const next = random(42)
    const start = Date.parse(`${from}T00:00:00Z`) - 40 * 24 * 3600_000
    const span = Date.parse(`${to}T00:00:00Z`) + 3 * 24 * 3600_000 - start
    const given = Array.from({ length: 3000 }, (_, index): TestSubmission => {
      // A third lies within minutes of a midnight, where errors of days show.
      const at = start + next() * span
      const nearMidnight = Math.round(at / 1_800_000) * 1_800_000 + Math.floor((next() - 0.5) * 4) * 1000
      return {
        at: new Date(index % 3 === 0 ? nearMidnight : Math.floor(at)),
        rating: next() < 0.1 ? null : 1 + Math.floor(next() * 5),
        counted: next() > 0.05,
        state: next() < 0.05 ? 'HIDDEN' : 'VISIBLE',
      }
    })
    await insert(tenant, place, given)
    const answer = await overview(tenant, `?from=${from}&to=${to}`)
    const counted = given
      .filter(({ counted }) => counted)
      .map((one) => ({ ...one, day: dayIn(timeZone, one.at) }))
    const inside = counted.filter(({ day }) => day >= from && day <= to)
    const ratings = inside.flatMap(({ rating }) => rating ?? [])
    assert.deepEqual(answer.period, { from, to, timeZone, limitedBy: null })
    assert.equal(answer.feedback.count, inside.length)
    assert.equal(answer.feedback.rated, ratings.length)
    assert.ok(Math.abs((answer.feedback.average ?? 0) - (mean(ratings) ?? 0)) < 1e-9)
    for (const rating of [1, 2, 3, 4, 5] as const) {
      assert.equal(answer.feedback.distribution[rating], ratings.filter((one) => one === rating).length)
    }
    assert.equal(answer.satisfaction[0]?.date, from)
    assert.equal(answer.satisfaction.at(-1)?.date, to)
    for (const { date, count, average } of answer.satisfaction) {
      const ofDay = inside.filter(({ day }) => day === date)
      assert.equal(count, ofDay.length, date)
      const expected = mean(ofDay.flatMap(({ rating }) => rating ?? []))
      assert.ok(expected === null ? average === null : Math.abs((average ?? 0) - expected) < 1e-9, date)
    }
    const days = answer.satisfaction.length
    const dayBefore = (date: string, n: number) =>
      new Date(Date.parse(`${date}T00:00:00Z`) - n * 24 * 3600_000).toISOString().slice(0, 10)
    const before = counted.filter(({ day }) => day >= dayBefore(from, days) && day < from).length
    assert.ok(before > 0)
    assert.ok(Math.abs((answer.feedback.change ?? 0) - (inside.length - before) / before) < 1e-9)
  })
}

test('Without dates the last 30 days are used, today included', async () => {
  const tenant = await createTenant(server, { timeZone: 'Asia/Tokyo' })
  const today = (): string => dayIn('Asia/Tokyo', server.clock.now())
  const [before, answer, after] = [today(), await overview(tenant), today()]
  assert.ok([before, after].includes(answer.period.to), answer.period.to)
  assert.equal(answer.satisfaction.length, 30)
  assert.deepEqual(answer.feedback, {
    count: 0,
    rated: 0,
    average: null,
    change: null,
    averageChange: null,
    distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
  })
  assert.deepEqual(answer.attention, [])
  assert.deepEqual(answer.activity, [])
})

test('A period that ends before it starts, an invalid day and more than five years are VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const query of [
    '?from=2026-02-02&to=2026-02-01',
    '?from=2026-02-30',
    '?from=now',
    '?from=1970-01-01&to=2026-01-01',
    '?from=2026-01-01&from=2026-01-02',
    '?buildingId=1',
  ]) {
    const reply = await server.call('GET', `/api/dashboard/overview${query}`, { token: tenant.manager.token })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', query)
  }
  assert.equal((await overview(tenant, '?from=2026-01-05&to=2026-01-05')).satisfaction.length, 1)
  assert.equal((await overview(tenant, '?to=2026-01-31')).period.from, '2026-01-02')
})

test('A technician is FORBIDDEN, and numbers of other tenants are not included', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  assert.equal(
    (await server.call('GET', '/api/dashboard/overview', { token: mine.technician.token })).json.code,
    'FORBIDDEN',
  )
  const place = await createPlace(server, theirs)
  await insert(theirs, place, [{ at: server.clock.now(), rating: 5 }])
  assert.equal((await overview(mine)).feedback.count, 0)
  assert.equal((await overview(mine, `?buildingId=${place.buildingId}`)).feedback.count, 0)
  assert.equal((await overview(theirs, `?buildingId=${place.buildingId}`)).feedback.count, 1)
})

test('Building, amenity and type filter all figures, under both names and with several values', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [
    await createPlace(server, tenant),
    await createPlace(server, tenant, { type: 'KITCHEN', name: 'Kitchen' }),
  ]
  await insert(tenant, one, [{ at: server.clock.now(), rating: 5 }])
  await insert(tenant, two, [
    { at: server.clock.now(), rating: 1 },
    { at: server.clock.now(), rating: 2 },
  ])
  const count = async (query: string): Promise<number> => (await overview(tenant, query)).feedback.count
  assert.equal(await count(''), 3)
  assert.equal(await count(`?building=${one.buildingId}`), 1)
  assert.equal(await count(`?buildingId=${one.buildingId},${two.buildingId}`), 3)
  assert.equal(await count(`?amenity=${two.amenityId}`), 2)
  assert.equal(await count('?type=KITCHEN'), 2)
  assert.equal(await count(`?type=KITCHEN&buildingId=${one.buildingId}`), 0)
  assert.equal(await count(`?buildingId=${newId(1)}`), 0)
})

const task = (
  tenant: TestTenant,
  place: TestPlace,
  category: string,
  more: { priority?: 'URGENT' | 'MEDIUM'; set?: string } = {},
): Promise<string> =>
  tenant.inside(async (ctx) => {
    const { taskId } = await openTask(ctx, {
      priority: more.priority ?? 'MEDIUM',
      source: 'MANUAL',
      buildingId: place.buildingId,
      amenityId: place.amenityId,
      category,
      skill: null,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
    })
    if (more.set)
      await ctx.run(`update task set ${more.set} where tenant_id = $1 and id = $2`, [ctx.tenantId, taskId])
    return taskId
  })

test('Tasks are counted by their current status, done and created ones in the period, merged ones never', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await task(tenant, place, 'NO_PAPER')
  const target = await task(tenant, place, 'LEAK', {
    set: "status = 'IN_PROGRESS', due_at = created_at - interval '1 hour'",
  })
  await task(tenant, place, 'NO_SOAP', { set: `merged_into = '${target}'` })
  await task(tenant, place, 'BIN_FULL', { set: "status = 'DONE', completed_at = created_at" })
  await task(tenant, place, 'BIN_FULL', {
    set: "status = 'DONE', completed_at = created_at - interval '90 days', created_at = created_at - interval '91 days'",
  })
  await task(tenant, place, 'WET_FLOOR', { set: "created_at = created_at - interval '40 days'" })
  // The tallies of rows that the test inserted directly.
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into task_tally (tenant_id, facet, key, n)
       select $1, 'status', s, (select count(*) from task where tenant_id = $1 and merged_into is null and status = s)
       from unnest(array['OPEN', 'IN_PROGRESS', 'DONE']) s
       on conflict (tenant_id, facet, key) do update set n = excluded.n`,
      [tenant.id],
    ),
  )
  assert.deepEqual((await overview(tenant)).tasks, {
    open: 2,
    inProgress: 1,
    done: 1,
    // One past its due time, and the one of forty days ago past its SLA.
    overdue: 2,
    created: 3,
    createdChange: 2,
  })
})

const speak = async (tenant: TestTenant, language: VisitorLanguage): Promise<void> => {
  const { token } = tenant.manager
  const reply = await server.call('PATCH', '/api/auth/me', { token, body: { language } })
  assert.equal(reply.status, 200, reply.text)
}

test('The attention list is ranked, has a reason for each item in the reader’s language, and each task once', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const lift = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift' })
  const reported = await task(tenant, place, 'NO_PAPER', { set: 'reporter_count = 3' })
  const waiting = await task(tenant, place, 'NO_SOAP', {
    set: "created_at = created_at - interval '2 hours'",
  })
  const overdue = await task(tenant, place, 'LEAK', {
    set: "due_at = created_at - interval '1 hour', reporter_count = 9",
  })
  const trapped = await task(tenant, lift, 'PERSON_TRAPPED', {
    priority: 'URGENT',
    set: "due_at = created_at - interval '1 hour'",
  })
  const urgent = await task(tenant, place, 'LEAK', {
    priority: 'URGENT',
    set: "created_at = created_at - interval '3 hours'",
  })
  const notFixed = await task(tenant, place, 'BIN_FULL', { set: "verification = 'REJECTED'" })
  await task(tenant, lift, 'BIN_FULL')
  const free = newId(2).replaceAll('-', '').slice(-12).toUpperCase()
  const now = server.clock.now().getTime()
  const ago = (days: number): Date => new Date(now - days * 24 * 3600_000)
  await insert(tenant, lift, [
    ...Array.from({ length: 6 }, () => ({ at: ago(20), rating: 5 })),
    ...Array.from({ length: 5 }, () => ({ at: ago(1), rating: 2 })),
  ])
  await tenant.inside(async (ctx) => {
    await ctx.run("update amenity set state = 'OUT_OF_ORDER' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      place.amenityId,
    ])
    await ctx.run(
      'insert into qr_code (tenant_id, code, scans, last_scan_at, created_at) values ($2, $1, 1, $3, $3)',
      [free, ctx.tenantId, ctx.now],
    )
  })
  const { attention } = await overview(tenant)
  assert.deepEqual(
    attention.map(({ id }) => id),
    [trapped, notFixed, urgent, overdue, waiting, place.amenityId, lift.amenityId, reported, free],
  )
  assert.deepEqual(
    attention.map(({ reason }) => reason),
    [
      'Somebody may be in danger',
      'A visitor says that it is not fixed',
      'Urgent and not done',
      'Past its due time',
      'Unassigned for more than an hour',
      'Out of order',
      'The rating fell from 5.0 to 2.0 within a week',
      '3 people have reported it',
      'Scanned by a visitor, but not linked to an amenity',
    ],
  )
  assert.equal(attention[0]?.building?.id, lift.buildingId)
  await speak(tenant, 'de')
  assert.deepEqual(
    (await overview(tenant)).attention.map(({ reason }) => reason),
    [
      'Jemand ist vielleicht in Gefahr',
      'Laut Besucher nicht behoben',
      'Dringend und nicht erledigt',
      'Überfällig',
      'Seit über einer Stunde nicht zugewiesen',
      'Außer Betrieb',
      'Die Bewertung fiel in einer Woche von 5,0 auf 2,0',
      '3 Personen haben es gemeldet',
      'Von Besuchern gescannt, aber mit keiner Einrichtung verknüpft',
    ],
  )
  await speak(tenant, 'ja')
  assert.equal((await overview(tenant)).attention[3]?.reason, 'Past its due time')
  const filtered = await overview(tenant, `?buildingId=${lift.buildingId}`)
  assert.deepEqual(
    filtered.attention.map(({ id }) => id),
    [trapped, lift.amenityId],
  )
})

test('Activity names an issue of the tenant’s own type as the tenant does', async () => {
  const tenant = await createTenant(server)
  const made = await server.call<{ code: string; categories: { code: string }[] }>(
    'POST',
    '/api/admin/amenity-types',
    {
      token: tenant.admin.token,
      body: { name: 'Nap pod', categories: [{ code: 'STALE_PILLOW', names: { en: 'Stale pillow' } }] },
    },
  )
  assert.equal(made.status, 201, made.text)
  const place = await createPlace(server, tenant, { type: made.json.data.code, name: 'Pod 1' })
  const sent = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 2, issues: ['STALE_PILLOW'] },
  })
  assert.equal(sent.status, 201, sent.text)
  const { activity } = await overview(tenant)
  assert.equal(activity[0]?.text, 'Pod 1: rated 2 of 5, Stale pillow')
})

test('Activity lists the latest submissions, tasks and public status, at most 20', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await insert(tenant, place, [
    { at: new Date(server.clock.now().getTime() - 5000), rating: 4 },
    { at: new Date(server.clock.now().getTime() - 4000), rating: 1, counted: false, state: 'QUARANTINED' },
  ])
  const taskId = await task(tenant, place, 'NO_PAPER')
  const { activity } = await overview(tenant)
  assert.deepEqual(
    activity.map(({ type, text }) => ({ type, text })),
    [
      { type: 'task.created', text: '#1 No paper, Washroom 1 was created' },
      { type: 'feedback.created', text: 'Washroom 1: rated 4 of 5' },
    ],
  )
  assert.equal(activity[0]?.id, taskId)
  await speak(tenant, 'de')
  assert.deepEqual(
    (await overview(tenant)).activity.map(({ text }) => text),
    ['#1 Kein Papier, Washroom 1 wurde angelegt', 'Washroom 1: mit 4 von 5 bewertet'],
  )
  await insert(
    tenant,
    place,
    Array.from({ length: 40 }, (_, index) => ({
      at: new Date(server.clock.now().getTime() - index * 1000),
      rating: 3,
    })),
  )
  assert.equal((await overview(tenant)).activity.length, 20)
})

test('Numbers of open tasks come from the tallies, in total and by building, and never from counting all tasks', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await server.call('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: { title: 'Lamp', amenityId: place.amenityId },
  })
  const open = async (query: string) => (await overview(tenant, query)).tasks.open
  const filters = ['', `?building=${place.buildingId}`, `?amenity=${place.amenityId}`, '?type=WASHROOM']
  assert.deepEqual(await Promise.all(filters.map(open)), [1, 1, 1, 1])
  await tenant.inside((ctx) => ctx.run('update task_tally set n = 7 where tenant_id = $1', [tenant.id]))
  assert.deepEqual(await Promise.all(filters.map(open)), [7, 7, 1, 1])
})
