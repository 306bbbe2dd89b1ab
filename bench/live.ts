/** Live streams: the cost of an open one, and the time from a change until its clients have it. */
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import type { Line, Rounds } from './report.ts'
import { newTenant, type Stage, withService } from './stage.ts'

const streams = 500
const ofOneKey = 5
const changes = 60
const tenants = 50

interface Client {
  /** arrival of a task's event, by the title of the task */
  readonly arrived: Map<string, number>
  close(): void
}

const titles = /"title":"(Change \d+ of \w+)"/g

const openClient = (service: Service, key: string): Promise<Client> =>
  new Promise((resolve, reject) => {
    const arrived = new Map<string, number>()
    const request = get(
      `${service.url}/api/dashboard/live?types=task.created`,
      { headers: { 'x-api-key': key }, agent: new Agent() },
      (response: IncomingMessage) => {
        if (response.statusCode !== 200) {
          reject(new Error(`A stream was refused with ${response.statusCode}`))
          return
        }
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const at = performance.now()
          for (const [, title] of text.matchAll(titles)) if (title) arrived.set(title, at)
        })
        resolve({ arrived, close: () => request.destroy() })
      },
    )
    request.on('error', reject)
  })

const memoryOf = ({ pid }: Service): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

const newKey = async (service: Service, { token }: Prepared, name: string): Promise<string> => {
  const { json } = await call<{ key: string }>(service, 'POST', '/api/admin/api-keys', {
    token,
    body: { name, scopes: ['read'] },
  })
  return json.data.key
}

const keysOf = async (service: Service, owner: Prepared, count: number): Promise<string[]> => {
  const keys: string[] = []
  for (let n = 0; n < count; n++) keys.push(await newKey(service, owner, `Wall ${n}`))
  return keys
}

interface Taken {
  readonly client: Client
  readonly owner: Prepared
}

/** Milliseconds from sending a change, and from its answer, to each client of its tenant. */
const measure = async (
  service: Service,
  owners: readonly Prepared[],
  all: readonly Taken[],
  mark: string,
) => {
  const sent: number[] = []
  const answered: number[] = []
  let missed = 0
  for (let n = 0; n < changes; n++) {
    const owner = owners[n % owners.length]
    if (!owner) break
    const title = `Change ${n} of ${mark}`
    const began = performance.now()
    const { status } = await call(service, 'POST', '/api/tasks', { token: owner.token, body: { title } })
    const done = performance.now()
    if (status !== 201) throw new Error(`A change was refused with ${status}`)
    const clients = all.filter((one) => one.owner === owner).map(({ client }) => client)
    for (let wait = 0; wait < 400 && !clients.every(({ arrived }) => arrived.has(title)); wait++)
      await delay(10)
    for (const { arrived } of clients) {
      const at = arrived.get(title)
      if (at === undefined) missed++
      else {
        sent.push(at - began)
        answered.push(at - done)
      }
    }
  }
  return { sent, answered, missed }
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

const times = (values: readonly number[]): string =>
  `p50 ${Math.round(percentile(values, 0.5))} ms, p99 ${Math.round(percentile(values, 0.99))} ms`

const describe = ({ sent, answered, missed }: Awaited<ReturnType<typeof measure>>): string =>
  `${times(sent)} from sending the change, ${times(answered)} from its answer${missed > 0 ? `; ${missed} MISSED` : ''}`

const benchFor = async (stage: Stage, service: Service, count: number): Promise<Line[]> => {
  const owners: Prepared[] = []
  while (owners.length < count) owners.push(await newTenant(service, 1))
  const opening: { owner: Prepared; key: string }[] = []
  for (const owner of owners) {
    const keys = await keysOf(service, owner, streams / count / ofOneKey)
    for (const key of keys) for (let n = 0; n < ofOneKey; n++) opening.push({ owner, key })
  }
  await delay(2000)
  const before = memoryOf(service)
  const all: Taken[] = []
  for (const { owner, key } of opening) all.push({ owner, client: await openClient(service, key) })
  await delay(2000)
  const open = memoryOf(service)
  const here = await measure(service, owners, all, `here${count}`)
  const after = memoryOf(service)
  const there = await withService(stage, { ROLE: 'http' }, (other) =>
    measure(other, owners, all, `there${count}`),
  )
  for (const { client } of all) client.close()
  const kilobytes = (bytes: number): number => Math.round((bytes - before) / streams / 1024)
  const what = `${streams} streams of ${count === 1 ? 'one tenant' : `${count} tenants`}`
  return [
    {
      what: `${what}: memory`,
      value: `${kilobytes(open)} KB a stream when opened, ${kilobytes(after)} KB after ${changes} changes`,
      ratio: '',
      goal: '',
    },
    {
      what: `${what}: a change to each client`,
      value: describe(here),
      ratio: '',
      goal: 'p50 50 ms, p99 500 ms',
    },
    { what: `${what}: the same, changed on another instance`, value: describe(there), ratio: '', goal: '' },
  ]
}

export const benchLive = async (stage: Stage, { note }: Rounds): Promise<Line[]> => {
  const lines: Line[] = []
  for (const count of [1, tenants]) {
    note(`${streams} streams in ${count} tenants`)
    lines.push(...(await withService(stage, {}, (service) => benchFor(stage, service, count))))
  }
  return lines
}
