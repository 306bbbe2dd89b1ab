import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { PlanError, setPlan } from './set-plan.ts'

const server = await startTestServer({ own: true })

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
    run('select plan, plan_source, plan_until, state from tenant where id = $1', [tenant.id]),
  )
  assert.deepEqual(rows, [{ plan: 'BUSINESS', plan_source: 'MANUAL', plan_until: null, state: 'ACTIVE' }])
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

test('A plan set by hand ends after its day, and can be taken back; the trial then goes on', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const planOf = async () =>
    (
      await tenant.inside(({ run }) =>
        run<{ plan: string }>('select plan from tenant where id = $1', [tenant.id]),
      )
    )[0]?.plan
  const day = (days: number) =>
    new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await assert.rejects(setPlan(server.built, tenant.id, 'PRO', day(-2)), PlanError)
  await assert.rejects(setPlan(server.built, tenant.id, 'PRO', 'tomorrow'), PlanError)
  await setPlan(server.built, tenant.id, 'PRO')
  await setPlan(server.built, tenant.id, 'none')
  assert.equal(await planOf(), 'TRIAL')
  await setPlan(server.built, tenant.id, 'PRO', day(1))
  await server.drain()
  assert.equal(await planOf(), 'PRO')
  server.clock.advance(3 * 86_400_000)
  await server.drain()
  assert.equal(await planOf(), 'TRIAL')
})
