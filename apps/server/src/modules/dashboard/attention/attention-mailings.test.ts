import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttentionItem } from '#contracts/attention.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const attention = async ({ token }: TestPerson): Promise<readonly AttentionItem[]> => {
  const reply = await server.call<Overview>('GET', '/api/dashboard/overview', { token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.attention
}

test('A mailing with rejected emails is an attention item for administrators only, until it is resumed', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const body = { name: 'Figures', recipients: ['a@example.com'], rrule: 'FREQ=DAILY', contents: ['SLA'] }
  const made = await server.call<{ id: string }>('POST', '/api/sharing/schedules', { token, body })
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  const refuse = (bounces: number) =>
    tenant.inside((ctx) =>
      ctx.run(
        'update mailing_recipient set confirmed_at = $2, bounced_at = $2, bounces = $3 where tenant_id = $1',
        [ctx.tenantId, ctx.now, bounces],
      ),
    )
  await refuse(2)
  assert.deepEqual(await attention(tenant.admin), [])
  await refuse(3)
  const [item] = await attention(tenant.admin)
  assert.deepEqual([item?.group, item?.id, item?.acts], ['UPKEEP', id, ['RESUME_MAILING', 'PAUSE_MAILING']])
  assert.match(item?.reason ?? '', /^Reaches nobody/)
  assert.deepEqual(await attention(tenant.manager), [])
  await server.call('PATCH', `/api/sharing/schedules/${id}`, { token, body: { state: 'ACTIVE' } })
  assert.deepEqual(await attention(tenant.admin), [])
})
