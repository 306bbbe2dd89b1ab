/**
 * POST /api/feedback compared with single-row transactions, with the same write and nothing else, and with a server
 * without a database. Uses 1,000 codes and 100,000 sources, since with few of them lookups and memory cost nothing.
 */
import type { Prepared } from '#test/faults/service.ts'
import { bestClients, type FloorJob, floorName, runFloor } from './floor.ts'
import type { LoadResult } from './load.ts'
import { databaseCpuSeconds, httpRequest, runLoad, startBareBatch, startBareServer } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, portOf, type Stage, withService } from './stage.ts'

/** A comment of typical length. */
const comment = 'No paper in the left cubicle.'
const issues = '[{"code": "NO_PAPER", "detail": null}]'

const request = (qrCode: string): string =>
  httpRequest(
    'POST',
    '/api/feedback',
    { 'content-type': 'application/json', 'x-forwarded-for': '{address}' },
    JSON.stringify({ qrCode, rating: 2, comment, issues: ['NO_PAPER'], language: 'en' }),
  )

/** Looks up row by row, which is the fastest whatever the planner estimates. */
const lookUp = (codes: readonly string[]): string =>
  `select a.* from (select tenant_id, code from qr_directory where code = (select (array['${codes.join("', '")}'])[:n]) offset 0) d
   cross join lateral (select q.tenant_id, q.amenity_id from qr_code q
     where q.tenant_id = d.tenant_id and q.code = d.code and q.retired_at is null offset 0) q
   cross join lateral (select a.tenant_id, a.id as amenity_id, a.building_id from amenity a
     where a.tenant_id = q.tenant_id and a.id = q.amenity_id and a.archived_at is null offset 0) a`

/** Lookup, feedback and event in one statement: one round trip, one commit. */
const oneStatement = (codes: readonly string[], newId: string): string[] => [
  `with q as (${lookUp(codes)}),
   e as (insert into event (tenant_id, id, type, payload, at)
     select tenant_id, ${newId}, 'feedback.created', '{"rating": 2, "issues": ["NO_PAPER"], "quarantined": false}'::jsonb, now() from q)
   insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, state, counted, created_at)
   select tenant_id, ${newId}, amenity_id, building_id, 2, '${comment}', '${issues}'::jsonb, 'en', 'h2bXh0Yq5pJmS1v8Zk3wLr', 'VISIBLE', true, now() from q`,
]

const seconds = 6
/** until the JIT compiler has optimized the frequent code */
const warmUpSeconds = 5

interface Measured {
  readonly perSecond: number
  readonly databaseCpu: number
  readonly serverCpu: number
  readonly load: LoadResult | undefined
}

const perThousand = (cpu: number, count: number): number => (cpu / count) * 1000

/** Every variant starts with empty tables. */
const empty = (stage: Stage) => stage.sql('truncate feedback, event, pgboss.job, event_handled cascade')

const measureServer = async (
  stage: Stage,
  codes: readonly string[],
  { pid, port }: { readonly pid: number; readonly port: number },
): Promise<Measured> => {
  const load = await runLoad({
    port,
    connections: 64,
    seconds,
    warmUpSeconds,
    requests: codes.map(request),
    watched: { server: pid, database: stage.databasePid() },
  })
  const { server, database } = load.watched
  return {
    perSecond: load.perSecond,
    databaseCpu: perThousand(database, load.requests),
    serverCpu: perThousand(server, load.requests),
    load,
  }
}

const measureService = async (stage: Stage, codes: readonly string[], role: string): Promise<Measured> => {
  await empty(stage)
  return withService(stage, { ROLE: role }, (service) =>
    measureServer(stage, codes, { pid: service.pid, port: portOf(service) }),
  )
}

const measureBatch = async (
  stage: Stage,
  { tenantId, buildingId, places }: Prepared,
  codes: readonly string[],
): Promise<Measured> => {
  await empty(stage)
  const amenities = Object.fromEntries(places.map(({ qrCode, amenityId }) => [qrCode, amenityId]))
  const server = await startBareBatch({ url: stage.url, tenantId, buildingId, amenities })
  try {
    return await measureServer(stage, codes, server)
  } finally {
    await server.stop()
  }
}

const measureFloor = async (stage: Stage, floor: Omit<FloorJob, 'seconds'>): Promise<Measured> => {
  await empty(stage)
  const before = databaseCpuSeconds(stage.databasePid())
  const perSecond = await runFloor({ ...floor, seconds })
  const databaseCpu = perThousand(databaseCpuSeconds(stage.databasePid()) - before, perSecond * seconds)
  return { perSecond, databaseCpu, serverCpu: 0, load: undefined }
}

const measureBare = async (stage: Stage, codes: readonly string[]): Promise<Measured> => {
  const answer = await withService(stage, { ROLE: 'http' }, async (service) => {
    const response = await fetch(`${service.url}/api/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' },
      body: JSON.stringify({ qrCode: codes[0], rating: 2 }),
    })
    const {
      date: _date,
      connection: _connection,
      'keep-alive': _keep,
      ...headers
    } = Object.fromEntries(response.headers)
    return { status: response.status, headers, body: await response.text() }
  })
  const server = await startBareServer(answer)
  try {
    return await measureServer(stage, codes, server)
  } finally {
    await server.stop()
  }
}

const assertAllWritten = ({ load }: Measured): void => {
  const others = Object.keys(load?.statuses ?? {}).filter((status) => status !== '201')
  if (others.length > 0)
    throw new Error(`Some submissions were answered ${others.join(', ')}: ${JSON.stringify(load?.statuses)}`)
}

export const benchSubmissions = async (
  stage: Stage,
  tenant: Prepared,
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const codes = tenant.places.map(({ qrCode }) => qrCode)
  const [version] = await stage.sql<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  )
  const newId = (version?.major ?? 0) >= 18 ? 'uuidv7()' : 'gen_random_uuid()'
  const work = { url: stage.superuserUrl, statements: oneStatement(codes, newId), choices: codes.length }
  const clients = await bestClients({ ...work, seconds: 3 })
  const runs: Record<'http' | 'all' | 'floor' | 'batch' | 'bare', Measured[]> = {
    http: [],
    batch: [],
    all: [],
    floor: [],
    bare: [],
  }
  for (let round = 1; round <= rounds; round++) {
    note(`submissions, round ${round} of ${rounds}`)
    runs.floor.push(await measureFloor(stage, { ...work, clients }))
    runs.http.push(await measureService(stage, codes, 'http'))
    runs.all.push(await measureService(stage, codes, 'all'))
    runs.batch.push(await measureBatch(stage, tenant, codes))
    runs.bare.push(await measureBare(stage, codes))
  }
  for (const measured of [...runs.http, ...runs.all, ...runs.batch]) assertAllWritten(measured)
  const of = (name: keyof typeof runs, what: (measured: Measured) => number): number =>
    median(runs[name].map(what))
  const floor = of('floor', (m) => m.perSecond)
  const line = (what: string, name: keyof typeof runs, goal: string): Line => {
    const rate = of(name, (m) => m.perSecond)
    const times =
      name === 'floor'
        ? ''
        : `, p50 ${of(name, (m) => m.load?.p50 ?? 0).toFixed(1)} ms, p99 ${of(name, (m) => m.load?.p99 ?? 0).toFixed(1)} ms`
    const cpu = `DB ${of(name, (m) => m.databaseCpu).toFixed(3)}, server ${of(name, (m) => m.serverCpu).toFixed(3)} CPU s/1000`
    return {
      what,
      value: `${Math.round(rate)}/s${times}; ${cpu}`,
      ratio:
        name === 'floor'
          ? '1'
          : `${(rate / floor).toFixed(2)} × the floor; ${(of(name, (m) => m.serverCpu) / of('batch', (m) => m.serverCpu)).toFixed(2)} × the CPU of the bare batch`,
      goal,
    }
  }
  return [
    line(`Floor: ${floorName}, ${clients} clients, one row each, one commit`, 'floor', ''),
    line('POST /api/feedback (ROLE=http)', 'http', '≥ 1.4 × the floor'),
    line('POST /api/feedback, worker in the same process (ROLE=all)', 'all', '≥ 0.8 × the floor'),
    line('fastify and the statement of the intake, nothing else: the bare batch', 'batch', ''),
    line('node:http that answers the same bytes, without a database', 'bare', ''),
  ]
}
