import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, test } from 'node:test'
import type { Abuse, PlatformUsage } from '#contracts/super-admin/platform.ts'
import { nearShare, type TenantRow } from '#contracts/super-admin/tenants.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { signInSuperAdmin } from '#test/super-admin.ts'
import { createPlace, createTenant } from '#test/world.ts'

// Counts what all tenants share.
const backupDir = await mkdtemp(path.join(tmpdir(), 'wellkept-backups-'))
const server = await startTestServer({ own: true, limits: 'spec', env: { BACKUP_DIR: backupDir } })
server.beforeEnd.push(() => rm(backupDir, { recursive: true, force: true }))
let token: string
before(async () => {
  token = await signInSuperAdmin(server)
})

const get = async <T>(path: string): Promise<T> => {
  const reply = await server.call<T>('GET', `/api/super-admin/${path}`, { token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
const count = async (): Promise<void> => {
  const reply = await server.call<{ result: string }>('POST', '/api/system/jobs/tenant-usage/run', {
    secret: systemSecret,
  })
  assert.equal(reply.json.data.result, 'OK', reply.text)
}

test('Totals, tenants near a limit and the system are shown after the hourly count', async () => {
  const [near, far] = [await createTenant(server, { plan: 'TRIAL' }), await createTenant(server)]
  for (const name of ['1', '2', '3'])
    await server.call('POST', '/api/admin/buildings', { token: near.admin.token, body: { name } })
  const place = await createPlace(server, far)
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 4 }, from: '10.1.1.1' })
  await server.drain()
  await count()
  const usage = await get<PlatformUsage>('usage')
  assert.equal(usage.tenants.total, 2)
  assert.deepEqual([usage.tenants.byState.TRIAL, usage.tenants.byPlan.ENTERPRISE], [1, 1])
  assert.deepEqual(usage.feedback, { today: 1, days30: 1 })
  assert.ok(usage.nearLimits.every(({ used, allowed }) => used >= allowed * nearShare))
  assert.deepEqual(usage.nearLimits[0], {
    id: near.id,
    name: usage.nearLimits[0]?.name,
    limit: 'buildings',
    used: 3,
    allowed: 3,
  })
  assert.equal(usage.system.parts.database, 'OK')
  assert.deepEqual(
    { ...usage.system.backups, next: null },
    { last: null, next: null, kept: 0, state: 'DEGRADED' },
  )
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  await mkdir(path.join(backupDir, name))
  const { backups } = (await get<PlatformUsage>('usage')).system
  assert.deepEqual([backups?.kept, backups?.state, backups?.last?.slice(0, 13)], [1, 'OK', name.slice(0, 13)])
  assert.ok(backups?.next && new Date(backups.next) > new Date())
  const rows = await get<TenantRow[]>('tenants?near=true')
  assert.deepEqual(
    rows.map(({ id }) => id),
    [near.id],
  )
  assert.ok(rows[0]?.nearLimits.includes('buildings'))
})

test('Bursts, blocked sources and guesses of 48 hours are shown as hashes of the day', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  for (let n = 0; n < 7; n++)
    await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 1 },
      from: '10.2.2.2',
    })
  for (let n = 0; n < 3; n++)
    await server.call('GET', `/api/feedback/amenity/ZZZZZZZZZZZZZZZZZZZ${n}`, { from: '10.3.3.3' })
  await server.drain()
  await server.built.platform.blockedSources.flush()
  await count()
  const abuse = await get<Abuse>('abuse')
  assert.deepEqual([abuse.bursts[0]?.tenantId, abuse.bursts[0]?.reports], [tenant.id, 5])
  assert.deepEqual(
    abuse.blocked.map(({ limit, hits }) => [limit, hits]),
    [['feedback', 2]],
  )
  assert.equal(abuse.blocked[0]?.source, abuse.bursts[0]?.source)
  assert.deepEqual(abuse.guesses, { misses: 3, sources: 1 })
  assert.ok(!JSON.stringify(abuse).includes('10.2.2.2'))
})
