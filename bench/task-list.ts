/**
 * GET /api/tasks compared with the bare two queries, and at 1,000,000 tasks with 10,000. "Asked again": the same
 * request without changes, answered from the response cache. "Asked first": each with a new search text, so it is
 * read from the tables.
 */
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import { bestClients, floorName, runFloor } from './floor.ts'
import { httpRequest, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, portOf, type Stage, signIn, withService } from './stage.ts'

export interface TaskTenant {
  readonly tenant: Prepared
  readonly count: number
}

interface Filter {
  readonly name: string
  readonly query: string
  /** the same filter in SQL */
  readonly where: string
}

const seconds = 2

const filtersOf = ({ buildingId, userId }: Prepared): Filter[] => [
  { name: 'no filter', query: '', where: '' },
  { name: 'status=OPEN', query: '&status=OPEN', where: " and t.status = 'OPEN'" },
  {
    name: 'building and status',
    query: `&building=${buildingId}&status=OPEN`,
    where: ` and t.building_id = '${buildingId}' and t.status = 'OPEN'`,
  },
  {
    name: 'assignee=me and status',
    query: '&assignee=me&status=OPEN',
    where: ` and t.assignee_id = '${userId}' and t.status = 'OPEN'`,
  },
]

/** Page and count as plain SQL, without row security. */
const pair = ({ tenantId }: Prepared, { where }: Filter, page: number): string[] => [
  `select t.*, b.name as building_name, a.name as amenity_name, u.name as assignee_name
   from task t
   left join building b on b.tenant_id = t.tenant_id and b.id = t.building_id
   left join amenity a on a.tenant_id = t.tenant_id and a.id = t.amenity_id
   left join app_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id
   where t.tenant_id = '${tenantId}' and t.merged_into is null${where}
   order by t.created_at desc, t.id desc limit 20${page === 1 ? '' : ` offset ${(page - 1) * 20}`}`,
  `select count(*) as n from task t where t.tenant_id = '${tenantId}' and t.merged_into is null${where}`,
]

interface Case {
  readonly owner: TaskTenant
  readonly filter: Filter
  /** name of the page; its number differs between sizes */
  readonly pageName: string
  readonly page: number
  readonly again: number[]
  readonly first: number[]
  readonly p99: number[]
  readonly refused: number[]
  readonly floor: number[]
}

const totalOf = async (
  service: Service,
  owner: TaskTenant,
  filter: Filter,
  token: string,
): Promise<number> => {
  const answer = await call<unknown>(service, 'GET', `/api/tasks?pageSize=1${filter.query}`, { token })
  const { total } = answer.json as unknown as { total: number }
  if (answer.status !== 200)
    throw new Error(`GET /api/tasks answered ${answer.status} for ${owner.count} tasks`)
  return total
}

const casesOf = async (stage: Stage, service: Service, owner: TaskTenant): Promise<Case[]> => {
  const token = await signIn(service, owner.tenant)
  const cases: Case[] = []
  for (const filter of filtersOf(owner.tenant)) {
    const total = await totalOf(service, owner, filter, token)
    const [exact] = await stage.sql<{ n: string }>(pair(owner.tenant, filter, 1)[1] ?? '')
    if (Number(exact?.n) !== total)
      throw new Error(`The total is ${total}, but there are ${exact?.n} (${filter.name})`)
    const last = Math.ceil(total / 20)
    const pages: [string, number][] = [
      ['page 1', 1],
      ['page 500', Math.min(500, last)],
      ['middle page', Math.ceil(last / 2)],
    ]
    for (const [pageName, page] of pages)
      cases.push({ owner, filter, pageName, page, again: [], first: [], p99: [], refused: [], floor: [] })
  }
  return cases
}

const measure = async (service: Service, one: Case, token: string): Promise<void> => {
  const target = `/api/tasks?page=${one.page}&pageSize=20${one.filter.query}`
  const headers = { authorization: `Bearer ${token}` }
  for (const [rates, words] of [
    [one.again, ''],
    // The load generator inserts another value for each request.
    [one.first, '&asked={address}'],
  ] as const) {
    const load = await runLoad({
      port: portOf(service),
      connections: 64,
      seconds,
      warmUpSeconds: 0.7,
      requests: [httpRequest('GET', target + words, headers)],
    })
    const good = load.statuses['200'] ?? 0
    one.refused.push(load.requests - good)
    // Requests that hit the database's time limit are not counted.
    rates.push((load.perSecond * good) / Math.max(1, load.requests))
    if (rates === one.first) one.p99.push(load.p99)
  }
}

/** At the middle size only the cases that the design figures need. */
const isWanted = (one: Case, sizes: readonly number[]): boolean =>
  one.owner.count === Math.min(...sizes) ||
  one.owner.count === Math.max(...sizes) ||
  (one.filter.name === 'building and status' && one.pageName === 'page 1')

const thousands = (count: number): string => count.toLocaleString('en')

export const benchTaskList = async (
  stage: Stage,
  owners: readonly TaskTenant[],
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const sizes = owners.map(({ count }) => count)
  const cases = await withService(stage, { ROLE: 'http' }, async (service) => {
    const all: Case[] = []
    for (const owner of owners) all.push(...(await casesOf(stage, service, owner)))
    return all.filter((one) => isWanted(one, sizes))
  })
  const middle = cases.find(({ filter }) => filter.name === 'building and status')
  if (!middle) return []
  const clients = await bestClients({
    url: stage.superuserUrl,
    statements: pair(middle.owner.tenant, middle.filter, 1),
    seconds: 2,
  })
  for (let round = 1; round <= rounds; round++) {
    note(`task list, round ${round} of ${rounds}`)
    await withService(stage, { ROLE: 'http' }, async (service) => {
      for (const one of cases) {
        await measure(service, one, await signIn(service, one.owner.tenant))
        const statements = pair(one.owner.tenant, one.filter, one.page)
        one.floor.push(await runFloor({ url: stage.superuserUrl, statements, clients, seconds: 2 }))
      }
    })
  }
  const small = Math.min(...sizes)
  const lines = cases.map((one): Line => {
    const floor = median(one.floor)
    const base = cases.find(
      (other) =>
        one.owner.count === Math.max(...sizes) &&
        other.owner.count === small &&
        other.filter.name === one.filter.name &&
        other.pageName === one.pageName,
    )
    const medians = (pick: (of: Case) => number[]): string => {
      const rate = median(pick(one))
      const growth = base ? `, time ${(median(pick(base)) / rate).toFixed(2)} × of ${thousands(small)}` : ''
      return `${(rate / floor).toFixed(2)} × the floor${growth}`
    }
    return {
      what: `${thousands(one.owner.count)} tasks, ${one.filter.name}, ${one.pageName}${one.pageName === 'page 1' ? '' : ` (${thousands(one.page)})`}`,
      value: `again ${Math.round(median(one.again))}/s, first ${Math.round(median(one.first))}/s, p99 ${median(one.p99).toFixed(0)} ms${median(one.refused) > 0 ? `, ${median(one.refused)} answered 503` : ''}; floor ${Math.round(floor)}/s`,
      ratio: `again ${medians(({ again }) => again)}; first ${medians(({ first }) => first)}`,
      goal: `≥ 1.0 × the floor${base ? '; ≤ 1.3 × of 10,000' : ''}`,
    }
  })
  return [
    { what: `Floor: page and count(*) by ${floorName}, ${clients} clients`, value: '', ratio: '', goal: '' },
    ...lines,
  ]
}
