import assert from 'node:assert/strict'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { ArenaSetup } from '#contracts/arena/admin.ts'
import type { Kudos, PlayerProfile, TeamPlace } from '#contracts/arena/records.ts'
import type { TokenPair } from '#contracts/auth.ts'
import type { Company, Operator, OperatorDetail } from '#contracts/operator/records.ts'
import type { Amenity, AmenityWithItems } from '#contracts/places/amenities.ts'
import type { Building } from '#contracts/places/buildings.ts'
import type { ShareLink } from '#contracts/sharing/links.ts'
import type { Mailing } from '#contracts/sharing/mailings.ts'
import type { SlaPolicy } from '#contracts/sla/policies.ts'
import type { HistoryEntry, Task, TaskDetail } from '#contracts/tasks/records.ts'
import type { Webhook, WebhookDelivery } from '#contracts/webhooks.ts'
import { codeAt } from '#server/modules/super-admin/public.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { demoAmenities } from './demo/places.ts'
import { demoVisits } from './demo/visits.ts'
import { demoJobs } from './demo/work.ts'
import { type Demo, seedDemo } from './demo.ts'
import { asSystem, listTenants } from './tenants.ts'

const friday = new Date('2026-11-20T13:00:00.000Z')
const server = await startTestServer({ worker: false, startAt: friday })
const started = performance.now()
const demo = await seedDemo(server.built)
const seconds = (performance.now() - started) / 1000

const signIn = async (on: TestServer, { password }: Demo, name: string): Promise<string> => {
  const reply = await on.call<{ tokens: TokenPair }>('POST', '/api/auth/login', {
    body: { email: `${name}@demo.example`, password },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.tokens.accessToken
}
const admin = await signIn(server, demo, 'admin')
const get = async <T>(target: string, token = admin) => (await server.call<T>('GET', target, { token })).json

const inDemo = async <R>(text: string): Promise<R[]> => {
  const tenant = (await listTenants(server.built.platform)).find(({ slug }) => slug === 'demo')
  return asSystem(server.built.platform, tenant?.id ?? '', friday, (ctx) => ctx.run<R>(text, [ctx.tenantId]))
}

test('The demo has 3 buildings, 60 amenities, 12 people and 90 days of feedback, created within seconds', async () => {
  assert.deepEqual(
    (await get<Building[]>('/api/admin/buildings')).data.map(({ name }) => name),
    ['Harbour Clinic', 'Quay House', 'Warehouse 7'],
  )
  assert.equal((await get<Amenity[]>('/api/admin/amenities')).total, 60)
  const [counts] = await inDemo<{
    people: number
    feedback: number
    days: number
    tasks: number
    comments: number
  }>(
    `select (select count(*) from app_user where tenant_id = $1) as people, count(*) as feedback,
            count(distinct (created_at at time zone 'Europe/Berlin')::date) as days, count(comment) as comments,
            (select count(*) from task where tenant_id = $1) as tasks from feedback where tenant_id = $1`,
  )
  assert.equal(counts?.people, 12)
  assert.equal(counts?.days, 90)
  assert.ok(
    counts && counts.feedback > 2500 && counts.feedback < 6000 && counts.tasks > 150 && counts.comments > 200,
    JSON.stringify(counts),
  )
  assert.ok(seconds < 60, `took ${seconds} s`)
})

test('admin, manager and technician sign in with one password, which is kept for the next start', async () => {
  for (const name of ['manager', 'technician']) assert.ok(await signIn(server, demo, name))
  const file = path.join(server.dataDir, 'demo-password')
  assert.equal((await readFile(file, 'utf8')).trim(), demo.password)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.ok(demo.password.length >= 12)
  const [{ scoutCode: first, ...one }, { scoutCode: second, ...other }] = [demo, await seedDemo(server.built)]
  assert.deepEqual(other, one)
  assert.ok(first !== null && second !== null && first !== second, 'each start prints a fresh code')
  assert.equal((await get<Amenity[]>('/api/admin/amenities')).total, 60)
})

test('The code of the first washroom is known beforehand and can be typed as DEMO…', async () => {
  assert.equal(demo.qrCode, 'DEM00000000000000001')
  const reply = await server.call<{ amenity: { name: string } }>(
    'GET',
    '/api/feedback/amenity/demo0000000000000001',
  )
  assert.equal(reply.json.data.amenity.name, 'Washroom West')
})

test('Every tally of the demo is what a count of its tasks gives', async () => {
  const wrong = await inDemo(
    `select * from (select split_part(key, '|', 1) as status, sum(n) as n from task_tally where tenant_id = $1 and facet = 'status' group by 1) a
     full join (select status, count(*) as n from task where tenant_id = $1 and merged_into is null group by 1) b using (status)
     where a.n is distinct from b.n`,
  )
  assert.deepEqual(wrong, [])
  const [numbers] = await inDemo<{ least: number; most: number; n: number }>(
    'select min(number) as least, max(number) as most, count(distinct number) as n from task where tenant_id = $1',
  )
  assert.deepEqual([numbers?.least, numbers?.most], [1, numbers?.n])
  for (const status of ['OPEN', 'IN_PROGRESS', 'DONE']) {
    const [counted] = await inDemo<{ n: number }>(
      `select count(*) as n from task where tenant_id = $1 and status = '${status}'`,
    )
    assert.equal((await get<Task[]>(`/api/tasks?status=${status}`)).total, counted?.n)
  }
})

test('There are open tasks: of the technician, unassigned ones, an overdue one, and one that waits for parts', async () => {
  const technician = await signIn(server, demo, 'technician')
  const mine = (await get<Task[]>('/api/tasks?assignee=me&status=OPEN,IN_PROGRESS&pageSize=100', technician))
    .data
  assert.ok(mine.some(({ blocked, labels }) => blocked?.reason === 'PARTS' && labels.includes('cause')))
  const open = (await get<Task[]>('/api/tasks?status=OPEN&pageSize=100')).data
  assert.ok(open.some(({ assignee }) => assignee === null))
  assert.ok(open.some(({ overdue }) => overdue))
  const done = (await get<Task[]>('/api/tasks?status=DONE&pageSize=100')).data
  assert.ok(
    done.some(({ verification }) => verification === 'CONFIRMED') &&
      done.some(({ verification }) => verification === 'CLAIMED'),
  )
})

test('SLA clocks are on track, at risk, overdue and paused, by two policies; one task was escalated', async () => {
  const policies = (await get<SlaPolicy[]>('/api/admin/sla-policies')).data
  assert.deepEqual(
    policies.map(({ calendar }) => calendar !== null),
    [false, true],
  )
  const open = (await get<Task[]>('/api/tasks?status=OPEN,IN_PROGRESS&pageSize=100')).data
  const states = new Set(open.map(({ sla }) => sla?.state))
  for (const state of ['ON_TRACK', 'AT_RISK', 'BREACHED', 'PAUSED'] as const)
    assert.ok(states.has(state), `none is ${state}`)
  const used = new Set(open.map(({ sla }) => sla?.policyId))
  assert.ok(policies.every(({ id }) => used.has(id)))
  const late = open.find(({ escalationLevel }) => escalationLevel > 0)
  assert.equal(late?.escalationLevel, 3)
  const history = (await get<HistoryEntry[]>(`/api/tasks/${late?.id}/history?pageSize=100`)).data
  assert.equal(history.filter(({ type }) => type === 'ESCALATED').length, 3)
})

test('A task shows by which rule it was assigned to whom, and why the rules above did not apply', async () => {
  const tasks = (await get<Task[]>('/api/tasks?pageSize=100')).data
  const routed = tasks.find(({ assignee, routing }) => assignee && routing?.ruleId)
  const { assignee, routing } = (await get<TaskDetail>(`/api/tasks/${routed?.id}`)).data
  assert.match(routing?.reason ?? '', /^The rule “.+” assigns it to /)
  assert.ok(routing?.reason.endsWith(` assigns it to ${assignee?.name}`), routing?.reason ?? 'no reason')
  assert.equal(routing?.tried.at(-1)?.matched, true)
})

test('The failing pump and the late shift are visible in the figures', async () => {
  const rows = await inDemo<{ story: string; average: number; usual: number }>(
    `select 'pump' as story, avg(f.rating) filter (where f.created_at > timestamptz '2026-11-13') as average,
            avg(f.rating) filter (where f.created_at < timestamptz '2026-10-25') as usual
     from feedback f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id join location l on l.tenant_id = $1 and l.id = a.location_id
     where f.tenant_id = $1 and a.name = 'Washroom East' and l.name = 'Level 3'
     union all
     select 'shift', avg(f.rating) filter (where f.created_at between '2026-10-17' and '2026-10-21' and extract(hour from f.created_at at time zone 'Europe/Berlin') >= 15),
            avg(f.rating) filter (where f.created_at < '2026-10-16')
     from feedback f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id join building b on b.tenant_id = $1 and b.id = a.building_id
     where f.tenant_id = $1 and b.name = 'Warehouse 7' and a.type = 'WASHROOM'`,
  )
  for (const { story, average, usual } of rows)
    assert.ok(usual - average > 0.7, `${story}: ${usual} → ${average}`)
  const [broken] = (await get<Amenity[]>('/api/admin/amenities?state=OUT_OF_ORDER')).data
  const amenity = (await get<AmenityWithItems>(`/api/admin/amenities/${broken?.id}`)).data
  assert.equal(amenity.location?.path, 'Level 3')
  assert.deepEqual(
    amenity.statusItems.map(({ name, state }) => [name, state]),
    [
      ['General', 'OPERATIONAL'],
      ['Toilets', 'OUT_OF_ORDER'],
      ['Washbasins', 'OPERATIONAL'],
    ],
  )
})

test('Each washroom was cleaned today or yesterday by a task, so that a visitor’s “no” finds the previous cleaning', async () => {
  const rows = await inDemo<{ washroom: boolean; cleaned: Date | null; finished: Date | null }>(
    `select a.type = 'WASHROOM' as washroom, a.last_cleaned_at as cleaned, (select max(t.completed_at) from task t
       where t.tenant_id = $1 and t.amenity_id = a.id and t.skill = 'CLEANING' and t.status = 'DONE') as finished
     from amenity a where a.tenant_id = $1`,
  )
  for (const { cleaned, finished } of rows) assert.deepEqual(cleaned, finished)
  const washrooms = rows.filter(({ washroom }) => washroom)
  assert.equal(washrooms.length, 24)
  for (const { cleaned } of washrooms)
    assert.ok(cleaned && friday.getTime() - cleaned.getTime() <= 5 * 3600_000)
})

test('There are shared figures for the landlord, a wall display to pair, and a mailing each Monday with its results', async () => {
  const links = (await get<ShareLink[]>('/api/sharing/links?sort=createdAt')).data
  assert.deepEqual(
    links.map(({ name, state, views }) => [name, state, views]),
    [
      ['Quay House for the landlord', 'ACTIVE', 9],
      ['Lobby of Harbour Clinic', 'PAIRING', 0],
    ],
  )
  assert.equal((await get(`/api/sharing/links/${links[0]?.id}/access-log`)).total, 9)
  const [mailing] = (await get<Mailing[]>('/api/sharing/schedules')).data
  assert.equal(mailing?.state, 'ACTIVE')
  assert.deepEqual(
    mailing.sendings.map(({ refused }) => refused),
    [0, 0, 1, 0, 0, 0],
  )
  assert.equal(mailing.sendings[0]?.at, mailing.lastSentAt)
  assert.equal(mailing.next[0], '2026-11-23T06:00:00.000Z')
})

test('The stories are the same on every machine, and later in a day only continue', () => {
  const noon = demoVisits(new Date('2026-11-20T11:00:00.000Z'))
  const evening = demoVisits(new Date('2026-11-20T20:00:00.000Z'))
  assert.deepEqual(demoVisits(new Date('2026-11-20T11:00:00.000Z')), noon)
  assert.deepEqual(evening.slice(0, noon.length), noon)
  assert.deepEqual(demoJobs(noon, friday), demoJobs(noon, friday))
  assert.equal(new Set(demoAmenities.map(({ key }) => key)).size, 60)
})

test('On working days there is more feedback at lunch than in the morning, and little at weekends', () => {
  const visits = demoVisits(friday)
  const share = (keep: (at: Date) => boolean): number =>
    visits.filter(({ at }) => keep(at)).length / visits.length
  assert.ok(
    share((at) => at.getUTCHours() >= 10 && at.getUTCHours() < 13) > share((at) => at.getUTCHours() < 9),
  )
  assert.ok(share((at) => [0, 6].includes(at.getUTCDay())) < 0.12)
})

test('A demo whose password was lost gets a new one', async () => {
  await rm(path.join(server.dataDir, 'demo-password'))
  const again = await seedDemo(server.built)
  assert.notEqual(again.password, demo.password)
  assert.ok(await signIn(server, again, 'admin'))
  const old = await server.call('POST', '/api/auth/login', {
    body: { email: 'admin@demo.example', password: demo.password },
  })
  assert.equal(old.json.code, 'UNAUTHORIZED')
})

test('Two instances that start simultaneously create one demo', async () => {
  const other = await startTestServer({ worker: false })
  const demos = await Promise.all([seedDemo(other.built), seedDemo(other.built)])
  assert.deepEqual((await listTenants(other.built.platform)).map(({ slug }) => slug).sort(), [
    'demo',
    'lindenbad',
    'northgate-stores',
  ])
  const works = await Promise.all(
    demos.map(({ password }) =>
      other.call('POST', '/api/auth/login', { body: { email: 'admin@demo.example', password } }),
    ),
  )
  assert.deepEqual(
    works.map(({ status }) => status),
    [200, 200],
  )
})

test('A super admin signs in with the printed password and code, and sees two more tenants of numbers only', async () => {
  const { password, superAdmin } = await seedDemo(server.built)
  const { email, totpSecret } = superAdmin
  const session = await server.call<{ accessToken: string }>('POST', '/api/super-admin/session', {
    body: { email, password, totp: codeAt(totpSecret, server.clock.now()) },
  })
  const { data } = (
    await server.call<{ slug: string; state: string }[]>('GET', '/api/super-admin/tenants', {
      token: session.json.data.accessToken,
    })
  ).json
  const states = Object.fromEntries(data.map(({ slug, state }) => [slug, state]))
  assert.deepEqual([states.lindenbad, states['northgate-stores']], ['TRIAL', 'PAST_DUE'])
})

test('A team and a company have seven people with shifts, a certificate that expires soon, and an absence with handed-over tasks', async () => {
  const companies = (await get<Company[]>('/api/operator/companies')).data
  assert.deepEqual(
    companies.map(({ name, kind, operatorCount }) => [name, kind, operatorCount]),
    [
      ['Blank & Klar', 'PROVIDER', 4],
      ['Campus team', 'IN_HOUSE', 3],
    ],
  )
  const operators = (await get<Operator[]>('/api/operator/operators')).data
  assert.equal(operators.length, 7)
  assert.ok(operators.every(({ shifts }) => shifts.weekly.length > 0))
  const expiring = operators.flatMap(({ certifications }) =>
    certifications.filter(({ state }) => state === 'EXPIRING'),
  )
  assert.equal(expiring.length, 1)
  const absent = operators.filter(({ duty }) => duty.state === 'ABSENT')
  assert.equal(absent.length, 1)
  const { handedOver } = (await get<OperatorDetail>(`/api/operator/operators/${absent[0]?.id}`)).data
  assert.ok(handedOver.some(({ title, to }) => title === 'Fill up hand towels in the Clinic' && to !== null))
})

test('The arena is in the fifth week of its season, with nine players, one team that is shown, kudos, a dispute and a requested reward', async () => {
  const { enabled, seasons, participants, disputes, redemptions } = (
    await get<ArenaSetup>('/api/admin/arena')
  ).data
  assert.deepEqual([enabled, participants.joined, disputes.length, redemptions.length], [true, 9, 1, 1])
  assert.deepEqual([disputes[0]?.kind, redemptions[0]?.state], ['POINTS', 'REQUESTED'])
  const [season] = seasons
  const weeks = (friday.getTime() - Date.parse(season?.startsAt ?? '')) / (7 * 86_400_000)
  assert.ok(season?.state === 'ACTIVE' && weeks > 4 && weeks < 5, `${weeks}`)
  const current = await seedDemo(server.built)
  const enter = async (name: string) =>
    (
      await server.call<{ accessToken: string }>('POST', '/api/arena/session', {
        token: await signIn(server, current, name),
      })
    ).json.data.accessToken
  const technician = await enter('technician')
  const profile = (await get<PlayerProfile>('/api/arena/me', technician)).data
  assert.ok(profile.optedIn && profile.points.credited > 25, JSON.stringify(profile.points))
  const teams = (await get<TeamPlace[]>('/api/arena/leaderboards/teams', technician)).data
  assert.deepEqual(
    teams.map(({ team, players }) => [team.name, players]),
    [['Own team', 6]],
  )
  assert.equal((await get<Kudos[]>('/api/arena/kudos', technician)).data.length, 4)
  assert.equal((await get<PlayerProfile>('/api/arena/me', await enter('manager'))).data.optedIn, false)
})

test('The demo has a webhook that sends nothing, with a failed delivery and one that succeeded on retry', async () => {
  const [webhook, ...others] = (await get<Webhook[]>('/api/admin/webhooks')).data
  assert.equal(others.length, 0)
  assert.deepEqual([webhook?.enabled, webhook?.reason], [false, 'PAUSED'])
  const read = async (query: string) =>
    (await get<WebhookDelivery[]>(`/api/admin/webhooks/${webhook?.id}/deliveries?${query}`)).data
  const log = await read('pageSize=100')
  const results = log.map(({ state, attempts }) => `${state} ${attempts.length}`)
  assert.deepEqual([...new Set(results)].sort(), ['DELIVERED 1', 'DELIVERED 4', 'FAILED 10'])
  assert.ok(log.filter(({ state }) => state === 'DELIVERED').length > 10, results.join())
  for (const { attempts, state } of log) {
    assert.equal(attempts.at(-1)?.error === null, state === 'DELIVERED')
    assert.ok(attempts.every(({ at }) => new Date(at) <= friday))
  }
  for (const { body, eventId, type } of await read('body=true&pageSize=20')) {
    const sent = JSON.parse(body ?? '{}') as { id: string; type: string; data: { title?: string } }
    assert.deepEqual([sent.id, sent.type], [eventId, type])
    assert.ok(sent.data.title, body ?? '')
  }
})
