import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type { Candidate, OnCall } from '#contracts/operator/records.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { daysAfter, localDay, startOfLocalDay } from '#server/platform/local-day.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { always, makeCompany, makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer({ worker: false })

const onCall = (tenant: TestTenant, query: string) =>
  server.call<OnCall>('GET', `/api/operator/on-call?${query}`, { token: tenant.manager.token })
const match = (tenant: TestTenant, query: string, token = tenant.manager.token) =>
  server.call<Candidate[]>('GET', `/api/operator/match?${query}`, { token })
const weekdays = (from: string, to: string) => ({
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from, to })),
})

test('On call are people on duty who cover and have the skill, least loaded first, until the shift ends; with gaps of 14 days', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const elsewhere = (await createPlace(server, tenant)).buildingId
  const { shift } = operatorCalls(server, tenant)
  const cleaners = await makeCompany(server, tenant, {
    coverage: [{ buildingIds: [buildingId], skills: ['CLEANING'] }],
  })
  const make = async (name: string, companyId: string | null, shifts: unknown) => {
    const operator = await makeOperator(server, tenant, { name, companyId, skills: ['CLEANING'] })
    await shift(operator.id, shifts)
    return operator
  }
  const early = await make('Early', cleaners.id, weekdays('06:00', '14:00'))
  const late = await make('Late', null, weekdays('08:00', '16:00'))
  await makeTask(server, tenant.manager, { assignee: { operatorId: late.id } })
  // A Monday in winter; Berlin is UTC+1.
  const ask = async (at: string, where = buildingId) =>
    (await onCall(tenant, `buildingId=${where}&skill=CLEANING&at=${at}`)).json.data
  const nine = await ask('2026-11-23T08:00:00Z')
  assert.deepEqual(
    [nine.responsible?.id, nine.until, nine.chain.map(({ name }) => name)],
    [early.id, '2026-11-23T13:00:00.000Z', ['Early', 'Late']],
  )
  assert.deepEqual(nine.gaps.slice(0, 2), [
    { from: '2026-11-23T15:00:00.000Z', to: '2026-11-24T05:00:00.000Z' },
    { from: '2026-11-24T15:00:00.000Z', to: '2026-11-25T05:00:00.000Z' },
  ])
  assert.equal(nine.gaps.at(-1)?.to, '2026-12-07T05:00:00.000Z')
  const other = await ask('2026-11-23T08:00:00Z', elsewhere)
  assert.deepEqual(
    other.chain.map(({ name }) => name),
    ['Late'],
  )
  const night = await ask('2026-11-23T20:00:00Z')
  assert.deepEqual([night.responsible, night.until, night.chain], [null, '2026-11-24T05:00:00.000Z', []])
})

test('Without a skill anybody on duty who covers the place is on call; if nobody is, the whole time is a gap', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const empty = (await onCall(tenant, `buildingId=${buildingId}&at=2026-11-23T08:00:00Z`)).json.data
  assert.deepEqual(empty, {
    responsible: null,
    until: null,
    chain: [],
    gaps: [{ from: '2026-11-23T08:00:00.000Z', to: '2026-12-07T08:00:00.000Z' }],
    uncovered: [],
    timeZone: 'Europe/Berlin',
  })
  const { id } = await makeOperator(server, tenant)
  await operatorCalls(server, tenant).shift(id, always)
  const covered = (await onCall(tenant, `buildingId=${buildingId}`)).json.data
  assert.deepEqual([covered.responsible?.id, covered.until, covered.gaps], [id, null, []])
  const skilled = (await onCall(tenant, `buildingId=${buildingId}&skill=LIFT`)).json.data
  assert.equal(skilled.responsible, null)
})

test('A time more than ten years ahead is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const at of ['9999-12-31T23:59:59.999Z', '2100-01-01T00:00:00Z']) {
    const reply = await onCall(tenant, `at=${at}`)
    assert.equal(reply.status, 400, reply.text)
    assert.equal(reply.json.code, 'VALIDATION_ERROR')
  }
})

test('Shifts are in the time zone of the requested building', async () => {
  const tenant = await createTenant(server)
  const made = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body: { name: 'Tokyo', timeZone: 'Asia/Tokyo' },
  })
  const { id } = await makeOperator(server, tenant)
  await operatorCalls(server, tenant).shift(id, weekdays('09:00', '10:00'))
  const ask = async (query: string) => (await onCall(tenant, query)).json.data.responsible?.id
  assert.equal(await ask(`buildingId=${made.json.data.id}&at=2026-11-23T00:30:00Z`), id)
  assert.equal(await ask('at=2026-11-23T00:30:00Z'), undefined)
  assert.equal(await ask('at=2026-11-23T08:30:00Z'), id)
})

test('People of suspended companies, with ended contracts, invitations or expired certifications are not on call', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const { shift, certify } = operatorCalls(server, tenant)
  const yesterday = daysAfter(localDay(server.clock.now(), 'Europe/Berlin'), -1)
  const draft = await makeCompany(server, tenant, { name: 'Draft', kind: 'IN_HOUSE', state: 'DRAFT' })
  const ended = await makeCompany(server, tenant, {
    name: 'Ended',
    kind: 'IN_HOUSE',
    contractUntil: yesterday,
  })
  const people = [
    await makeOperator(server, tenant, { name: 'Of a draft', companyId: draft.id, skills: ['LIFT'] }),
    await makeOperator(server, tenant, { name: 'Contract over', companyId: ended.id, skills: ['LIFT'] }),
    await makeOperator(server, tenant, {
      name: 'Invited',
      email: 'i@x.example',
      inviteUser: true,
      skills: ['LIFT'],
    }),
    await makeOperator(server, tenant, { name: 'Expired', skills: ['LIFT', 'HVAC'] }),
  ]
  for (const { id } of people) await shift(id, always)
  const expired = people[3]?.id ?? ''
  await certify(expired, { certifications: [{ name: 'Lifts', skill: 'LIFT', validUntil: yesterday }] })
  assert.deepEqual((await onCall(tenant, 'skill=LIFT')).json.data.chain, [])
  assert.equal((await onCall(tenant, 'skill=HVAC')).json.data.responsible?.id, expired)
  const ranked = (await match(tenant, 'skill=LIFT')).json.data
  assert.deepEqual(ranked.find(({ operator }) => operator.id === expired)?.against, [
    'The certificate for Lifts has expired',
  ])
  assert.deepEqual(ranked.find(({ operator }) => operator.name === 'Contract over')?.against, [
    'No current contract with Ended',
  ])
  await certify(expired, {
    certifications: [
      { name: 'Lifts', skill: 'LIFT', validUntil: yesterday },
      { name: 'Lifts II', skill: 'LIFT' },
    ],
  })
  assert.equal((await onCall(tenant, 'skill=LIFT')).json.data.responsible?.id, expired)
})

test('From the day after a contract or certification ends the next 14 days have a gap, until somebody follows', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const { shift, certify } = operatorCalls(server, tenant)
  const today = localDay(server.clock.now(), 'Europe/Berlin')
  const afterDay = (days: number) => startOfLocalDay(today, 'Europe/Berlin', days + 1).toISOString()
  const hire = async (name: string, contract: Record<string, string>) => {
    const { id: companyId } = await makeCompany(server, tenant, { name, kind: 'IN_HOUSE', ...contract })
    const { id } = await makeOperator(server, tenant, { name, companyId, skills: ['CLEANING'] })
    await shift(id, always)
    return id
  }
  const ask = async (query: string) => {
    const { responsible, until, gaps } = (await onCall(tenant, `buildingId=${buildingId}&${query}`)).json.data
    return [responsible?.id, until, gaps.length, gaps[0]?.from]
  }
  const gapOnToday = async () => {
    const path = '/api/dashboard/overview'
    const reply = await server.call<Overview>('GET', path, { token: tenant.manager.token })
    return reply.json.data.attention.find(({ id }) => id === buildingId)?.since
  }
  const first = await hire('First', { contractUntil: daysAfter(today, 4) })
  assert.deepEqual(await ask('skill=CLEANING'), [first, afterDay(4), 1, afterDay(4)])
  assert.equal(await gapOnToday(), afterDay(4), 'Today says the same')
  await hire('Second', { contractFrom: daysAfter(today, 5) })
  assert.deepEqual(await ask('skill=CLEANING'), [first, afterDay(4), 0, undefined])
  assert.equal(await gapOnToday(), undefined)
  const certified = await makeOperator(server, tenant, { name: 'Certified', skills: ['LIFT'] })
  await shift(certified.id, always)
  await certify(certified.id, {
    certifications: [{ name: 'Lifts', skill: 'LIFT', validUntil: daysAfter(today, 6) }],
  })
  assert.deepEqual(await ask('skill=LIFT'), [certified.id, afterDay(6), 1, afterDay(6)])
  assert.deepEqual(
    await ask(`skill=LIFT&at=${afterDay(6)}`),
    [undefined, null, 1, afterDay(6)],
    'judged at the time that is asked about',
  )
})

test('Match ranks candidates for a task with reasons for and against, in the reader’s language', async () => {
  const tenant = await createTenant(server)
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const elsewhere = await makeCompany(server, tenant, {
    name: 'Elsewhere',
    coverage: [{ buildingIds: [(await createPlace(server, tenant)).buildingId] }],
  })
  const { duty } = operatorCalls(server, tenant)
  const best = await makeOperator(server, tenant, { name: 'Best', skills: ['PLUMBING'] })
  const full = await makeOperator(server, tenant, { name: 'Full', skills: ['PLUMBING'], maxOpenTasks: 1 })
  await makeOperator(server, tenant, { name: 'Unskilled' })
  const away = await makeOperator(server, tenant, {
    name: 'Away',
    companyId: elsewhere.id,
    skills: ['PLUMBING'],
  })
  for (const { id } of [best, full, away]) await duty(id, { state: 'ON' })
  await makeTask(server, tenant.manager, { assignee: { operatorId: full.id } })
  const task = await makeTask(server, tenant.manager, { amenityId, category: 'LEAK' })
  assert.equal(task.skill, 'PLUMBING')
  const reply = await match(tenant, `taskId=${task.id}`)
  assert.deepEqual(
    reply.json.data.map(({ operator, score, ...reasons }) => [operator.name, score, reasons]),
    [
      [
        'Best',
        100,
        {
          for: ['On duty now', 'Has the skill Plumbing', 'Covers Main building', 'Has no open tasks'],
          against: [],
        },
      ],
      [
        'Full',
        80,
        {
          for: ['On duty now', 'Has the skill Plumbing', 'Covers Main building'],
          against: ['At capacity: 1 of at most 1 open tasks'],
        },
      ],
      [
        'Away',
        8,
        {
          for: ['On duty now', 'Has the skill Plumbing', 'Has no open tasks'],
          against: ['Does not cover Main building'],
        },
      ],
      [
        'Unskilled',
        3,
        {
          for: ['Covers Main building', 'Has no open tasks'],
          against: ['Not on duty now', 'Does not have the skill Plumbing'],
        },
      ],
    ],
  )
  const german = await tenant.person(['MANAGER'])
  await server.call('PATCH', '/api/auth/me', { token: german.token, body: { language: 'de' } })
  const words = await match(tenant, `buildingId=${buildingId}&skill=PLUMBING&pageSize=1`, german.token)
  assert.deepEqual(words.json.data[0]?.for.slice(0, 2), ['Jetzt im Dienst', 'Hat die Fähigkeit Sanitär'])
  assert.equal(words.json.total, 4)
})

test('With a time match returns only those who could be planned then', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const { shift, duty } = operatorCalls(server, tenant)
  const today = localDay(server.clock.now(), 'Europe/Berlin')
  const day = daysAfter(today, 3)
  const elsewhere = await makeCompany(server, tenant, {
    name: 'Elsewhere',
    coverage: [{ buildingIds: [(await createPlace(server, tenant)).buildingId] }],
  })
  const ending = await makeCompany(server, tenant, {
    name: 'Ending',
    kind: 'IN_HOUSE',
    contractUntil: daysAfter(today, 1),
  })
  const draft = await makeCompany(server, tenant, { name: 'Draft', kind: 'IN_HOUSE', state: 'DRAFT' })
  const make = async (name: string, companyId: string | null = null): Promise<string> =>
    (await makeOperator(server, tenant, { name, companyId })).id
  await make('Free')
  await make('Covers another building', elsewhere.id)
  await make('Contract over by then', ending.id)
  await make('Of a draft', draft.id)
  await shift(await make('Day off'), { exceptions: [{ date: day, off: true }] })
  await shift(await make('On a shift'), always)
  await shift(await make('Off the day before'), { exceptions: [{ date: daysAfter(day, -1), off: true }] })
  await duty(await make('Absent'), { state: 'ABSENT' })
  await duty(await make('Absent into it'), { state: 'ABSENT', until: `${day}T09:00:00Z` })
  await duty(await make('Back by then'), { state: 'ABSENT', until: `${day}T06:00:00Z` })
  await duty(await make('Gone home'), { state: 'OFF' })
  const ask = (free: string) => match(tenant, `buildingId=${buildingId}&sort=name&${free}`)
  const [from, until] = [`freeFrom=${day}T08:00:00Z`, `freeUntil=${day}T12:00:00Z`]
  const free = await ask(`${from}&${until}`)
  assert.deepEqual(
    free.json.data.map(({ operator }) => operator.name),
    ['Back by then', 'Free', 'Gone home', 'Off the day before'],
  )
  assert.equal(free.json.total, 4)
  for (const refused of [
    from,
    until,
    `${from}&freeUntil=${day}T08:00:00Z`,
    `${from}&freeUntil=${daysAfter(day, 32)}T08:00:00Z`,
  ])
    assert.equal((await ask(refused)).json.code, 'VALIDATION_ERROR', refused)
})

test('Ids of other tenants are not found, a task alone determines place and skill, and technicians may not ask', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const foreign = await createPlace(server, other)
  const task = await makeTask(server, other.manager)
  assert.equal((await onCall(tenant, `buildingId=${foreign.buildingId}`)).status, 404)
  assert.equal((await match(tenant, `buildingId=${foreign.buildingId}`)).status, 404)
  assert.equal((await match(tenant, `taskId=${task.id}`)).status, 404)
  assert.equal((await match(other, `taskId=${task.id}&skill=LIFT`)).status, 400)
  assert.equal((await onCall(tenant, 'at=yesterday')).status, 400)
  assert.equal((await match(tenant, 'skill=LIFT', tenant.technician.token)).status, 403)
})
