/** One tenant or one address floods the service with default limits: what do others notice? */
import type { Prepared, Service } from '#test/faults/service.ts'
import type { LoadResult } from './load.ts'
import { httpRequest, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, portOf, type Stage, signIn, withService } from './stage.ts'

const seconds = 4

const submission = (qrCode: string, address: string): string =>
  httpRequest(
    'POST',
    '/api/feedback',
    { 'content-type': 'application/json', 'x-forwarded-for': address },
    JSON.stringify({ qrCode, rating: 4 }),
  )

/** Two visitors at a time, each with its own address, at places other than the flooded ones. */
const bystanders = (service: Service, tenant: Prepared): Promise<LoadResult> => {
  const requests = tenant.places.slice(50).map(({ qrCode }) => submission(qrCode, '{address}'))
  return runLoad({ port: portOf(service), connections: 2, seconds, warmUpSeconds: 0.5, requests })
}

const flood = (service: Service, requests: readonly string[]): Promise<LoadResult> =>
  runLoad({ port: portOf(service), connections: 62, seconds, warmUpSeconds: 0.5, requests })

const refused = ({ statuses, requests }: LoadResult): string =>
  `${Math.round(((statuses['429'] ?? 0) / Math.max(1, requests)) * 100)} % refused`

export const benchFlood = async (
  stage: Stage,
  visited: Prepared,
  other: Prepared,
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const p99: Record<'alone' | 'address' | 'tenant', number[]> = { alone: [], address: [], tenant: [] }
  let byAddress = ''
  let byTenant = ''
  for (let round = 1; round <= rounds; round++) {
    note(`flood, round ${round} of ${rounds}`)
    // The specified limits for visitors and staff.
    await withService(stage, { ROLE: 'all', RATE_LIMITS: 'on' }, async (service) => {
      const token = await signIn(service, other)
      p99.alone.push((await bystanders(service, visited)).p99)
      const code = visited.places[0]?.qrCode ?? ''
      const [one, quiet] = await Promise.all([
        flood(service, [submission(code, '192.0.2.7')]),
        bystanders(service, visited),
      ])
      p99.address.push(quiet.p99)
      byAddress = `${Math.round(one.perSecond)}/s from one address, ${refused(one)}`
      const list = httpRequest('GET', '/api/tasks', { authorization: `Bearer ${token}` })
      const [staff, calm] = await Promise.all([flood(service, [list]), bystanders(service, visited)])
      p99.tenant.push(calm.p99)
      byTenant = `${Math.round(staff.perSecond)}/s by staff of one tenant, ${refused(staff)}`
    })
  }
  const line = (what: string, value: string, name: keyof typeof p99): Line => ({
    what,
    value: `${value}; others p99 ${median(p99[name]).toFixed(0)} ms`,
    ratio: `${(median(p99[name]) / median(p99.alone)).toFixed(1)} × of without`,
    goal: '',
  })
  return [
    line('Two visitors, nobody else', 'no flood', 'alone'),
    line('An address floods submissions', byAddress, 'address'),
    line('A tenant floods the task list', byTenant, 'tenant'),
  ]
}
