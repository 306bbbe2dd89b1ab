import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttentionItem } from '#contracts/attention.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { activeScout, stageScout } from '#server/modules/scout/testing/scout-stage.ts'
import { walkRound } from '#server/modules/scout/testing/walk-round.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

/** of administrators, who review rounds */
const attention = async ({ admin }: TestTenant, kinds: readonly string[]): Promise<AttentionItem[]> => {
  const reply = await server.call<Overview>('GET', '/api/dashboard/overview', { token: admin.token })
  assert.equal(reply.status, 200, reply.text)
  assert.doesNotMatch(reply.text, /quist|zebulon/i)
  return reply.json.data.attention.filter(({ kind }) => kinds.includes(kind))
}

const review = async ({ admin }: TestTenant, id: string): Promise<void> => {
  const reply = await server.call('POST', `/api/admin/rounds/${id}/review`, {
    token: admin.token,
    body: { decision: 'ACCEPT' },
  })
  assert.equal(reply.status, 200, reply.text)
}

const mystery = { kind: 'MYSTERY', name: 'Zebulon Quist' } as const

test('A submitted round is under UPKEEP until it is reviewed', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant, mystery)
  assert.deepEqual(await attention(tenant, ['ROUND']), [])
  await walkRound(server, stage)
  const [item] = await attention(tenant, ['ROUND'])
  assert.deepEqual(
    [item?.group, item?.id, item?.reason, item?.suggestion, item?.building?.id],
    ['UPKEEP', stage.round.id, 'A submitted round of inspections', 'Review it', stage.place.buildingId],
  )
  const manager = await server.call<Overview>('GET', '/api/dashboard/overview', {
    token: tenant.manager.token,
  })
  assert.ok(
    manager.json.data.attention.every(({ kind }) => kind !== 'ROUND'),
    'only administrators review',
  )
  await review(tenant, stage.round.id)
  assert.deepEqual(await attention(tenant, ['ROUND']), [])
})

test('A declined round is under UPKEEP, whether or not another scout may take it, until one does', async () => {
  const tenant = await createTenant(server)
  const { scout, round, place } = await stageScout(server, tenant)
  const other = await activeScout(server, tenant, { buildingIds: [place.buildingId] })
  const decline = async (by: typeof scout) =>
    by.call('POST', `/rounds/${round.id}/decline`, { reason: 'Ill' })
  assert.equal((await decline(scout)).status, 200)
  const [open] = await attention(tenant, ['ROUND'])
  assert.deepEqual([open?.id, open?.reason], [round.id, 'A scout declined this round'])
  assert.equal((await decline(other)).status, 200)
  const [declined] = await attention(tenant, ['ROUND'])
  assert.equal(declined?.reason, 'A scout declined this round')
  const again = await stageScout(server, tenant)
  assert.equal((await again.scout.call('POST', `/rounds/${again.round.id}/accept`)).status, 200)
  assert.equal((await attention(tenant, ['ROUND'])).length, 1, 'an accepted round needs nobody')
})

test('A round that nobody walked in time is under UPKEEP for a week', async () => {
  const tenant = await createTenant(server)
  const { round } = await stageScout(server, tenant)
  const expireAt = (days: number) =>
    tenant.inside((ctx) =>
      ctx.run("update round set state = 'EXPIRED', expired_at = $3 where tenant_id = $1 and id = $2", [
        ctx.tenantId,
        round.id,
        new Date(ctx.now.getTime() - days * 86_400_000),
      ]),
    )
  await expireAt(6)
  assert.equal((await attention(tenant, ['ROUND']))[0]?.reason, 'Nobody finished this round in time')
  await expireAt(8)
  assert.deepEqual(await attention(tenant, ['ROUND']), [])
})

test('A place whose critical question failed is under PLACES until it is inspected again', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant, mystery)
  await walkRound(server, stage, { answers: { paper: false, soap: true } })
  const places = async () =>
    (await attention(tenant, ['AMENITY'])).filter(({ id }) => id === stage.place.amenityId)
  const [item] = await places()
  assert.deepEqual([item?.group, item?.acts], ['PLACES', ['MAKE_TASK']])
  assert.match(item?.since ?? '', /T12:00:00\.000Z$/)
  await server.call('POST', `/api/admin/rounds/${stage.round.id}/review`, {
    token: tenant.admin.token,
    body: { decision: 'RETURN', reason: 'Once more' },
  })
  assert.deepEqual(await places(), [], 'a returned round does not count')
})
