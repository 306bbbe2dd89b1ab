/** From a change to the systems that hear of it, while half of them hang. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Prepared } from '#test/faults/service.ts'
import { cpuSeconds, databaseCpuSeconds } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, type Stage, signIn, withService } from './stage.ts'

const perSecond = Number(process.env.CHANGES ?? 200)
const seconds = 20

interface Body {
  readonly data: { readonly changes: readonly { readonly to: unknown }[] }
}

/** Notes when each change was heard of; one that hangs answers nothing. */
const listen = async (heard: (name: string) => void, hangs: boolean) => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString()) as Body
      // The record is as it was when the body was made: another change may have come since.
      for (const { to } of data.changes) heard(String(to))
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
  readonly cpu: number
}

const run = async (stage: Stage, tenant: Prepared, hanging: boolean): Promise<Run> => {
  await stage.sql(
    'truncate webhook, webhook_delivery, webhook_attempt, event, event_handled, due_work, pgboss.job cascade',
  )
  const committed = new Map<string, number>()
  const arrived = new Map<string, number>()
  const receivers = [
    ...(await Promise.all([0, 1].map(() => listen((name) => arrived.set(name, performance.now()), false)))),
    ...(await Promise.all((hanging ? [0, 1] : []).map(() => listen(() => {}, true)))),
  ]
  try {
    return await withService(stage, { WEBHOOK_ALLOW_PRIVATE: 'true' }, async (service) => {
      const token = await signIn(service, tenant)
      for (const [index, { url }] of receivers.entries()) {
        const body = { url, events: [index % 2 === 0 ? 'amenity.updated' : 'task.updated'] }
        const made = await call(service, 'POST', '/api/admin/webhooks', { token, body })
        if (made.status !== 201) throw new Error(`A webhook was answered ${made.status}`)
      }
      const task = await call<{ id: string }>(service, 'POST', '/api/tasks', { token, body: { title: 'T' } })
      const change = async (index: number): Promise<void> => {
        const name = `n-${index}`
        const amenity = tenant.places[index % tenant.places.length]?.amenityId
        const { status } =
          index % 2 === 0
            ? await call(service, 'PATCH', `/api/admin/amenities/${amenity}`, { token, body: { name } })
            : await call(service, 'PATCH', `/api/tasks/${task.json.data.id}`, {
                token,
                body: { title: name },
              })
        if (status === 200) committed.set(name, performance.now())
      }
      const cpu = () => cpuSeconds(service.pid) + databaseCpuSeconds(stage.databasePid())
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
      while (arrived.size < committed.size && performance.now() < end) await delay(20)
      const times = [...committed].map(([name, at]) => (arrived.get(name) ?? Number.POSITIVE_INFINITY) - at)
      return { times: times.sort((a, b) => a - b), sent: committed.size, cpu: cpu() - before }
    })
  } finally {
    for (const receiver of receivers) receiver.close()
  }
}

const at = (times: readonly number[], share: number): number => times[Math.floor(times.length * share)] ?? 0

export const benchWebhooks = async (
  stage: Stage,
  tenant: Prepared,
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const [well, hung]: [Run[], Run[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    note(`webhooks, round ${round} of ${rounds}`)
    well.push(await run(stage, tenant, false))
    hung.push(await run(stage, tenant, true))
  }
  const of = (runs: readonly Run[], share: number): number =>
    median(runs.map(({ times }) => at(times, share)))
  const cpu = (runs: readonly Run[]): number => median(runs.map((one) => (one.cpu * 1000) / one.sent))
  const said = (runs: readonly Run[]): string =>
    `p50 ${of(runs, 0.5).toFixed(0)} ms, p99 ${of(runs, 0.99).toFixed(0)} ms, ${cpu(runs).toFixed(1)} ms of CPU a change`
  const lost = hung.concat(well).flatMap(({ times }) => times.filter((time) => !Number.isFinite(time))).length
  return [
    {
      what: `${perSecond} changes a second for ${seconds} s, from the answer to the receiver: two that answer beside two that hang, of one tenant`,
      value: `${said(hung)}; lost ${lost}`,
      ratio: `${(of(hung, 0.99) / of(well, 0.99)).toFixed(2)} × the p99 where none hangs (${said(well)})`,
      goal: 'p50 50 ms, p99 500 ms',
    },
  ]
}
