/**
 * Today, inbox, tasks, preview of a saved-search alert, setup checklist and audit log of a tenant with 1,000,000
 * submissions and 200,000 tasks beside 50 small ones, with each filter and order: milliseconds, and the ratio to a
 * small tenant.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import { largest, makeHotData, small } from './hot-data.ts'
import type { Line, Rounds } from './report.ts'
import { newTenant, type Stage, signIn, withService } from './stage.ts'

interface Known {
  readonly amenityId: string
  readonly buildingId: string
  readonly taskId: string
  readonly actorId: string
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const inbox = '/api/dashboard/feedback/recent'
const todo = 'done=false&bare=false'

const hotPaths = ({ amenityId, buildingId, taskId, actorId }: Known): string[] => {
  const year = `from=${day(364)}`
  const feedbackFilters = [
    '',
    todo,
    'done=true&bare=false',
    'state=QUARANTINED',
    'state=HIDDEN',
    'counted=true',
    'counted=false',
    'hasComment=true',
    'rating=1,2',
    'rating=1,2&hasComment=true&done=false',
    'issue=LEAK',
    'label=Cleaning',
    'open=true',
    'open=false',
    'weekday=1&hour=9',
    'type=ELEVATOR',
    `building=${buildingId}`,
    `amenity=${amenityId}`,
    'q=floor',
    'q=floor%20broken',
    'q=500000',
    'bare=true',
  ]
  const taskFilters = [
    'status=OPEN,IN_PROGRESS',
    'status=OPEN,IN_PROGRESS&assignee=me',
    'status=OPEN,IN_PROGRESS&assignee=none',
    'overdue=true',
    'status=DONE',
    '',
    `building=${buildingId}`,
    `amenity=${amenityId}`,
    'status=DONE&priority=URGENT',
    'source=MANUAL',
    'category=LEAK',
    'type=ELEVATOR',
    'status=OPEN,IN_PROGRESS&type=ELEVATOR',
    'promise=MISSED',
    'promise=RUNNING',
    `createdFrom=${day(30)}`,
    `doneFrom=${day(30)}`,
    `doneFrom=${day(364)}&type=ELEVATOR`,
    'q=leak',
    'q=leak%20place',
    'q=123456',
    'status=OPEN,IN_PROGRESS&q=leak',
  ]
  const sorts = ['clock', '-createdAt', '-updatedAt', 'dueAt', '-priority', '-number']
  const task = (filter: string, more: string): string =>
    `/api/tasks?${[filter, more].filter(Boolean).join('&')}`
  const feed = (filter: string, more: string): string =>
    `${inbox}?${[filter, more].filter(Boolean).join('&')}`
  const week = `endsFrom=${new Date(Date.now() - 3 * 86_400_000).toISOString()}&endsBefore=${new Date(Date.now() + 4 * 86_400_000).toISOString()}`
  return [
    '/api/dashboard/overview',
    `/api/dashboard/overview?building=${buildingId}`,
    '/api/dashboard/overview?type=ELEVATOR',
    `/api/dashboard/overview?${year}`,
    ...feedbackFilters.flatMap((filter) => [
      feed(filter, 'sort=-createdAt'),
      feed(filter, 'sort=rating'),
      feed(filter, 'sort=-createdAt&page=50'),
      feed(filter, `sort=-createdAt&${year}`),
    ]),
    feed('sort=rating', 'page=50'),
    feed(`sort=rating&${year}`, 'page=50'),
    ...taskFilters.flatMap((filter) => [
      ...sorts.map((sort) => task(filter, `sort=${sort}`)),
      task(filter, 'sort=-createdAt&page=50'),
      task(filter, 'sort=clock&page=50'),
      `/api/tasks/summary?${filter}`,
    ]),
    task('status=OPEN,IN_PROGRESS', `${week}&undated=true&pageSize=100`),
    task(`doneSince=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`, 'pageSize=100&sort=clock'),
    '/api/wizard/state?health=true',
    '/api/admin/amenities?lacks=CODE',
    '/api/admin/amenities?lacks=RULE',
    '/api/admin/amenities?lacks=ROUTE',
    '/api/admin/audit-log',
    '/api/admin/audit-log?page=50',
    `/api/admin/audit-log?actor=${actorId}`,
    `/api/admin/audit-log?actor=${actorId}&page=50`,
    '/api/admin/audit-log?action=admin.*',
    '/api/admin/audit-log?action=admin.*&page=50',
    '/api/admin/audit-log?action=tasks.updateTask',
    `/api/admin/audit-log?action=admin.*&actor=${actorId}`,
    `/api/admin/audit-log?target=${taskId}`,
    `/api/admin/audit-log?from=${day(200)}&to=${day(100)}`,
    `/api/admin/audit-log?from=${day(200)}&to=${day(100)}&page=50&sort=at`,
    `/api/tasks/${taskId}`,
    `/api/tasks/${taskId}/history`,
  ]
}

const neighbours = 50
const shown = 60

const readKnown = async (stage: Stage, { tenantId }: Prepared): Promise<Known> => {
  const [row] = await stage.sql<{ amenity: string; building: string; task: string; actor: string }>(
    `select a.id as amenity, a.building_id as building, t.id as task, e.actor_id as actor
     from task t join amenity a on a.tenant_id = $1 and a.id = t.amenity_id
     cross join (select actor_id from audit_entry where tenant_id = $1 order by at desc limit 1) e
     where t.tenant_id = $1 and t.status = 'OPEN' order by t.number limit 1`,
    [tenantId],
  )
  if (!row) throw new Error('The tenant has no task')
  return { amenityId: row.amenity, buildingId: row.building, taskId: row.task, actorId: row.actor }
}

/** The fastest of several requests, since the machine may be busy; a timeout is Infinity. */
const ask = async (service: Service, token: string, path: string, times: number): Promise<number> => {
  const taken: number[] = []
  for (let time = 0; time <= times; time++) {
    const began = performance.now()
    const { status, json } = await call(service, 'GET', path, { token })
    if (status !== 200 && json.code !== 'SERVICE_UNAVAILABLE') throw new Error(`${path} answered ${status}`)
    taken.push(status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY)
  }
  return Math.min(...taken)
}

const askAll = (stage: Stage, tenant: Prepared, times: number): Promise<Map<string, number>> =>
  withService(stage, { ROLE: 'http' }, async (service) => {
    const token = await signIn(service, tenant)
    const found = new Map<string, number>()
    // By its query without ids, which differ between tenants.
    for (const path of hotPaths(await readKnown(stage, tenant)))
      found.set(path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'), await ask(service, token, path, times))
    return found
  })

const behind = `select count(*) as n from building b left join feedback_rollup r on r.tenant_id = b.tenant_id and r.building_id = b.id
  where b.tenant_id = $1 and (r.until is null or r.until < now() - interval '26 hours')`

const rollUp = async (stage: Stage, { tenantId }: Prepared): Promise<void> => {
  await stage.sql(
    "insert into due_work (tenant_id, kind, key, due_at) values ($1, 'feedback.roll_up', 'more', now()) on conflict do nothing",
    [tenantId],
  )
  await withService(stage, { ROLE: 'worker' }, async () => {
    for (;;) {
      const [row] = await stage.sql<{ n: string }>(behind, [tenantId])
      if (Number(row?.n) === 0) return
      await delay(500)
    }
  })
}

export const benchHotLists = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  note(`making the tenants`)
  const tenants = await withService(stage, { ROLE: 'http' }, async (service) => {
    const made: Prepared[] = []
    while (made.length <= neighbours) made.push(await newTenant(service, 1))
    return made
  })
  const [first, ...others] = tenants
  const [other] = others
  if (!first || !other) return []
  for (const tenant of others) await makeHotData(stage, tenant, small)
  await makeHotData(stage, first, largest)
  for (const tenant of [first, other]) await rollUp(stage, tenant)
  await stage.sql('vacuum (analyze)')
  note('asking')
  const ofLargest = await askAll(stage, first, rounds)
  const ofSmall = await askAll(stage, other, rounds)
  return [...ofLargest]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([what, taken]) => ({
      what,
      value: Number.isFinite(taken) ? `${taken.toFixed(1)} ms` : 'no answer within 10 s',
      ratio: `${(taken / (ofSmall.get(what) ?? Number.NaN)).toFixed(1)} × of ${small.feedback} submissions`,
      goal: '≤ 50 ms',
    }))
}
