/**
 * Time from a change to its webhooks, while half of the receivers hang. The changes are of many tenants, since
 * changes of one tenant wait for each other at its audit log.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import { cpuSeconds, databaseCpuSeconds } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, type Stage, signIn, withService } from './stage.ts'

const perSecond = Number(process.env.CHANGES ?? 200)
const seconds = 20
const tenantCount = 20
const records = 10

interface Body {
  readonly data: { readonly changes: readonly { readonly to: unknown }[] }
}

/** Records when each change arrives; a hanging receiver never answers. */
const listen = async (onRequest: (name: string) => void, hangs: boolean) => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString()) as Body
      // Reads the change instead of the record, which may have changed since.
      for (const { to } of data.changes) onRequest(String(to))
      if (!hangs) response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Run {
  readonly times: readonly number[]
  readonly sent: number
  /** CPU seconds of the service, of PostgreSQL, and of this process, which makes the changes and receives */
  readonly cpu: readonly [service: number, database: number, bench: number]
}

interface Stand {
  readonly token: string
  /** paths of the changed records, in turn */
  readonly paths: readonly string[]
}

/** Each event type goes to a receiver that answers, and in some runs to one that hangs. */
const standOf = async (service: Service, tenant: Prepared, urls: readonly string[]): Promise<Stand> => {
  const token = await signIn(service, tenant)
  const post = async (path: string, body: unknown): Promise<string> => {
    const made = await call<{ id: string }>(service, 'POST', path, { token, body })
    if (made.status !== 201) throw new Error(`${path} was answered ${made.status}`)
    return made.json.data.id
  }
  for (const [index, url] of urls.entries())
    await post('/api/admin/webhooks', { url, events: [index % 2 === 0 ? 'amenity.updated' : 'task.updated'] })
  const paths: string[] = []
  for (const { amenityId } of tenant.places)
    paths.push(
      `/api/admin/amenities/${amenityId}`,
      `/api/tasks/${await post('/api/tasks', { title: 'To be changed' })}`,
    )
  return { token, paths }
}

const nth = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('There is none')
  return found
}

interface Receivers {
  readonly answering: number
  readonly hanging: number
}

const run = async (
  stage: Stage,
  tenants: readonly Prepared[],
  { answering, hanging }: Receivers,
): Promise<Run> => {
  await stage.sql(
    'truncate webhook, webhook_delivery, webhook_attempt, event, event_handled, due_work, pgboss.job cascade',
  )
  const committed = new Map<string, number>()
  const arrived = new Map<string, number>()
  const receivers = [
    ...(await Promise.all(
      Array.from({ length: answering }, () => listen((name) => arrived.set(name, performance.now()), false)),
    )),
    ...(await Promise.all(Array.from({ length: hanging }, () => listen(() => {}, true)))),
  ]
  try {
    return await withService(stage, { WEBHOOK_ALLOW_PRIVATE: 'true' }, async (service) => {
      const urls = receivers.map(({ url }) => url)
      const stands = await Promise.all(tenants.map((tenant) => standOf(service, tenant, urls)))
      const change = async (index: number): Promise<void> => {
        const name = `n-${index}`
        const { token, paths } = nth(stands, index)
        const path = nth(paths, Math.floor(index / stands.length))
        const body = path.startsWith('/api/tasks/') ? { title: name } : { name }
        const { status } = await call(service, 'PATCH', path, { token, body })
        if (status === 200) committed.set(name, performance.now())
      }
      const cpu = () => [
        cpuSeconds(service.pid),
        databaseCpuSeconds(stage.databasePid()),
        cpuSeconds(process.pid),
      ]
      const before = cpu()
      const began = performance.now()
      const asked: Promise<void>[] = []
      for (let index = 0; index < perSecond * seconds; index++) {
        asked.push(change(index))
        const ahead = began + (index * 1000) / perSecond - performance.now()
        if (ahead > 0) await delay(ahead)
      }
      await Promise.all(asked)
      const end = performance.now() + 30_000
      while (answering > 0 && arrived.size < committed.size && performance.now() < end) await delay(20)
      const times = [...committed].map(([name, at]) => (arrived.get(name) ?? Number.POSITIVE_INFINITY) - at)
      const [ofService = 0, ofDatabase = 0, own = 0] = cpu().map((now, index) => now - (before[index] ?? 0))
      return {
        times: times.sort((a, b) => a - b),
        sent: committed.size,
        cpu: [ofService, ofDatabase, own],
      }
    })
  } finally {
    for (const receiver of receivers) receiver.close()
  }
}

const at = (times: readonly number[], share: number): number => times[Math.floor(times.length * share)] ?? 0

export const benchWebhooks = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  const tenants: Prepared[] = []
  await withService(stage, {}, async (service) => {
    for (let index = 0; index < tenantCount; index++) tenants.push(await newTenant(service, records))
  })
  const [alone, well, hung]: [Run[], Run[], Run[]] = [[], [], []]
  for (let round = 1; round <= rounds; round++) {
    note(`webhooks, round ${round} of ${rounds}`)
    alone.push(await run(stage, tenants, { answering: 0, hanging: 0 }))
    well.push(await run(stage, tenants, { answering: 2, hanging: 0 }))
    hung.push(await run(stage, tenants, { answering: 2, hanging: 2 }))
  }
  const of = (runs: readonly Run[], share: number): number =>
    median(runs.map(({ times }) => at(times, share)))
  const cpu = (runs: readonly Run[]): string => {
    const [service, database, own] = [0, 1, 2].map((whose) =>
      median(runs.map((one) => ((one.cpu[whose] ?? 0) * 1000) / one.sent)).toFixed(1),
    )
    return `${service} + ${database} ms of CPU a change (service + PostgreSQL; ${own} of who changes and receives)`
  }
  const said = (runs: readonly Run[]): string =>
    `p50 ${of(runs, 0.5).toFixed(0)} ms, p99 ${of(runs, 0.99).toFixed(0)} ms, ${cpu(runs)}`
  const lost = hung.concat(well).flatMap(({ times }) => times.filter((time) => !Number.isFinite(time))).length
  return [
    {
      what: `${perSecond} changes a second for ${seconds} s, from the answer to the receiver: of ${tenantCount} tenants, each with two receivers that answer beside two that hang`,
      value: `${said(hung)}; lost ${lost}`,
      ratio: `${(of(hung, 0.99) / of(well, 0.99)).toFixed(2)} × the p99 where none hangs (${said(well)}); without a receiver ${cpu(alone)}`,
      goal: 'p50 50 ms, p99 500 ms',
    },
  ]
}
