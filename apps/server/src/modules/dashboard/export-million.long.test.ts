import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ own: true, worker: false })
const mb = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Memory in use; resident memory would include garbage that is not collected yet. */
const held = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
const everyBytes = 5 * mb

test('An export of 1,000,000 rows is complete, and uses at most 50 MB more than idle', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const now = server.clock.now()
  const batch = 50_000
  for (let from = 0; from < 1_000_000; from += batch)
    await tenant.inside((ctx) =>
      ctx.run(
        `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, source, created_at)
         select $1, gen_random_uuid(), $2, $3, 1 + n % 5, case when n % 3 = 0 then 'The floor is wet, and there is no paper left' end,
                case when n % 2 = 0 then '[{"code":"NO_PAPER","detail":null}]'::jsonb else '[]'::jsonb end, 'x', $4::timestamptz - n * interval '2 seconds'
         from generate_series($5::int, $6::int) n`,
        [ctx.tenantId, place.amenityId, place.buildingId, now, from + 1, from + batch],
      ),
    )

  const read = async (query: string) => {
    const start = performance.now()
    const headers = { authorization: `Bearer ${tenant.manager.token}` }
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${server.base}/api/dashboard/export?what=feedback${query}`, { headers }, resolve).on(
        'error',
        reject,
      ),
    )
    assert.equal(response.statusCode, 200)
    let [lines, bytes, peak, resident, next] = [0, 0, 0, 0, everyBytes]
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines++
      resident = Math.max(resident, process.memoryUsage.rss())
      if (bytes < next) continue
      next = bytes + everyBytes
      peak = Math.max(peak, held())
    }
    assert.equal(response.complete, true)
    return { lines, bytes, seconds: (performance.now() - start) / 1000, peak, resident }
  }

  await read(`&from=${new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10)}`)
  const [idle, idleResident] = [held(), process.memoryUsage.rss()]
  const { lines, bytes, seconds, peak, resident } = await read('')
  console.log(
    `${lines - 1} rows, ${Math.round(bytes / mb)} MB in ${seconds.toFixed(1)} s: ${Math.round(lines / seconds)} rows/s; ` +
      `held ${Math.round((peak - idle) / mb)} MB above ${Math.round(idle / mb)} MB, ` +
      `resident ${Math.round((resident - idleResident) / mb)} MB above ${Math.round(idleResident / mb)} MB`,
  )
  assert.equal(lines, 1_000_001)
  assert.ok(peak - idle <= 50 * mb, `${Math.round((peak - idle) / mb)} MB`)
})
