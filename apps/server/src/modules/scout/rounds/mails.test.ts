import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import {
  activeScout,
  type NewScout,
  shortContent,
  stageScout,
  storeTemplate,
} from '../testing/scout-stage.ts'
import { walkRound } from '../testing/walk-round.ts'
import { createRounds } from './public.ts'

const server = await startTestServer()

const mailsTo = (address: string) => server.mails.filter(({ to }) => to === address)

/** Rounds of a schedule on the next days. */
const plan = async (
  tenant: TestTenant,
  { buildingId, amenityId }: { readonly buildingId: string; readonly amenityId: string },
  { scoutId, days }: { readonly scoutId: string | null; readonly days: number },
): Promise<void> => {
  const templateId = await storeTemplate(tenant, shortContent)
  await tenant.inside((ctx) =>
    createRounds(
      ctx,
      {
        scheduleId: null,
        title: 'Evening round',
        buildingId,
        templateIds: [templateId],
        amenityIds: [amenityId],
        scoutId,
        dueAfterMinutes: 60,
      },
      Array.from({ length: days }, (_, day) => new Date(ctx.now.getTime() + (day + 1) * 86_400_000)),
    ),
  )
  await server.drain()
}

test('Rounds that are assigned at once are told to their scout in one mail, in the scout’s language', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const about: NewScout = { buildingIds: [place.buildingId], kind: 'MYSTERY', name: 'Zebulon Quist' }
  const scout = await activeScout(server, tenant, { ...about, email: 'told@scouts.example' })
  const silent = await activeScout(server, tenant, { ...about, email: 'silent@scouts.example' })
  const without = await activeScout(server, tenant, about)
  await scout.call('PATCH', '/me', { language: 'de' })
  await silent.call('PATCH', '/me', { notifications: { mail: false } })
  server.mails.splice(0)
  for (const { id } of [scout, silent, without]) await plan(tenant, place, { scoutId: id, days: 3 })
  await plan(tenant, place, { scoutId: null, days: 1 })
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    ['told@scouts.example'],
  )
  const [mail] = mailsTo('told@scouts.example')
  assert.match(mail?.subject ?? '', /^3 Rundgänge für Sie bei Tenant/)
  assert.equal((mail?.text.match(/Evening round/g) ?? []).length, 3)
  assert.match(mail?.text ?? '', /\/scout\b/)
})

test('A returned round is told to its scout with the reason; an accepted one is not', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant, { email: 'returned@scouts.example' })
  const review = (body: object) =>
    server.call('POST', `/api/admin/rounds/${stage.round.id}/review`, { token: tenant.admin.token, body })
  await walkRound(server, stage)
  server.mails.splice(0)
  await review({ decision: 'RETURN', reason: 'The floor is missing' })
  await server.drain()
  const [mail, more] = mailsTo('returned@scouts.example')
  assert.equal(mail?.subject, 'Returned: Morning round')
  assert.match(mail?.text ?? '', /The floor is missing/)
  assert.equal(more, undefined)
  await stage.scout.call('POST', `/rounds/${stage.round.id}/submit`, {})
  assert.equal((await review({ decision: 'ACCEPT' })).status, 200)
  await server.drain()
  assert.equal(mailsTo('returned@scouts.example').length, 1)
})

test('A round that was handed back before its mail is sent is told to nobody', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const scout = await activeScout(server, tenant, {
    buildingIds: [place.buildingId],
    email: 'gone@scouts.example',
  })
  server.mails.splice(0)
  const templateId = await storeTemplate(tenant, shortContent)
  await tenant.inside(async (ctx) => {
    await createRounds(
      ctx,
      {
        scheduleId: null,
        title: 'Evening round',
        buildingId: place.buildingId,
        templateIds: [templateId],
        amenityIds: [place.amenityId],
        scoutId: scout.id,
        dueAfterMinutes: 60,
      },
      [ctx.now],
    )
    await ctx.run("update scout set state = 'SUSPENDED' where tenant_id = $1 and id = $2", [
      tenant.id,
      scout.id,
    ])
  })
  await server.drain()
  assert.deepEqual(server.mails, [])
})
