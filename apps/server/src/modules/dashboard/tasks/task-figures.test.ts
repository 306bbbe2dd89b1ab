/** @external time zones are the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuildingComparison } from '#contracts/figures.ts'
import type { ResolutionTimes, SlaFigures, TaskTrend, TeamPerformance } from '#contracts/task-figures.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer } from '#test/server.ts'
import {
  boundsOf,
  countOutcomes,
  doneMinutesOf,
  type FigureQuery,
  firstMinutesOf,
  isDoneIn,
  isMadeIn,
  matching,
  percentile,
  trendsOf,
  zoneOf,
} from './testing/recount.ts'
import { type Life, liveThrough, type Random, randomFrom, type World } from './testing/task-lives.ts'

const server = await startTestServer({ worker: true, own: true })
const seed = Number(process.env.SEED ?? 7)
const random = randomFrom(seed)
// The clocks of Berlin, St. John's and Cairo change within these weeks.
const world = await liveThrough(server, random, {
  tasks: rounds(60, 160),
  steps: rounds(240, 900),
  begin: new Date('2026-02-20T10:00:00Z'),
  span: 70,
})

const questionOf = ({ below, next, pick }: Random, { buildings, amenities }: World): FigureQuery => {
  const first = Temporal.PlainDate.from('2026-02-15').add({ days: below(70) })
  const some = (list: readonly string[]): string[] => [...new Set([pick(list), pick(list)])]
  return {
    from: first.toString(),
    to: first.add({ days: next() < 0.2 ? 0 : below(45) }).toString(),
    by: pick(['day', 'week', 'month']),
    ...(next() < 0.5 ? { buildingId: next() < 0.6 ? [pick(buildings)] : some(buildings) } : {}),
    ...(next() < 0.2 ? { amenityId: some(amenities) } : {}),
    ...(next() < 0.3 ? { type: some(['WASHROOM', 'KITCHEN', 'ELEVATOR']) } : {}),
  }
}

interface About {
  readonly period: { readonly timeZone: string }
  readonly freshness: string
  readonly total: number
}

const ask = async <T>(
  path: string,
  question: FigureQuery,
  more: Record<string, string> = {},
): Promise<{ data: T; about: About & Omit<ResolutionTimes, 'key'> }> => {
  const { buildingId, amenityId, type, ...rest } = question
  const lists = { buildingId, amenityId, type }
  const query = new URLSearchParams({ ...rest, ...more })
  for (const [name, list] of Object.entries(lists)) if (list) query.set(name, list.join(','))
  const reply = await server.call<T>('GET', `/api/dashboard/${path}?${query}`, { key: world.key })
  assert.equal(reply.status, 200, reply.text)
  const { data, ...about } = reply.json
  return { data, about: about as unknown as About & Omit<ResolutionTimes, 'key'> }
}

const near = (actual: number | null | undefined, counted: number | null, what: string): void => {
  if (counted === null || actual === null || actual === undefined) assert.equal(actual, counted, what)
  else assert.ok(Math.abs(actual - counted) < 1e-4, `${what}: ${actual} is not ${counted}`)
}

interface FigureCase {
  readonly question: FigureQuery
  readonly bounds: readonly number[]
  readonly lives: readonly Life[]
  readonly from: number
  readonly to: number
}

const checkTrends = async ({ question, bounds, lives }: FigureCase): Promise<void> => {
  const { data: actual, about } = await ask<TaskTrend[]>('tasks/trends', question)
  const counted = trendsOf(lives, bounds, server.clock.now().getTime())
  const plain = ({ medianAgeMinutes: _, ...point }: TaskTrend) => point
  assert.deepEqual(actual.map(plain), counted.map(plain))
  assert.equal(about.period.timeZone, zoneOf(world, question))
  for (const [index, point] of counted.entries()) {
    const age = actual[index]?.medianAgeMinutes
    // Time has passed since.
    if (point.medianAgeMinutes === null) assert.equal(age, null)
    else
      assert.ok(
        Math.abs((age ?? 0) - point.medianAgeMinutes) < 0.1,
        `${point.at} ${age} ${point.medianAgeMinutes}`,
      )
  }
}

const keyOf = {
  priority: ({ task }: Life) => task.priority,
  type: ({ type }: Life) => type || null,
  source: ({ task }: Life) => task.source,
} as const

const checkTimes = async (
  { question, lives, from, to }: FigureCase,
  group: keyof typeof keyOf,
): Promise<void> => {
  const { data: actual, about } = await ask<ResolutionTimes[]>('tasks/resolution', question, { group })
  const done = lives.filter((life) => isDoneIn(life, from, to))
  const groups = Map.groupBy(done, keyOf[group])
  assert.deepEqual(actual.map(({ key }) => String(key)).sort(), [...groups.keys()].map(String).sort())
  for (const { key, n, firstActionMinutes, doneMinutes } of [...actual, { key: 'ALL', ...about }]) {
    const those = key === 'ALL' ? done : (groups.get(key as 'LOW') ?? [])
    assert.equal(n, those.length)
    for (const [name, share] of [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p99', 0.99],
    ] as const) {
      near(
        doneMinutes?.[name] ?? null,
        n === 0 ? null : percentile(those.map(doneMinutesOf), share),
        `done ${key} ${name}`,
      )
      near(
        firstActionMinutes?.[name] ?? null,
        n === 0 ? null : percentile(those.map(firstMinutesOf), share),
        `first ${key} ${name}`,
      )
    }
  }
}

const slaKeyOf = {
  policy: ({ task }: Life) => task.sla?.policyId ?? null,
  building: ({ task }: Life) => task.building?.id ?? null,
  priority: ({ task }: Life) => task.priority,
} as const

const countsOf = ({ met, missed, running, paused }: ReturnType<typeof countOutcomes>) => ({
  met,
  missed,
  running,
  paused,
})

const checkSla = async (
  { question, bounds, lives, from, to }: FigureCase,
  group: keyof typeof slaKeyOf,
): Promise<void> => {
  const { data: actual } = await ask<SlaFigures>('sla', question, { group })
  const made = lives.filter((life) => life.task.sla && isMadeIn(life, from, to))
  const counted = countOutcomes(made)
  assert.deepEqual(countsOf(actual), counted)
  const decided = counted.met + counted.missed
  near(actual.share, decided === 0 ? null : counted.met / decided, 'share')
  if (actual.share !== null)
    assert.ok(actual.low !== null && actual.low <= actual.share && actual.share <= (actual.high ?? 0))
  const groups = Map.groupBy(made, slaKeyOf[group])
  assert.equal(actual.by.length, groups.size)
  for (const part of actual.by)
    assert.deepEqual(countsOf(part), countOutcomes(groups.get(part.key as 'LOW') ?? []))
  for (const [index, point] of actual.points.entries()) {
    const [start, end] = [bounds[index] ?? 0, bounds[index + 1] ?? 0]
    assert.deepEqual(countsOf(point), countOutcomes(made.filter((life) => isMadeIn(life, start, end))))
  }
  const undone = lives.filter(({ task }) => task.sla && task.status !== 'DONE')
  const standing = (wanted: (sla: NonNullable<Life['task']['sla']>) => boolean): number =>
    undone.filter(({ task }) => task.sla && wanted(task.sla)).length
  assert.deepEqual(actual.now, {
    missed: standing((sla) => sla.breached),
    onTrack: standing((sla) => !sla.breached && sla.state === 'ON_TRACK'),
    atRisk: standing((sla) => !sla.breached && sla.state === 'AT_RISK'),
    paused: standing((sla) => !sla.breached && sla.state === 'PAUSED'),
  })
  const breaches = async (more: Record<string, string>): Promise<number> =>
    (await ask<unknown[]>('sla/breaches', question, more)).about.total
  assert.equal(await breaches({ state: 'BREACHED' }), counted.missed)
  const filter = { policy: 'slaPolicyId', priority: 'priority', building: undefined }[group]
  for (const { key, missed } of filter ? actual.by : [])
    if (filter && key !== null) assert.equal(await breaches({ state: 'BREACHED', [filter]: key }), missed)
  const isAtRisk = ({ task }: Life): boolean => task.sla?.state === 'AT_RISK' && !task.sla.breached
  assert.equal(await breaches({ state: 'AT_RISK' }), made.filter(isAtRisk).length)
  assert.equal(
    await breaches({ state: 'AT_RISK', open: 'true' }),
    undone.filter(
      (life) => !life.task.sla?.breached && life.task.sla?.state === 'AT_RISK' && isMadeIn(life, 0, to),
    ).length,
  )
}

/** The comparison of buildings and the SLA figures agree, reopened tasks included. */
const checkComparison = async ({ question }: FigureCase): Promise<void> => {
  const { data: actual } = await ask<SlaFigures>('sla', question, { group: 'building' })
  const { data: compared } = await ask<BuildingComparison[]>('buildings/comparison', question)
  for (const row of compared) {
    const { met, missed, share, low, high } = actual.by.find(({ key }) => key === row.id) ?? {
      ...{ met: 0, missed: 0, share: null, low: null, high: null },
    }
    assert.deepEqual(
      [row.slaMet, row.slaMissed, row.slaShare, row.slaLow, row.slaHigh],
      [met, missed, share, low, high],
    )
  }
}

/** The height of each bar of a trend equals the length of the list that it opens. */
const checkRows = async ({ question }: FigureCase): Promise<void> => {
  const { data: points, about } = await ask<TaskTrend[]>('tasks/trends', question)
  const { buildingId, amenityId, type } = question
  const inZone = (at: string): Temporal.PlainDate =>
    Temporal.Instant.from(at).toZonedDateTimeISO(about.period.timeZone).toPlainDate()
  const rows = async (days: Record<string, string>): Promise<number> => {
    const query = new URLSearchParams({ ...days, pageSize: '1' })
    for (const [name, list] of Object.entries({ buildingId, amenityId, type }))
      if (list) query.set(name, list.join(','))
    const reply = await server.call<unknown[]>('GET', `/api/tasks?${query}`, { key: world.key })
    assert.equal(reply.status, 200, reply.text)
    return (reply.json as unknown as { total: number }).total
  }
  const busy = points.map((point, index) => ({ point, next: points[index + 1]?.at }))
  for (const { point, next } of busy
    .filter(({ point: { created, done } }) => created + done > 0)
    .slice(0, 3)) {
    const from = inZone(point.at).toString()
    const to = next === undefined ? question.to : inZone(next).subtract({ days: 1 }).toString()
    assert.equal(await rows({ createdFrom: from, createdTo: to }), point.created, `made ${from} to ${to}`)
    assert.equal(await rows({ doneFrom: from, doneTo: to }), point.done, `done ${from} to ${to}`)
  }
  const { data: sla } = await ask<SlaFigures>('sla', question)
  for (const promise of ['met', 'missed', 'running', 'paused'] as const)
    assert.equal(
      await rows({
        createdFrom: question.from,
        createdTo: question.to,
        promise: promise.toUpperCase(),
      }),
      sla[promise],
      `${promise} of all`,
    )
}

const checkTeam = async ({ question, lives, from, to }: FigureCase): Promise<void> => {
  const { data: actual } = await ask<TeamPerformance[]>('team-performance', question, { pageSize: '100' })
  const theirs = lives.filter(
    (life) =>
      life.task.assignee && (life.task.status === 'DONE' ? isDoneIn(life, from, to) : isMadeIn(life, 0, to)),
  )
  const groups = new Map<string, Life[]>()
  for (const life of theirs) {
    const who = world.people.get(life.task.assignee?.id ?? '')
    assert.ok(who)
    const ofCompany = who.company === null ? 'TEAMnull' : `COMPANY${who.company}`
    for (const key of who.person.startsWith('COMPANY') ? [who.person] : [who.person, ofCompany])
      groups.set(key, [...(groups.get(key) ?? []), life])
  }
  assert.deepEqual(actual.map(({ kind, id }) => `${kind}${id}`).sort(), [...groups.keys()].sort())
  for (const row of actual) {
    const those = groups.get(`${row.kind}${row.id}`) ?? []
    const done = those.filter(({ task }) => task.status === 'DONE')
    const confirmed = done.filter(({ task }) => task.verification === 'CONFIRMED')
    assert.deepEqual(
      [row.assigned, row.open, row.done, row.confirmed, row.firstTimeFixed, row.reopened],
      [
        those.length,
        those.length - done.length,
        done.length,
        confirmed.length,
        confirmed.filter(({ task }) => task.reopenCount === 0).length,
        those.filter(({ task }) => task.reopenCount > 0).length,
      ],
    )
    const isPerson = row.kind === 'USER' || row.kind === 'OPERATOR'
    if (isPerson ? done.length < 5 : row.kind === 'TEAM' || done.length === 0) {
      assert.equal(row.doneMinutes, null)
      assert.equal(row.firstActionMinutes, null)
      continue
    }
    near(row.doneMinutes?.p75, percentile(done.map(doneMinutesOf), 0.75), 'done p75')
    near(row.firstActionMinutes?.p25, percentile(done.map(firstMinutesOf), 0.25), 'first p25')
  }
}

test('The generated tasks cover everything that can happen to a task', () => {
  const { lives } = world
  assert.ok(lives.length > 40)
  const some = (what: (life: Life) => boolean): boolean => lives.some(what)
  assert.ok(some(({ task }) => task.reopenCount > 1))
  assert.ok(some(({ task }) => task.verification === 'CONFIRMED'))
  assert.ok(some(({ task }) => task.verification === 'REJECTED'))
  assert.ok(some(({ task }) => task.blocked !== null))
  assert.ok(
    some(
      ({ task, firstAction }) =>
        firstAction !== undefined && task.startedAt !== new Date(firstAction).toISOString(),
    ),
  )
  const states = new Set(lives.map(({ task }) => task.sla?.state))
  for (const state of ['ON_TRACK', 'AT_RISK', 'BREACHED', 'PAUSED', 'MET'] as const)
    assert.ok(states.has(state), state)
})

await world.tenant.inside((ctx) =>
  ctx.run(
    `update tenant set settings = settings || '{"privacy": {"figuresPerPerson": true}}' where id = $1`,
    [ctx.tenantId],
  ),
)

for (let round = 0; round < rounds(40, 1000); round++) {
  const question = questionOf(random, world)
  const group = round % 3
  test(`Every figure of work equals a plain count over the rows: ${round}, ${JSON.stringify(question)}, seed ${seed}`, async () => {
    const bounds = boundsOf(question, zoneOf(world, question))
    const asked = {
      question,
      bounds,
      lives: matching(world, question),
      from: bounds[0] ?? 0,
      to: bounds.at(-1) ?? 0,
    }
    await checkTrends(asked)
    await checkTimes(asked, (['priority', 'type', 'source'] as const)[group] ?? 'priority')
    await checkSla(asked, (['policy', 'building', 'priority'] as const)[group] ?? 'policy')
    await checkComparison(asked)
    await checkRows(asked)
    await checkTeam(asked)
  })
}
