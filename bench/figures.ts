/**
 * Feedback figures at several sizes of a tenant in one run: CPU time of service and database per request of each
 * endpoint, with the organisation in the time zone of its buildings and in another; latency, also before rollups;
 * and the cost of rollups during full-speed intake. FIGURES sets the sizes (10000,1000000); 10000000 takes half an
 * hour more, mostly to write the rows.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Prepared } from '#test/faults/service.ts'
import { cpuSeconds, databaseCpuSeconds, httpRequest, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, portOf, type Stage, signIn, withService } from './stage.ts'

const sizes = (process.env.FIGURES ?? '10000,1000000').split(',').map(Number)
const years = 5
const chunk = 100_000
/** The first requests of a kind have plans to make. */
const warmUp = 8
/** The system reports CPU time in hundredths of a second. */
const times = 240
/** The sizes take turns, so that other load on the machine affects all of them. */
const turns = 4

const places = `insert into building (tenant_id, id, name, time_zone, created_at)
  select $1, gen_random_uuid(), 'Building ' || n, 'Europe/Berlin', now() - interval '${years} years' from generate_series(2, 10) n`
const amenities = `insert into amenity (tenant_id, id, building_id, name, type, created_at)
  select $1, gen_random_uuid(), b.id, 'Place ' || n, (array['WASHROOM', 'KITCHEN', 'ELEVATOR'])[1 + n % 3], b.created_at
  from building b, generate_series(1, 10) n where b.tenant_id = $1`

/** Spread over five years until now, by day and hour; every third names an issue, one of fifty is in quarantine. */
const feedback = `with a as (select id, building_id, row_number() over (order by id) - 1 as n, count(*) over () as all_of from amenity where tenant_id = $1)
  insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, state, counted, created_at)
  select $1, gen_random_uuid(), a.id, a.building_id, case when g % 11 > 0 then 1 + (g * 7919) % 5 end, null,
    case when g % 3 = 0 then jsonb_build_array(jsonb_build_object('code', (array['NO_PAPER', 'LEAK', 'LIGHT_OUT', 'OTHER'])[1 + g / 3 % 4], 'detail', null)) else '[]' end,
    'en', 's' || g, 'VISIBLE', g % 50 > 0, now() - (now() - (now() - interval '${years} years')) * (1 - g / $4::float8)
  from generate_series($2::bigint, $3::bigint) g join a on a.n = (g * 31) % a.all_of`

const timeZone = (stage: Stage, tenantId: string, zone: string) =>
  stage.sql('update tenant set time_zone = $2 where id = $1', [tenantId, zone])

const fill = async (
  stage: Stage,
  { tenantId }: Prepared,
  count: number,
  note: Rounds['note'],
): Promise<void> => {
  await stage.sql("set synchronous_commit = 'off'")
  await stage.sql(places, [tenantId])
  await stage.sql(amenities, [tenantId])
  await stage.sql(
    "update building set time_zone = 'Europe/Berlin', created_at = now() - interval '5 years' where tenant_id = $1",
    [tenantId],
  )
  await timeZone(stage, tenantId, 'Europe/Berlin')
  for (let from = 1; from <= count; from += chunk) {
    await stage.sql(feedback, [tenantId, from, Math.min(count, from + chunk - 1), count])
    if (from % 1_000_000 === 1 && from > 1) note(`${from - 1} rows`)
  }
  await stage.sql("set synchronous_commit = 'on'")
  await stage.sql('vacuum (analyze) feedback')
}

const dateBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const ofYear = (): string => `from=${dateBefore(365)}`

const questions = ({ amenityId, buildingId }: { amenityId: string; buildingId: string }) => [
  '/api/dashboard/overview',
  '/api/dashboard/feedback',
  `/api/dashboard/feedback?${ofYear()}`,
  '/api/dashboard/feedback/trends?group=building',
  `/api/dashboard/feedback/trends?by=month&group=type&${ofYear()}`,
  '/api/dashboard/feedback/heatmap',
  `/api/dashboard/feedback/heatmap?${ofYear()}`,
  '/api/dashboard/feedback/issues',
  '/api/dashboard/amenities/performance',
  `/api/dashboard/amenities/performance?${ofYear()}`,
  `/api/dashboard/amenities/${amenityId}`,
  '/api/dashboard/buildings/comparison',
  `/api/dashboard/buildings/${buildingId}`,
]

interface Cost {
  /** of the fastest request, since the machine may be busy */
  readonly ms: number
  /** CPU time of service and database per request, in milliseconds */
  readonly cpu: number
}

/** Sends each request that often, taking turns between the sizes. @returns costs by request, then by size */
const ask = async (
  stage: Stage,
  sizes: readonly Prepare[],
  count: number,
  parts: number,
): Promise<Cost[][]> =>
  withService(stage, { ROLE: 'http' }, async (service) => {
    const cpu = (): number => cpuSeconds(service.pid) + databaseCpuSeconds(stage.databasePid())
    const askOne = async (token: string, path: string): Promise<number> => {
      const began = performance.now()
      const { status, json } = await call(service, 'GET', path, { token })
      if (status !== 200 && json.code !== 'SERVICE_UNAVAILABLE')
        throw new Error(`${path}: ${JSON.stringify(json)}`)
      return status === 200 ? performance.now() - began : Number.NaN
    }
    const found: Cost[][] = []
    for (let index = 0; index < (sizes[0]?.paths.length ?? 0); index++) {
      const costs = sizes.map(() => ({ ms: Number.POSITIVE_INFINITY, cpu: 0 }))
      const tokens = await Promise.all(sizes.map(({ tenant }) => signIn(service, tenant)))
      for (let part = 0; part < parts; part++)
        for (const [place, { paths }] of sizes.entries()) {
          const [token = '', path = '', cost] = [tokens[place], paths[index], costs[place]]
          if (!cost) continue
          for (let n = 0; part === 0 && n < warmUp && count > 1; n++) await askOne(token, path)
          const before = cpu()
          for (let n = 0; n < count / parts; n++) cost.ms = Math.min(cost.ms, await askOne(token, path))
          cost.cpu += ((cpu() - before) / count) * 1000
        }
      found.push(costs)
    }
    return found
  })

const behindText = `select count(*) as n from due_work where tenant_id = $1 and kind = 'feedback.roll_up' and due_at <= now()`

const askForRollUp = (stage: Stage, { tenantId }: Prepared) =>
  stage.sql(
    "insert into due_work (tenant_id, kind, key, due_at) values ($1, 'feedback.roll_up', 'more', now()) on conflict do nothing",
    [tenantId],
  )

/** @returns seconds until all closed days are rolled up, and the finished hours of today */
const rollUpAll = async (stage: Stage, tenant: Prepared): Promise<number> => {
  const began = performance.now()
  await askForRollUp(stage, tenant)
  return withService(stage, { ROLE: 'worker' }, async () => {
    for (;;) {
      const [row] = await stage.sql<{ n: string }>(behindText, [tenant.tenantId])
      if (Number(row?.n) === 0) return (performance.now() - began) / 1000
      await delay(100)
    }
  })
}

interface Prepare {
  readonly count: number
  readonly tenant: Prepared
  readonly paths: readonly string[]
}

interface Measured extends Prepare {
  /** cost of each request before rollups */
  readonly raw: readonly (Cost | undefined)[]
  readonly seconds: number
}

const makeSize = async (stage: Stage, count: number, { note }: Rounds): Promise<Measured> => {
  const tenant = await withService(stage, { ROLE: 'http' }, (service) => newTenant(service, 1))
  note(`making ${count} submissions`)
  await fill(stage, tenant, count, note)
  const [place] = await stage.sql<{ id: string; building_id: string }>(
    'select id, building_id from amenity where tenant_id = $1 order by id limit 1',
    [tenant.tenantId],
  )
  const paths = questions({ amenityId: place?.id ?? '', buildingId: place?.building_id ?? '' })
  note('asking before anything is counted')
  const raw = (await ask(stage, [{ count, tenant, paths }], 1, 1)).map(([cost]) => cost)
  note('counting')
  const seconds = await rollUpAll(stage, tenant)
  await stage.sql('vacuum (analyze) feedback_day, feedback_month')
  return { count, tenant, paths, raw, seconds }
}

const request = (qrCode: string): string =>
  httpRequest(
    'POST',
    '/api/feedback',
    { 'content-type': 'application/json', 'x-forwarded-for': '{address}' },
    JSON.stringify({ qrCode, rating: 2, issues: ['NO_PAPER'], language: 'en' }),
  )

/** Submissions per second, alone and while a worker rolls up the largest tenant again. */
const measureIntake = async (stage: Stage, { tenant }: Measured, { rounds, note }: Rounds): Promise<Line> => {
  const sender = await withService(stage, { ROLE: 'http' }, (service) => newTenant(service, 100))
  const rates: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
  const load = () =>
    withService(stage, { ROLE: 'http' }, async (service) => {
      const requests = sender.places.map(({ qrCode }) => request(qrCode))
      const { perSecond } = await runLoad({
        port: portOf(service),
        connections: 64,
        seconds: 6,
        warmUpSeconds: 4,
        requests,
      })
      return perSecond
    })
  for (let round = 1; round <= rounds; round++) {
    note(`intake, round ${round} of ${rounds}`)
    rates.alone.push(await load())
    await stage.sql('delete from feedback_rollup where tenant_id = $1', [tenant.tenantId])
    await askForRollUp(stage, tenant)
    rates.beside.push(await withService(stage, { ROLE: 'worker' }, load))
  }
  const [alone, beside] = [median(rates.alone), median(rates.beside)]
  return {
    what: 'POST /api/feedback at full speed, while another process counts five years of the largest tenant',
    value: `${Math.round(beside)}/s beside it, ${Math.round(alone)}/s alone`,
    ratio: `${(beside / alone).toFixed(2)} ×`,
    goal: 'the statement of the intake is what it was',
  }
}

const ms = (value: number): string =>
  Number.isNaN(value) ? 'no answer within 10 s' : `${value.toFixed(1)} ms`

export const benchFigures = async (stage: Stage, rounds: Rounds): Promise<Line[]> => {
  const all: Measured[] = []
  for (const count of sizes) all.push(await makeSize(stage, count, rounds))
  const [small] = all
  const largest = all.at(-1)
  if (!small || !largest) return []
  rounds.note('asking')
  const counted = await ask(stage, all, times, turns)
  // Makes each day of the tenant consist of parts of two building days.
  for (const { tenant } of all) await timeZone(stage, tenant.tenantId, 'UTC')
  const cut = await ask(stage, all, times, turns)
  const costText = ({ cpu, ms: taken }: Cost): string =>
    `${cpu.toFixed(1)} ms of CPU (answered in ${ms(taken)})`
  const lines = all.flatMap((one, size) => [
    {
      what: `${one.count.toLocaleString('en')} submissions over five years counted into days and months`,
      value: `${one.seconds.toFixed(1)} s, ${Math.round(one.count / one.seconds)} rows a second`,
      ratio: '',
      goal: '',
    },
    ...one.paths.map((path, index): Line => {
      const none: Cost = { ms: Number.NaN, cpu: Number.NaN }
      const of = (costs: readonly Cost[][], which = size): Cost => costs[index]?.[which] ?? none
      const ratio = (costs: readonly Cost[][]): string => `${(of(costs).cpu / of(costs, 0).cpu).toFixed(2)} ×`
      return {
        what: `${one.count.toLocaleString('en')}: ${path.replace(/[0-9a-f-]{36}/, ':id')}`,
        value: `${costText(of(counted))}; by another clock than its buildings' ${costText(of(cut))}; from rows alone ${ms(one.raw[index]?.ms ?? Number.NaN)}`,
        ratio:
          one === small
            ? '1'
            : `${ratio(counted)} of ${small.count.toLocaleString('en')}; by another clock ${ratio(cut)}`,
        goal: one === small ? '' : '≤ 1.5 ×',
      }
    }),
  ])
  return [...lines, await measureIntake(stage, largest, rounds)]
}
