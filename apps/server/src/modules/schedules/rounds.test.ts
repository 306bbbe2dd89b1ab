import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertScout } from '#server/modules/scout/scouts/public.ts'
import { insertTemplate } from '#server/modules/scout/templates/public.ts'
import { createPlace, type TestTenant } from '#test/world.ts'
import { openScheduleTests } from './testing/open-tests.ts'

const { server, createTenant, create, patch, list, at, start } = await openScheduleTests()

const makeTemplate = (tenant: TestTenant, types: string[]) =>
  tenant.inside((ctx) =>
    insertTemplate(ctx, {
      name: 'Walk',
      description: '',
      types,
      passMark: 80,
      presence: 'OPTIONAL',
      sections: [],
    }),
  )
const makeScout = (tenant: TestTenant, buildingId: string) =>
  tenant.inside((ctx) =>
    insertScout(ctx, {
      kind: 'AUDITOR',
      name: 'Ines',
      blind: true,
      scope: { buildingIds: [buildingId] },
      validFrom: '2026-01-01',
      validUntil: '2027-01-01',
      extraRounds: false,
      language: 'en',
      email: null,
      reference: null,
    }),
  )
const roundsOf = (tenant: TestTenant) =>
  tenant.inside((ctx) =>
    ctx.run<{
      state: string
      opens_at: Date
      due_by: Date
      number: number
      scout_id: string | null
      stops: string[]
    }>(
      `select r.state, r.opens_at, r.due_by, r.number, r.scout_id,
         array(select amenity_id from round_stop where tenant_id = $1 and round_id = r.id order by position)::text[] as stops
       from round r where r.tenant_id = $1 order by r.opens_at`,
      [tenant.id],
    ),
  )

const daily = (template: object) => ({
  name: 'Morning',
  kind: 'ROUND',
  rrule: 'FREQ=DAILY',
  startsAt: '2026-11-23T07:00',
  template: { title: 'Morning round', ...template },
})

test('A schedule of kind ROUND makes its rounds seven days ahead, each once, with stops in the order of the amenities', async () => {
  await start()
  const tenant = await createTenant()
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const second = await server.call<{ id: string }>('POST', '/api/admin/amenities', {
    token: tenant.admin.token,
    body: { name: 'Second', buildingId, type: 'WASHROOM' },
  })
  const amenityIds = [second.json.data.id, amenityId]
  const template = await makeTemplate(tenant, ['WASHROOM'])
  const scout = await makeScout(tenant, buildingId)
  const made = await create(
    tenant,
    daily({ buildingId, amenityIds, templateIds: [template.id], scoutId: scout.id }),
  )
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.json.data.kind, made.json.data.ifOpen], ['ROUND', 'CREATE'])
  await at('2026-11-22T12:00:00Z')
  const rounds = await roundsOf(tenant)
  assert.deepEqual(
    rounds.map(({ opens_at }) => opens_at.toISOString().slice(0, 16)),
    [23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}T06:00`),
  )
  assert.deepEqual(new Set(rounds.map(({ number }) => number)).size, 7)
  const [first] = rounds
  assert.deepEqual([first?.stops, first?.scout_id, first?.state], [amenityIds, scout.id, 'SCHEDULED'])
  assert.equal(first?.due_by.toISOString(), '2026-11-24T06:00:00.000Z')
  assert.equal((await list(tenant))[0]?.next[0], '2026-11-23T06:00:00.000Z')
  await at('2026-11-23T06:00:01Z')
  assert.equal((await roundsOf(tenant)).length, 8)
  await at('2026-11-24T06:00:01Z')
  assert.equal((await roundsOf(tenant))[0]?.state, 'EXPIRED', 'nobody started it')
})

test('A round of a scout who is suspended or elsewhere by then is open to others', async () => {
  await start()
  const tenant = await createTenant()
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const elsewhere = await createPlace(server, tenant)
  const template = await makeTemplate(tenant, [])
  const scout = await makeScout(tenant, elsewhere.buildingId)
  await create(
    tenant,
    daily({ buildingId, amenityIds: [amenityId], templateIds: [template.id], scoutId: scout.id }),
  )
  await at('2026-11-22T12:00:00Z')
  assert.deepEqual(new Set((await roundsOf(tenant)).map(({ scout_id }) => scout_id)), new Set([null]))
})

test('A round needs a building, amenities and a checklist for each, takes no fields of tasks, and stays a round', async () => {
  await start()
  const tenant = await createTenant()
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const template = await makeTemplate(tenant, ['LIFT'])
  const fits = await makeTemplate(tenant, [])
  const good = { buildingId, amenityIds: [amenityId], templateIds: [fits.id] }
  for (const wrong of [
    { ...good, buildingId: null },
    { ...good, amenityIds: [] },
    { ...good, templateIds: [template.id] },
    { ...good, templateIds: undefined },
    { ...good, checklist: [{ text: 'x' }] },
    { ...good, priority: 'HIGH' },
  ])
    assert.equal((await create(tenant, daily(wrong))).json.code, 'VALIDATION_ERROR', JSON.stringify(wrong))
  const stranger = await createTenant()
  const theirs = await makeTemplate(stranger, [])
  assert.equal((await create(tenant, daily({ ...good, templateIds: [theirs.id] }))).json.code, 'NOT_FOUND')
  assert.equal((await create(tenant, daily({ ...good, scoutId: theirs.id }))).json.code, 'NOT_FOUND')
  assert.equal((await create(tenant, { ...daily(good), ifOpen: 'SKIP' })).json.code, 'VALIDATION_ERROR')
  assert.equal((await create(tenant, { ...daily(good), kind: 'TASK' })).json.code, 'VALIDATION_ERROR')
  const { id } = (await create(tenant, daily(good))).json.data
  assert.equal((await patch(tenant, id ?? '', { kind: 'TASK' })).json.code, 'VALIDATION_ERROR')
  assert.equal((await patch(tenant, id ?? '', { name: 'Evening' })).json.data.name, 'Evening')
  const used = await server.call('DELETE', `/api/admin/inspection-templates/${fits.id}`, {
    token: tenant.admin.token,
  })
  assert.equal(used.json.code, 'CONFLICT')
  assert.ok(used.text.includes('Evening'))
})
