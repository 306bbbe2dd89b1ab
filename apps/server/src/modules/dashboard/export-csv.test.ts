import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityPerformance } from '#contracts/figures.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { loadTasks } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { growsWithSize } from '#test/growth.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createLevels, createPlace, type TestPlace, type TestTenant } from '#test/world.ts'
import { csvLine, defuse } from './export/csv.ts'
import { exportStage, insertMany } from './testing/many-submissions.ts'
import { readCsv } from './testing/read-csv.ts'

const server = await startTestServer()

const world = (plan?: 'PRO') => exportStage(server, plan)

const download = async (tenant: TestTenant, query: string, token = tenant.manager.token) => {
  const reply = await server.call('GET', `/api/dashboard/export?${query}`, { token })
  assert.equal(reply.status, 200, reply.text)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(reply.bytes)
  return { ...readCsv(text), headers: reply.headers }
}

const refused = async (tenant: TestTenant, query: string): Promise<string> => {
  const reply = await server.call('GET', `/api/dashboard/export?${query}`, { token: tenant.manager.token })
  return `${reply.status} ${reply.json.code} ${reply.json.details?.[0]?.path ?? ''}`
}

interface TestComment {
  readonly comment?: string
  readonly rating?: number | null
  readonly at?: Date
  readonly state?: string
}

const insert = async (
  tenant: TestTenant,
  place: TestPlace,
  given: readonly TestComment[],
): Promise<string[]> => {
  const rows = given.map(({ comment = null, rating = 3, at = server.clock.now(), state = 'VISIBLE' }) => ({
    id: newId(at.getTime()),
    comment,
    rating,
    at,
    state,
  }))
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, state, counted, created_at)
       select $1, r.id, $3, $4, r.rating, r.comment, 'x', r.state, r.state <> 'QUARANTINED', r.at
       from jsonb_to_recordset($2) as r (id uuid, rating int, comment text, state text, at timestamptz) returning 1`,
      [ctx.tenantId, JSON.stringify(rows), place.amenityId, place.buildingId],
    ),
  )
  return rows.map(({ id }) => id)
}

test('An export is a CSV file with a byte order mark, one header line, and the chosen columns in their order', async () => {
  const { tenant, place } = await world()
  const at = new Date(server.clock.now().getTime() - 60_000)
  const [id] = await insert(tenant, place, [{ comment: 'No "paper", again\nreally', rating: 2, at }])
  const { header, rows, headers } = await download(
    tenant,
    'what=feedback&columns=rating,comment,id,createdAtUtc,timeZone',
  )
  assert.deepEqual(header, ['Rating', 'Comment', 'ID', 'Created (UTC)', 'Time zone'])
  assert.deepEqual(rows, [['2', 'No "paper", again\nreally', id, at.toISOString(), 'Europe/Berlin']])
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="wellkept-feedback-[\d-]+\.csv"$/,
  )
  const german = await download(tenant, 'what=feedback&columns=rating,createdAt&language=de')
  assert.deepEqual(german.header, ['Bewertung', 'Eingegangen'])
  const local = new Intl.DateTimeFormat('sv', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  assert.deepEqual(german.rows, [['2', local.format(at)]])
  const all = await download(tenant, 'what=feedback')
  assert.equal(all.header.length, 18)
})

test('An export has the full path of a place, through all six levels', async () => {
  const { tenant, place } = await world()
  const locationId = (await createLevels(server, tenant, place.buildingId)).at(-1)
  await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
    body: { locationId },
  })
  await insert(tenant, place, [{}])
  assert.deepEqual((await download(tenant, 'what=feedback&columns=location')).rows, [
    ['Level 1, Level 2, Level 3, Level 4, Level 5, Level 6'],
  ])
})

test('An export takes the filters and the order of its screen, and refuses those of others', async () => {
  const { tenant, place } = await world()
  const now = server.clock.now().getTime()
  const ids = await insert(
    tenant,
    place,
    [5, 1, null, 3, 1].map((rating, index) => ({
      rating,
      at: new Date(now - (index + 1) * 1000),
      comment: `Word${index}`,
    })),
  )
  await insert(tenant, place, [{ at: new Date(now - 40 * 86_400_000) }])
  const order = async (query: string) =>
    (await download(tenant, `what=feedback&columns=id&${query}`)).rows.flat()
  const feed = async (query: string) =>
    (
      await server.call<{ id: string }[]>('GET', `/api/dashboard/feedback/recent?${query}`, {
        token: tenant.manager.token,
      })
    ).json.data.map(({ id }) => id)
  for (const query of [
    '',
    'sort=createdAt',
    'sort=rating',
    'sort=-rating',
    'rating=1,3',
    'hasComment=false',
    'q=word3',
    `building=${place.buildingId}`,
    'type=KITCHEN',
  ])
    assert.deepEqual(await order(query), await feed(query), query)
  assert.deepEqual(await order(''), ids)
  assert.equal(await refused(tenant, 'what=inspections&q=x'), '400 VALIDATION_ERROR query.q')
  assert.equal(await refused(tenant, 'what=inspections&sort=createdAt'), '400 VALIDATION_ERROR query.sort')
  assert.equal(await refused(tenant, 'what=feedback&status=OPEN'), '400 VALIDATION_ERROR query.status')
  assert.equal(await refused(tenant, 'what=amenities&q=x'), '400 VALIDATION_ERROR query.q')
  assert.equal(await refused(tenant, 'what=feedback&columns=title'), '400 VALIDATION_ERROR query.columns')
  assert.equal(await refused(tenant, 'what=feedback&columns=id,id'), '400 VALIDATION_ERROR query.columns')
  assert.equal(await refused(tenant, 'what=feedback&sort=dueAt'), '400 VALIDATION_ERROR query.sort')
  assert.match(await refused(tenant, ''), /^400 VALIDATION_ERROR/)
})

test('Hidden comments are exported for administrators only, and an API key reads like a manager', async () => {
  const { tenant, place } = await world()
  await insert(tenant, place, [{ comment: 'Secret words', state: 'HIDDEN' }])
  const query = 'what=feedback&columns=comment,state&state=HIDDEN'
  assert.deepEqual((await download(tenant, query)).rows, [['', 'HIDDEN']])
  assert.deepEqual((await download(tenant, query, tenant.admin.token)).rows, [['Secret words', 'HIDDEN']])
  assert.deepEqual((await download(tenant, `${query}&q=secret`)).rows, [])
  const { key } = await createKey(server, tenant, 'read')
  const byKey = await server.call('GET', `/api/dashboard/export?${query}`, { key })
  assert.equal(byKey.status, 200)
  assert.ok(!byKey.text.includes('Secret'))
})

test('Below BUSINESS an export is FORBIDDEN, and a tenant never exports data of another', async () => {
  const { tenant } = await world('PRO')
  assert.match(await refused(tenant, 'what=feedback'), /^403 FORBIDDEN/)
  const [mine, theirs] = [await world(), await world()]
  await insert(theirs.tenant, theirs.place, [{ comment: 'Theirs' }])
  for (const what of ['feedback', 'tasks'])
    assert.deepEqual((await download(mine.tenant, `what=${what}`)).rows, [])
  const foreign = await download(mine.tenant, `what=feedback&building=${theirs.place.buildingId}`)
  assert.deepEqual(foreign.rows, [])
})

test('No cell of an export is run by a spreadsheet, however the formula is hidden', async () => {
  const { tenant, place } = await world()
  const marks = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const before = [
    '',
    ' ',
    '\u200B',
    '\u00A0',
    '\t',
    '\n',
    '\r\n',
    'x;',
    'x;"',
    'x\t',
    'x\n',
    'x\n ',
    '\uFEFF',
    '\u202E',
    '\uFE0F',
    'Soap is out; "',
    'Soap is out\t""\u200B ',
    'x\u2028',
  ]
  const hostile = before.flatMap((start) => marks.map((mark) => `${start}${mark}cmd|' /C calc'!A0`))
  await insert(
    tenant,
    place,
    hostile.map((comment) => ({ comment })),
  )
  const { rows } = await download(tenant, 'what=feedback&columns=comment')
  assert.equal(rows.length, hostile.length)
  const runs = /(^|[;\t\r\n\u2028])(?:[\s"\u200B\uFEFF\u202E]|\uFE0F)*[=+\-@＝＋－＠]/u
  for (const [comment = ''] of rows) {
    assert.doesNotMatch(comment, runs)
    assert.doesNotMatch(comment, /\u202E/)
  }
  assert.equal(defuse('Nothing - but = words; and 5 < 6'), 'Nothing - but = words; and 5 < 6')
})

test('A spreadsheet that splits at semicolons or tabs finds no formula in any part of a comment', async () => {
  const { tenant, place } = await world()
  await insert(tenant, place, [{ comment: 'Wet; =1+1\t""=2+2; @sum; five - two; "=3"' }])
  const { rows } = await download(tenant, 'what=feedback&columns=comment')
  assert.deepEqual(rows, [[`Wet; '=1+1\t""'=2+2; '@sum; five - two; "'=3"`]])
})

test('The time to write a cell grows linearly with its length, whatever it contains', async () => {
  for (const filling of ['\n', ';"', '\n='])
    for (const end of ['x', '=']) {
      const work = (size: number) => csvLine([`x${filling.repeat(size)}${end}`])
      assert.ok(await growsWithSize(work, 4000), JSON.stringify(filling + end))
    }
})

test('20,000 rows are each written once, in order, while others are inserted', async () => {
  const { tenant, place } = await world()
  await insertMany(server, tenant, place, 20_000, 'Floor is wet')
  const writing = download(tenant, 'what=feedback&columns=id,createdAtUtc')
  await insertMany(server, tenant, place, 500, 'Later')
  const { rows } = await writing
  const times = rows.map(([, at = '']) => at)
  assert.deepEqual(times, times.toSorted().reverse())
  assert.equal(new Set(rows.map(([id]) => id)).size, rows.length)
  assert.ok(rows.length >= 20_000)
  assert.equal((await download(tenant, 'what=feedback&columns=id&sort=rating')).rows.length, 20_500)
})

test('An export of amenities has the figures of the ranking, in its order', async () => {
  const { tenant, place } = await world()
  const other = await createPlace(server, tenant, { name: 'Kitchen', type: 'KITCHEN' })
  await insert(
    tenant,
    place,
    [5, 4, 1, 2, 2].map((rating) => ({ rating })),
  )
  await insert(
    tenant,
    other,
    [5, 5, 4, 5, 4].map((rating) => ({ rating })),
  )
  const reply = await server.call<AmenityPerformance[]>('GET', '/api/dashboard/amenities/performance', {
    token: tenant.manager.token,
  })
  const { rows } = await download(tenant, 'what=amenities&columns=id,score,low,high,count,average,rank')
  assert.deepEqual(
    rows,
    reply.json.data.map(({ id, score, low, high, count, average, rank }) =>
      [id, score, low, high, count, average, rank].map((value) => (value === null ? '' : String(value))),
    ),
  )
})

test('An export of tasks has the rows of the list in each of its orders', async () => {
  const { tenant, place } = await world()
  const now = server.clock.now().getTime()
  const ago = (minutes: number): Date => new Date(now - minutes * 60_000)
  const statuses = ['OPEN', 'IN_PROGRESS', 'DONE'] as const
  await tenant.inside((ctx) =>
    loadTasks(
      ctx,
      Array.from({ length: 1200 }, (_, n) => ({
        id: newId(now),
        title: `=Task ${n}`,
        description: '',
        status: statuses[n % 3] ?? 'OPEN',
        priority: n % 2 ? 'URGENT' : 'LOW',
        source: 'MANUAL',
        buildingId: place.buildingId,
        amenityId: place.amenityId,
        category: null,
        skill: null,
        assigneeId: null,
        dueAt: n % 4 ? ago(600 - (n % 50) * 60) : null,
        labels: [],
        checklist: [],
        resolution: null,
        minutesSpent: null,
        reporterCount: 0,
        lastReportAt: null,
        blocked: null,
        reopenCount: 0,
        verification: 'NONE',
        createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
        createdAt: ago(n % 700),
        startedAt: null,
        completedAt: n % 3 === 2 ? ago(1) : null,
        updatedAt: ago(n % 90),
        reports: [],
        notes: [],
        history: [],
      })),
    ),
  )
  const list = async (query: string): Promise<string[]> => {
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const path = `/api/tasks?${query}&pageSize=100&page=${page}`
      const { json } = await server.call<Task[]>('GET', path, { token: tenant.manager.token })
      ids.push(...json.data.map(({ id }) => id))
      if (page >= json.totalPages) {
        assert.equal(ids.length, json.total)
        return ids
      }
    }
  }
  const filters = ['', '&status=OPEN,DONE', '&priority=LOW&overdue=false', `&amenity=${place.amenityId}`]
  const sorts = ['createdAt', 'number', 'updatedAt', 'dueAt', 'priority'].flatMap((name) => [
    name,
    `-${name}`,
  ])
  for (const [index, sort] of sorts.entries()) {
    const query = `sort=${sort}${filters[index % filters.length]}`
    const { rows } = await download(tenant, `what=tasks&columns=id&${query}`)
    assert.deepEqual(rows.flat(), await list(query), query)
  }
  const { header, rows } = await download(tenant, 'what=tasks&sort=number')
  assert.equal(rows[0]?.[header.indexOf('Title')], "'=Task 0")
  const none = await download(tenant, 'what=tasks&columns=id&type=KITCHEN')
  assert.deepEqual(none.rows, [])
})

test('A file of tasks is named after its first and last day, or without dates after the last day', async () => {
  const { tenant } = await world()
  const nameOf = async (query: string): Promise<string> =>
    (await download(tenant, `what=tasks&columns=id${query}`)).headers.get('content-disposition') ?? ''
  assert.match(await nameOf(''), /"wellkept-tasks-until-\d{4}-\d\d-\d\d\.csv"$/)
  assert.match(await nameOf('&from=2026-01-01&to=2026-01-31'), /"wellkept-tasks-2026-01-01-2026-01-31\.csv"$/)
})

test('A task without a due time is exported with the resolve time of its SLA, in the file’s time zone', async () => {
  const { tenant, place } = await world()
  const { json } = await server.call<Task>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Leak', priority: 'HIGH', amenityId: place.amenityId },
  })
  const { sla, dueAt, createdAt } = json.data
  assert.ok(sla?.resolveBy)
  assert.equal(dueAt, null)
  const { header, rows } = await download(
    tenant,
    'what=tasks&columns=dueAt,resolveBy,createdAt,createdAtUtc,sla',
  )
  assert.deepEqual(header, ['Due', 'SLA: finish by', 'Created', 'Created (UTC)', 'SLA'])
  const [due, until, created, , state] = rows[0] ?? []
  assert.deepEqual([due, state], ['', 'ON_TRACK'])
  // Compared as wall clock times: the hour that repeats in autumn is ambiguous.
  const localOf = (time: string): string =>
    Temporal.Instant.from(time).toZonedDateTimeISO('Europe/Berlin').toPlainDateTime().toString()
  assert.deepEqual(
    [created, until],
    [createdAt, sla.resolveBy].map((time) => localOf(time).slice(0, 19).replace('T', ' ')),
  )
})
