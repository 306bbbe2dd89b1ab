/**
 * An export by a service in its own process, read by this one: rows per second, and by how much the service's
 * resident memory exceeds its idle value. EXPORT sets the sizes (100000,400000).
 */
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Prepared, Service } from '#test/faults/service.ts'
import { residentMb } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, nodeFlags, type Stage, signIn, withService } from './stage.ts'

const sizes = (process.env.EXPORT ?? '100000,400000').split(',').map(Number)
const chunk = 50_000
const sampleEveryMs = 20

const feedback = `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, source, created_at)
  select $1, gen_random_uuid(), a.id, a.building_id, 1 + n % 5,
    case when n % 3 = 0 then 'The floor is wet, and there is no paper left' end,
    case when n % 2 = 0 then '[{"code":"NO_PAPER","detail":null}]'::jsonb else '[]'::jsonb end, 'x',
    now() - n * interval '2 seconds'
  from generate_series($2::int, $3::int) n, amenity a where a.tenant_id = $1`

const fill = async (stage: Stage, { tenantId }: Prepared, count: number): Promise<void> => {
  await stage.sql("set synchronous_commit = 'off'")
  for (let from = 1; from <= count; from += chunk)
    await stage.sql(feedback, [tenantId, from, Math.min(count, from + chunk - 1)])
  await stage.sql("set synchronous_commit = 'on'")
  await stage.sql('vacuum (analyze) feedback')
}

interface Read {
  readonly lines: number
  readonly bytes: number
  readonly seconds: number
}

const read = async (service: Service, token: string): Promise<Read> => {
  const began = performance.now()
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(
      `${service.url}/api/dashboard/export?what=feedback`,
      { headers: { authorization: `Bearer ${token}` } },
      resolve,
    ).on('error', reject),
  )
  if (response.statusCode !== 200) throw new Error(`The export was refused with ${response.statusCode}`)
  let [lines, bytes] = [0, 0]
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++
  }
  return { lines, bytes, seconds: (performance.now() - began) / 1000 }
}

/** Peak resident memory of the service during `work`, in MB. */
const peakDuring = async <T>({ pid }: Service, work: Promise<T>): Promise<[T, number]> => {
  let [peak, ended] = [residentMb(pid), false]
  const done = work.finally(() => {
    ended = true
  })
  while (!ended) {
    await Promise.race([delay(sampleEveryMs), done.catch(() => {})])
    peak = Math.max(peak, residentMb(pid))
  }
  return [await done, peak]
}

const measure = async (service: Service, tenant: Prepared, count: number, at: number) => {
  const token = await signIn(service, tenant)
  await delay(3000)
  const idle = residentMb(service.pid)
  const [files, peak] = await peakDuring(
    service,
    Promise.all(Array.from({ length: at }, () => read(service, token))),
  )
  for (const { lines } of files)
    if (lines !== count + 1) throw new Error(`${lines - 1} rows of ${count} arrived`)
  const seconds = Math.max(...files.map((file) => file.seconds))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { idle, above: peak - idle, seconds, megabytes: bytes / 1e6 }
}

export const benchExport = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  const lines: Line[] = []
  for (const count of sizes) {
    note(`making ${count} submissions`)
    const tenant = await withService(stage, { ROLE: 'http' }, (service) => newTenant(service, 1))
    await fill(stage, tenant, count)
    for (const at of [1, 2]) {
      const found: Awaited<ReturnType<typeof measure>>[] = []
      for (let round = 1; round <= rounds; round++) {
        note(`${count} rows, ${at} at once, round ${round} of ${rounds}`)
        // A new service each time, since memory kept from the previous export would hide growth.
        found.push(await withService(stage, {}, (service) => measure(service, tenant, count, at), nodeFlags))
      }
      const of = (value: (one: (typeof found)[number]) => number): number => median(found.map(value))
      lines.push({
        what: `${count} submissions as CSV${at === 1 ? '' : `, ${at} at once`}`,
        value: `${Math.round((count * at) / of((one) => one.seconds))} rows/s, ${of((one) => one.megabytes).toFixed(0)} MB in ${of((one) => one.seconds).toFixed(1)} s; resident at most ${of((one) => one.above).toFixed(0)} MB above ${of((one) => one.idle).toFixed(0)} MB idle`,
        ratio: '',
        goal: '≤ 50 MB above idle',
      })
    }
  }
  return lines
}
