import { test } from 'node:test'
import pg from 'pg'
import { idsOfChain, locationChain, pathOfChain } from '#server/modules/admin/locations/public.ts'
import { startTestServer } from '#test/server.ts'
import { noteStatements } from '#test/statement-plans.ts'
import { createLevels, createPlace, createTenant } from '#test/world.ts'
import { makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: true, own: true })
const old = (t: string) =>
  t
    .replaceAll(`left join (${locationChain}) on l1.tenant_id = $1 and l1.id = a.location_id`, `left join location l1 on l1.tenant_id = $1 and l1.id = a.location_id left join location l2 on l2.tenant_id = $1 and l2.id = l1.parent_id`)
    .replaceAll(idsOfChain, 'array_remove(array[a.location_id, l1.parent_id, l2.parent_id], null)')
    .replaceAll(pathOfChain, `concat_ws(', ', l3.name, l2.name, l1.name)`)
    .replaceAll(locationChain, `location l1 left join location l2 on l2.tenant_id = $1 and l2.id = l1.parent_id left join location l3 on l3.tenant_id = $1 and l3.id = l2.parent_id`)
const lit = (v: unknown): string =>
  v === null || v === undefined ? 'null' : v instanceof Date ? pg.escapeLiteral(v.toISOString()) : Array.isArray(v) ? pg.escapeLiteral(`{${v.join(',')}}`) : pg.escapeLiteral(String(v))
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1]?.toFixed(2)

test('measure', async () => {
  const tenant = await createTenant(server)
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const levels = await createLevels(server, tenant, buildingId)
  await makeTask(server, tenant.manager, { amenityId })
  await tenant.inside((ctx) => ctx.run(
    `insert into location (tenant_id, id, building_id, parent_id, kind, name, position, created_at)
     select $1, gen_random_uuid(), $2, case when n % 2 = 0 then $3::uuid else $4::uuid end, 'ROOM', 'Room ' || n, n, now() from generate_series(1, 3000) n`, [tenant.id, buildingId, levels[1], levels[4]]))
  await tenant.inside((ctx) => ctx.run(
    `insert into amenity (tenant_id, id, building_id, location_id, name, type, created_at)
     select $1, gen_random_uuid(), $2, id, name, 'WASHROOM', now() from location where tenant_id = $1 and kind = 'ROOM'`, [tenant.id, buildingId]).catch((e) => { console.log(e.message); throw e }))
  await tenant.inside((ctx) => ctx.run(
    `insert into task (tenant_id, id, number, title, status, source, building_id, amenity_id, created_at, updated_at)
     select $1, gen_random_uuid(), 1000 + row_number() over (), 'Task ' || n, 'OPEN', 'MANUAL', building_id, id, now() - n * interval '1 hour', now()
     from amenity cross join generate_series(1, 7) n where tenant_id = $1`, [tenant.id]))
  await tenant.inside((ctx) => ctx.run(
    `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at)
     select $1, gen_random_uuid(), id, building_id, 3, 'x', 'x', now() - n * interval '1 minute' from amenity cross join generate_series(1, 5) n where tenant_id = $1`, [tenant.id]))
  const admin = new pg.Client({ connectionString: server.database.url })
  await admin.connect()
  await admin.query('analyze')
  const notes = noteStatements()
  const call = async (m: string, p: string, body?: unknown) => {
    const r = await server.call(m, p, { token: tenant.manager.token, body })
    if (r.status >= 300) console.log(m, p, r.text.slice(0, 300))
  }
  await call('GET', '/api/tasks?pageSize=100&sort=-createdAt')
  await call('GET', '/api/tasks?pageSize=20')
  await makeTask(server, tenant.manager, { amenityId, priority: 'HIGH' })
  await call('GET', '/api/dashboard/export?what=feedback')
  await server.drain()
  const noted = notes.take().filter(({ text }) => text.includes('location l1') && text.includes('l5'))
  notes.end()
  for (const { text, values, role } of noted) {
    console.log('=====', text.slice(0, 90).replaceAll('\n', ' '), JSON.stringify(values).slice(0, 120), role)
    const results = new Map<string, { plan: number[]; run: number[]; shape: string }>()
    for (let round = 0; round < 15; round++)
      for (const [name, t] of [['old', old(text)], ['new', text]] as const) {
        if (name === 'old' && t === text) throw new Error('same')
        for (const mode of ['force_custom_plan', 'force_generic_plan']) {
          await admin.query(`begin; set local role ${role}; set local app.tenant_id = '${tenant.id}'; set local plan_cache_mode = ${mode}; set local jit = off`)
          await admin.query(`prepare m as ${t}`)
          const a = await admin.query(`explain (analyze, buffers, timing off, format json) execute m(${values.map(lit).join(', ')})`)
          await admin.query('rollback; deallocate m')
          const p = a.rows[0]['QUERY PLAN'][0]
          const key = `${name} ${mode}`
          const r = results.get(key) ?? { plan: [], run: [], shape: '' }
          r.plan.push(p['Planning Time']); r.run.push(p['Execution Time'])
          const kinds: string[] = []
          const walk = (n: any): void => { if (/^l\d$/.test(n.Alias ?? '')) kinds.push(`${n.Alias}:${n['Node Type']}x${n['Actual Loops']}`); for (const c of n.Plans ?? []) walk(c) }
          walk(p.Plan)
          r.shape = `${kinds.join(' ')} blocks=${p.Plan['Shared Hit Blocks']}`
          results.set(key, r)
        }
      }
    for (const [key, r] of results) console.log(key, 'plan', med(r.plan), 'run', med(r.run), r.shape)
  }
  await admin.end()
})
