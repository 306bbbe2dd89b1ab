/**
 * A cheap load generator: raw sockets, prepared requests, answers read only for their length. It runs in its own
 * process, reads its job from the file in its first argument, and prints the result as JSON.
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpuSeconds, databaseCpuSeconds } from './processes.ts'

export interface LoadJob {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** not counted */
  readonly warmUpSeconds: number
  /** complete requests; `{address}` is replaced by a visitor's address */
  readonly requests: readonly string[]
  /** processes whose CPU time in the measured period is reported */
  readonly watched?: { readonly server: number; readonly database: number | undefined }
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  readonly statuses: Readonly<Record<string, number>>
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  /** of the load generator itself */
  readonly cpuSeconds: number
  /** length of the last answer */
  readonly bytes: number
  /** CPU seconds of the watched processes; of the database with all its sessions */
  readonly watched: { readonly server: number; readonly database: number }
}

const addresses = 100_000

const makeAddresses = (): string[] =>
  Array.from(
    { length: addresses },
    (_, index) => `10.${(index >> 14) & 63}.${(index >> 7) & 127}.${(index & 127) + 1}`,
  )

interface Counters {
  counting: boolean
  count: number
  bytes: number
  readonly statuses: Map<string, number>
  readonly times: number[]
}

/** Keeps one connection busy: each answer is followed by the next request. */
const drive = (
  job: LoadJob,
  first: number,
  visitors: readonly string[],
  counters: Counters,
  isOver: () => boolean,
): Socket => {
  const parts = job.requests.map((request) => request.split('{address}') as [string, string?])
  const socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true })
  let turn = first * 977
  let sentAt = 0
  let waiting: Buffer | undefined
  let missing = 0
  let status = ''
  const send = (): void => {
    const [head, tail] = parts[turn % parts.length] ?? ['']
    const text = tail === undefined ? head : head + visitors[turn % visitors.length] + tail
    turn++
    sentAt = performance.now()
    socket.write(text, 'latin1')
  }
  const finish = (): void => {
    if (counters.counting) {
      counters.count++
      counters.times.push(performance.now() - sentAt)
      counters.statuses.set(status, (counters.statuses.get(status) ?? 0) + 1)
    }
    if (isOver()) socket.end()
    else send()
  }
  socket.on('connect', send)
  socket.on('error', () => counters.statuses.set('broken', (counters.statuses.get('broken') ?? 0) + 1))
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing === 0) finish()
      return
    }
    const bytes = waiting ? Buffer.concat([waiting, chunk]) : chunk
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) {
      waiting = bytes
      return
    }
    waiting = undefined
    const head = bytes.toString('latin1', 0, end)
    status = head.slice(9, 12)
    const at = head.search(/content-length: /i)
    if (at === -1) throw new Error(`An answer without a length: ${head}`)
    const length = Number.parseInt(head.slice(at + 16), 10)
    counters.bytes = end + 4 + length
    missing = length - (bytes.length - end - 4)
    if (missing === 0) finish()
  })
  return socket
}

const run = async (job: LoadJob): Promise<LoadResult> => {
  const counters: Counters = { counting: false, count: 0, bytes: 0, statuses: new Map(), times: [] }
  const visitors = makeAddresses()
  let over = false
  const sockets = Array.from({ length: job.connections }, (_, index) =>
    drive(job, index, visitors, counters, () => over),
  )
  const wait = (seconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const watch = () => ({
    server: job.watched ? cpuSeconds(job.watched.server) : 0,
    database: databaseCpuSeconds(job.watched?.database),
  })
  await wait(job.warmUpSeconds)
  const before = watch()
  counters.counting = true
  const began = performance.now()
  const cpu = process.cpuUsage()
  await wait(job.seconds)
  counters.counting = false
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const after = watch()
  over = true
  await wait(0.3)
  for (const socket of sockets) socket.destroy()
  const times = Float64Array.from(counters.times).sort()
  const quantile = (q: number): number => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0
  return {
    requests: counters.count,
    perSecond: counters.count / seconds,
    statuses: Object.fromEntries(counters.statuses),
    p50: quantile(0.5),
    p99: quantile(0.99),
    cpuSeconds: (user + system) / 1e6,
    bytes: counters.bytes,
    watched: { server: after.server - before.server, database: after.database - before.database },
  }
}

if (process.argv[1] === import.meta.filename) {
  const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadJob
  process.stdout.write(JSON.stringify(await run(job)))
}
