/**
 * The audit log over more than 400 days. The service starts in the past, since the database checks ages by its own
 * clock.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { startTestServer } from './server.ts'
import { createTenant, type TestTenant } from './world.ts'

const day = 86_400_000
const server = await startTestServer({ startAt: new Date(Date.now() - 500 * day) })
const { platform } = server.built

const record = (tenant: TestTenant, count: number) =>
  tenant.inside(async (ctx) => {
    for (let n = 0; n < count; n++)
      recordAudit(ctx, {
        action: n % 2 ? 'admin.updateBuilding' : 'admin.updateUser',
        target: null,
        fields: [],
        actor: { kind: 'USER', id: tenant.admin.id, name: 'Admin' },
      })
  })

const seqs = async (tenant: TestTenant): Promise<number[]> =>
  (
    await tenant.inside(({ run }) =>
      run<{ seq: number }>('select seq from audit_entry where tenant_id = $1 order by seq', [tenant.id]),
    )
  ).map(({ seq }) => seq)

test('Entries are removed after 400 days and not before; the rest still verifies, and numbering continues', async () => {
  const [tenant, quiet] = [await createTenant(server), await createTenant(server)]
  await record(tenant, 5)
  await record(quiet, 2)
  server.clock.advance(60 * day)
  await record(tenant, 3)
  server.clock.advance(45 * day)
  await record(tenant, 4)
  server.clock.set(new Date())
  await record(tenant, 2)
  const slug = await tenant.inside(async ({ run }) =>
    run<{ n: number }>('select first_seq as n from audit_head where tenant_id = $1', [tenant.id]),
  )
  assert.deepEqual(slug, [{ n: 0 }])
  await server.built.worker?.runCronJob('audit-retention')
  // Entries 500 and 440 days old are gone, those of 395 days and of today remain.
  assert.deepEqual(await seqs(tenant), [9, 10, 11, 12, 13, 14])
  assert.deepEqual(await seqs(quiet), [])
  assert.deepEqual((await verifyChain(platform, tenant.id)).breaks, [])
  assert.deepEqual((await verifyChain(platform, quiet.id)).breaks, [])
  await record(quiet, 1)
  assert.deepEqual(await seqs(quiet), [3])
  // Running again deletes nothing, although the service's clock is years ahead.
  server.clock.advance(3000 * day)
  await server.built.worker?.runCronJob('audit-retention')
  server.clock.set(new Date())
  assert.deepEqual(await seqs(tenant), [9, 10, 11, 12, 13, 14])
  const fresh = await tenant.person(['ADMIN'])
  const totals = await Promise.all(
    ['', '?action=admin.updateUser', `?actor=${tenant.admin.id}&action=admin.*`].map(
      async (search) =>
        (await server.call('GET', `/api/admin/audit-log${search}`, { token: fresh.token })).json.total,
    ),
  )
  assert.deepEqual(totals, [6, 3, 6])
  assert.deepEqual((await verifyChain(platform, tenant.id)).breaks, [])
  assert.deepEqual((await verifyChain(platform, quiet.id)).breaks, [])
})

test('Removing more of the beginning than the schedule did is found', async () => {
  server.clock.set(new Date(Date.now() - 500 * day))
  const tenant = await createTenant(server)
  await record(tenant, 5)
  server.clock.set(new Date())
  await record(tenant, 5)
  await server.built.worker?.runCronJob('audit-retention')
  assert.deepEqual(await seqs(tenant), [6, 7, 8, 9, 10])
  // The request role can write the record of the ends, but not compute its MAC.
  await tenant.inside(({ run }) =>
    run(
      'update audit_head set first_seq = 7, first_hash = (select hash from audit_entry where tenant_id = $1 and seq = 7) where tenant_id = $1',
      [tenant.id],
    ),
  )
  const { breaks } = await verifyChain(platform, tenant.id)
  assert.equal(breaks[0]?.kind, 'ENDS')
})
