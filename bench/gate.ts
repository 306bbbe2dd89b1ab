/** The cost of the gate: the same handler with and without it, and with each store of limits. */
import { cpuSeconds, httpRequest, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, portOf, type Stage, withService } from './stage.ts'

const seconds = 4
const warmUpSeconds = 3

/** Fills the bucket like 100 requests a minute would, at the rate of the benchmark. */
const full = JSON.stringify({ read: { limit: 10_000, windowSeconds: 0.02 } })

interface Measured {
  readonly perSecond: number
  /** CPU time of the service per request, microseconds */
  readonly cpu: number
}

const contestants: readonly { name: string; target: string; env: Record<string, string> }[] = [
  { name: 'The handler in its transaction, nothing before it', target: '/bare', env: {} },
  { name: 'Through the gate, limits in memory', target: '/api/admin/buildings', env: {} },
  {
    name: 'Through the gate, limits in PostgreSQL',
    target: '/api/admin/buildings',
    env: { LIMITS: 'shared' },
  },
  ...(process.env.REDIS_URL
    ? [
        {
          name: 'Through the gate, limits in Redis',
          target: '/api/admin/buildings',
          env: { LIMITS: 'shared', REDIS_URL: process.env.REDIS_URL },
        },
      ]
    : []),
]

const measure = (stage: Stage, target: string, env: Record<string, string>): Promise<Measured> =>
  withService(stage, { ROLE: 'http', BARE: '1', RATE_LIMITS: full, ...env }, async (service) => {
    const { token } = await newTenant(service, 0)
    const before = cpuSeconds(service.pid)
    const load = await runLoad({
      port: portOf(service),
      connections: 16,
      seconds,
      warmUpSeconds,
      requests: [httpRequest('GET', target, { authorization: `Bearer ${token}` })],
    })
    const wrong = Object.keys(load.statuses).filter((status) => status !== '200')
    if (wrong.length > 0) throw new Error(`${target} answered ${JSON.stringify(load.statuses)}`)
    const spent = (cpuSeconds(service.pid) - before) * (seconds / (seconds + warmUpSeconds))
    return { perSecond: load.perSecond, cpu: (spent / load.requests) * 1e6 }
  })

export const benchGate = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  const runs = contestants.map((): Measured[] => [])
  for (let round = 1; round <= rounds; round++) {
    note(`the gate, round ${round} of ${rounds}`)
    for (const [index, { target, env }] of contestants.entries())
      runs[index]?.push(await measure(stage, target, env))
  }
  const bare = median((runs[0] ?? []).map(({ cpu }) => cpu))
  return contestants.map(({ name }, index) => {
    const cpu = median((runs[index] ?? []).map((run) => run.cpu))
    return {
      what: name,
      value: `${Math.round(median((runs[index] ?? []).map(({ perSecond }) => perSecond)))}/s, ${Math.round(cpu)} µs of CPU a request`,
      ratio:
        index === 0 ? '1' : `${(cpu / bare).toFixed(2)} × the CPU; the gate ${Math.round(cpu - bare)} µs`,
      goal: '',
    }
  })
}
