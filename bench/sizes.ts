/** Memory, database and requests a second with 10, 100 and 1,000 tenants of five places, each used by visitors. */
import { type Prepared, prepareTenant, type Service } from '#test/faults/service.ts'
import { httpRequest, proportionalMb, residentMb, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, portOf, type Stage, withService } from './stage.ts'

const sizes = [10, 100, 1000] as const
const amenities = 5
const seconds = 5
/** Registrations at a time; each hashes a password. */
const concurrency = 2

const addTenants = async (service: Service, tenants: Prepared[], size: number): Promise<void> => {
  const add = async (): Promise<void> => {
    while (tenants.length < size) {
      const place = tenants.length
      // Taken before the call, so that the others do not make one too many.
      tenants.length++
      tenants[place] = await prepareTenant(service, amenities)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, add))
}

/** Two reports and two pages of each tenant. */
const requestsOf = (tenants: readonly Prepared[]): string[] =>
  tenants.flatMap(({ places }) =>
    places
      .slice(0, 2)
      .flatMap(({ qrCode }) => [
        httpRequest(
          'POST',
          '/api/feedback',
          { 'content-type': 'application/json', 'x-forwarded-for': '{address}' },
          JSON.stringify({ qrCode, rating: 4 }),
        ),
        httpRequest('GET', `/q/${qrCode}`, { 'x-forwarded-for': '{address}' }),
      ]),
  )

const megabytesText = 'select (pg_database_size(current_database()) / 1048576.0)::float8 as mb'

export const benchSizes = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  const tenants: Prepared[] = []
  const lines: Line[] = []
  for (const size of sizes) {
    note(`sizes, making ${size} tenants`)
    await withService(stage, { ROLE: 'http' }, (service) => addTenants(service, tenants, size))
    await stage.sql('truncate feedback, event, pgboss.job, event_handled cascade')
    await stage.sql('vacuum (full, analyze)')
    const [before] = await stage.sql<{ mb: number }>(megabytesText)
    await withService(stage, { ROLE: 'all' }, async (service) => {
      const idle = residentMb(service.pid)
      const [few, all] = [requestsOf(tenants.slice(0, sizes[0])), requestsOf(tenants)]
      const rates: Record<'few' | 'all', number[]> = { few: [], all: [] }
      const load = { port: portOf(service), connections: 16, seconds, warmUpSeconds: 2 }
      for (let round = 1; round <= rounds; round++) {
        rates.few.push((await runLoad({ ...load, requests: few })).perSecond)
        rates.all.push((await runLoad({ ...load, requests: all })).perSecond)
      }
      const database = stage.databasePid()
      lines.push({
        what: `${size} tenants`,
        value: `process ${Math.round(idle)} MB at rest, ${Math.round(residentMb(service.pid))} MB after the load; PostgreSQL ${database === undefined ? '?' : Math.round(proportionalMb(database))} MB; database ${Math.round(before?.mb ?? 0)} MB; ${Math.round(median(rates.all))}/s`,
        ratio: `${(median(rates.all) / median(rates.few)).toFixed(2)} × the requests of ${sizes[0]} of them`,
        goal: '',
      })
      note(JSON.stringify(lines.at(-1)))
    })
  }
  return lines
}
