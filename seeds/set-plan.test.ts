import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { PlanError, setPlan } from './set-plan.ts'

const server = await startTestServer({ worker: false })

const logOf = async (tenant: TestTenant): Promise<AuditEntry[]> =>
  (
    await server.call<AuditEntry[]>('GET', '/api/admin/audit-log?sort=at&pageSize=100', {
      token: tenant.admin.token,
    })
  ).json.data

test('A new plan set by the operator applies at once and is in the audit log', async () => {
  const [tenant, other] = [await createTenant(server, { plan: 'TRIAL' }), await createTenant(server)]
  const webhooks = async () =>
    (await server.call('GET', '/api/admin/webhooks', { token: tenant.admin.token })).status
  assert.equal(await webhooks(), 403)
  const { before, now } = await setPlan(server.built, tenant.id, 'business')
  assert.deepEqual([before, now], ['TRIAL', 'BUSINESS'])
  assert.equal(await webhooks(), 200)
  const rows = await tenant.inside(({ run }) =>
    run<{ plan: string; state: string; trial_ends_at: Date | null }>(
      'select plan, state, trial_ends_at from tenant where id = $1',
      [tenant.id],
    ),
  )
  assert.deepEqual(rows, [{ plan: 'BUSINESS', state: 'ACTIVE', trial_ends_at: null }])
  const [entry, ...more] = await logOf(tenant)
  assert.equal(entry?.actor.name, 'Operator (command line)')
  assert.equal(entry?.actionText, 'Changed the plan')
  assert.deepEqual(entry?.changes, [{ field: 'plan', from: 'TRIAL', to: 'BUSINESS' }])
  assert.deepEqual(more, [])
  assert.deepEqual(await logOf(other), [])
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
})

test('Setting the current plan changes nothing, and an unknown plan or organisation is refused', async () => {
  const tenant = await createTenant(server)
  assert.deepEqual((await setPlan(server.built, tenant.id, 'ENTERPRISE')).before, 'ENTERPRISE')
  await assert.rejects(
    setPlan(server.built, tenant.id, 'GOLD'),
    (error) => error instanceof PlanError && /There are: TRIAL, .*ENTERPRISE$/.test(error.message),
  )
  await assert.rejects(
    setPlan(server.built, 'nobody', 'PRO'),
    (error) => error instanceof PlanError && /There is no tenant "nobody"/.test(error.message),
  )
  assert.deepEqual(await logOf(tenant), [])
})
