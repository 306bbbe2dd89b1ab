/** The cost of row security: the service with and without its policies, and its frequent statements one by one. */
import { pageStatement } from '#server/modules/tasks/list/list-sql.ts'
import type { Prepared, Service } from '#test/faults/service.ts'
import { runFloor } from './floor.ts'
import { httpRequest, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, portOf, type Stage, signIn, withService } from './stage.ts'
import type { TaskTenant } from './task-list.ts'

const seconds = 3
const bypass = `wk_bench_bypass_${process.pid}`

const literal = (value: unknown): string =>
  value === null ? 'null' : `'${value instanceof Date ? value.toISOString() : String(value)}'`

/** A statement of the service as text for pgbench. */
const inlined = ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }): string =>
  text.replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]))

const inTransaction = (tenantId: string, text: string): string[] => [
  'begin',
  `set local app.tenant_id = '${tenantId}'`,
  text,
  'commit',
]

interface Hot {
  readonly name: string
  readonly role: string
  readonly statements: readonly string[]
}

const hotStatements = (visited: Prepared, { tenant }: TaskTenant): Hot[] => {
  const filter = {
    branches: [{ building: [tenant.buildingId], status: ['OPEN'] }],
    overdue: undefined,
    search: undefined,
    narrowed: undefined,
  }
  const page = { order: 'createdAt', descending: true, limit: 20, offset: 0, total: undefined } as const
  const row = `('${visited.tenantId}', gen_random_uuid(), '${visited.places[0]?.amenityId}', '${visited.buildingId}', 5, '[]'::jsonb, 'source', now())`
  return [
    {
      name: 'Page of the task list',
      role: 'wellkept_app',
      statements: inTransaction(
        tenant.tenantId,
        inlined(pageStatement(tenant.tenantId, tenant.userId, filter, page, new Date())),
      ),
    },
    {
      name: 'Total from the tallies',
      role: 'wellkept_app',
      statements: inTransaction(
        tenant.tenantId,
        `select n from task_tally where tenant_id = '${tenant.tenantId}' and facet = 'status,building' and key = 'OPEN|${tenant.buildingId}'`,
      ),
    },
    {
      name: 'Place of a QR code',
      role: 'wellkept_app',
      statements: inTransaction(
        visited.tenantId,
        `select a.id, a.building_id from qr_code q join amenity a on a.tenant_id = q.tenant_id and a.id = q.amenity_id
         where q.tenant_id = '${visited.tenantId}' and q.code = '${visited.places[0]?.qrCode}'`,
      ),
    },
    {
      name: 'Insert of 16 submissions',
      role: 'wellkept_intake',
      statements: [
        `insert into feedback (tenant_id, id, amenity_id, building_id, rating, issues, source, created_at) values ${Array(16).fill(row).join(', ')}`,
      ],
    },
  ]
}

const setPolicies = (stage: Stage, tables: readonly string[], state: 'enable' | 'disable') =>
  stage.sql(tables.map((name) => `alter table ${name} ${state} row level security`).join('; '))

/**
 * The same service with and without its policies, each twice in an order that favours neither, since later runs are
 * warmer.
 */
const measureService = async (
  stage: Stage,
  tables: readonly string[],
  requests: (service: Service) => Promise<string[]>,
): Promise<[number, number]> =>
  withService(stage, { ROLE: 'http' }, async (service) => {
    const job = {
      port: portOf(service),
      connections: 64,
      seconds,
      warmUpSeconds: 1,
      requests: await requests(service),
    }
    await runLoad(job)
    const rates = { enable: 0, disable: 0 }
    for (const state of ['enable', 'disable', 'disable', 'enable'] as const) {
      await setPolicies(stage, tables, state)
      rates[state] += (await runLoad(job)).perSecond / 2
    }
    return [rates.enable, rates.disable]
  })

const asLine = (what: string, pairs: readonly (readonly [number, number])[], goal: string): Line => {
  const [secured, open] = [median(pairs.map(([rate]) => rate)), median(pairs.map(([, rate]) => rate))]
  return {
    what,
    value: `${Math.round(secured)}/s with, ${Math.round(open)}/s without`,
    ratio: `costs ${((1 - secured / open) * 100).toFixed(0)} %`,
    goal,
  }
}

export const benchRowSecurity = async (
  stage: Stage,
  visited: Prepared,
  owners: readonly TaskTenant[],
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const largest = owners.at(-1)
  if (!largest) return []
  const tables = (
    await stage.sql<{ name: string }>(
      "select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relrowsecurity",
    )
  ).map(({ name }) => name)
  const list =
    (words: string) =>
    async (service: Service): Promise<string[]> => {
      const authorization = `Bearer ${await signIn(service, largest.tenant)}`
      const target = `/api/tasks?building=${largest.tenant.buildingId}&status=OPEN${words}`
      return [httpRequest('GET', target, { authorization })]
    }
  const submissions = async (): Promise<string[]> =>
    visited.places.map(({ qrCode }) =>
      httpRequest(
        'POST',
        '/api/feedback',
        { 'content-type': 'application/json', 'x-forwarded-for': '{address}' },
        JSON.stringify({ qrCode, rating: 4 }),
      ),
    )
  const hot = hotStatements(visited, largest).map((one) => ({ ...one, pairs: [] as [number, number][] }))
  const again: [number, number][] = []
  const first: [number, number][] = []
  const writes: [number, number][] = []
  await stage.sql(`create role ${bypass} bypassrls; grant wellkept_app, wellkept_intake to ${bypass}`)
  try {
    for (let round = 1; round <= rounds; round++) {
      note(`row security, round ${round} of ${rounds}`)
      again.push(await measureService(stage, tables, list('')))
      first.push(await measureService(stage, tables, list('&asked={address}')))
      writes.push(await measureService(stage, tables, submissions))
      for (const { role, statements, pairs } of hot) {
        const job = { url: stage.superuserUrl, statements, clients: 8, seconds }
        pairs.push([await runFloor({ ...job, role }), await runFloor({ ...job, role: bypass })])
      }
    }
  } finally {
    await setPolicies(stage, tables, 'enable')
    await stage.sql(`drop role ${bypass}`)
  }
  return [
    asLine('GET /api/tasks, building and status, asked again', again, '≤ 15 %'),
    asLine('GET /api/tasks, building and status, asked first', first, '≤ 15 %'),
    asLine('POST /api/feedback', writes, '≤ 15 %'),
    ...hot.map(({ name, pairs }) => asLine(`${name}, statement alone`, pairs, '')),
  ]
}
