/** Features of every list: choices beyond the first page, saved views, columns, and access. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlace, createTenant } from '#test/world.ts'
import { openDesk } from './desk.ts'
import { openFixture, password } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people } = fixture
const { token } = people.admin
const names = Array.from({ length: 25 }, (_, index) => `House ${String.fromCharCode(65 + index)}`)
for (const name of names) await server.call('POST', '/api/admin/buildings', { token, body: { name } })
const { page, faults } = await openDesk(fixture, people.admin.email, '/amenities')
const filters = page.getByRole('search', { name: 'Filters' })
const heads = (): Promise<string[]> => page.locator('main thead th').allTextContents()

test('A picker finds every building, also beyond the first page', {
  timeout: 300_000,
}, async () => {
  await page.getByRole('button', { name: 'One amenity' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Room of the last house')
  const building = dialog.getByRole('combobox', { name: 'Building' })
  await building.click()
  await dialog.getByText('Type to find more.').first().waitFor()
  await building.fill('House Y')
  await page.getByRole('option', { name: 'House Y' }).click()
  await dialog.getByRole('button', { name: 'Create amenity' }).click()
  await page.getByRole('heading', { level: 1, name: 'Room of the last house' }).waitFor()
  await page.getByRole('link', { name: 'House Y' }).waitFor()
  await page.goto(`${base}/app/amenities`)
  await filters.getByRole('button', { name: 'Building', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Building: Type to find more.' }).fill('House Y')
  await page.getByRole('checkbox', { name: 'House Y', exact: true }).check()
  await filters.getByRole('button', { name: 'Building: House Y' }).waitFor()
  await page.getByText('1 in total').waitFor()
  assert.deepEqual(faults, [])
})

test('The inbox can be filtered by an amenity beyond the first page', {
  timeout: 300_000,
}, async () => {
  const { place } = fixture
  const desks: string[] = []
  for (const name of names) {
    const { status, text, json } = await server.call<{ qrCode: string }>('POST', '/api/admin/amenities', {
      token,
      body: { name: name.replace('House', 'Desk'), buildingId: place.buildingId, type: 'WASHROOM' },
    })
    assert.equal(status, 201, text)
    desks.push(json.data.qrCode)
  }
  const said = { 'Said of the first desk': desks[0], 'Said of the washroom': place.qrCode }
  for (const [comment, qrCode] of Object.entries(said)) {
    const { status, text } = await server.call('POST', '/api/feedback', {
      body: { qrCode, rating: 5, comment },
    })
    assert.equal(status, 201, text)
  }
  const rows = page.locator('.inbox-list')
  await page.goto(`${base}/app/feedback`)
  await rows.getByText('Said of the first desk').waitFor()
  await filters.getByRole('button', { name: 'Amenity', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Amenity: Type to find more.' }).fill('Washroom')
  await page.getByRole('checkbox', { name: 'Washroom north · Main building', exact: true }).check()
  const chosen = filters.getByRole('button', { name: 'Amenity: Washroom north · Main building' })
  await chosen.waitFor()
  await rows.getByText('Said of the first desk').waitFor({ state: 'detached' })
  await rows.getByText('Said of the washroom').waitFor()
  // After opening the address directly, the name is shown too.
  await page.reload()
  await chosen.waitFor()
  assert.deepEqual(faults, [])
})

test('A saved view has filters, order and columns, on every device of the person', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/amenities?q=Room&sort=-createdAt`)
  await filters.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Type' }).uncheck()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.searchParams.has('columns'))
  await page.locator('main thead').getByText('Type').waitFor({ state: 'detached' })
  assert.ok((await heads()).includes('State'))
  await filters.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Rooms')
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click()
  await filters.getByRole('button', { name: 'View: Rooms' }).waitFor()
  const kept = new URL(page.url()).search

  const other = await openDesk(fixture, people.admin.email, '/amenities')
  await other.page.getByRole('button', { name: 'Views' }).click()
  await other.page.getByRole('menuitem', { name: 'Rooms' }).click()
  await other.page.getByRole('button', { name: 'View: Rooms' }).waitFor()
  assert.equal(new URL(other.page.url()).search, kept)
  await other.page.getByRole('button', { name: 'View: Rooms' }).click()
  await other.page.getByRole('menuitem', { name: 'Delete view Rooms' }).click()
  await other.page.getByRole('button', { name: 'Views' }).waitFor()
  assert.deepEqual([...faults, ...other.faults], [])
})

test('A saved-search alert previews its filters and frequency, notifies, and ends in the profile', {
  timeout: 300_000,
}, async () => {
  const { place } = fixture
  let visitor = 0
  const rate = async (rating: number): Promise<void> => {
    const body = { qrCode: place.qrCode, rating, comment: 'Once more' }
    const reply = await server.call('POST', '/api/feedback', { body, from: `10.9.0.${++visitor}` })
    assert.equal(reply.status, 201, reply.text)
  }
  for (const rating of [1, 2, 4]) await rate(rating)
  await server.drain()
  const { page: own, faults: seen } = await openDesk(
    fixture,
    people.manager.email,
    `/feedback?rating=1,2&building=${place.buildingId}&from=2020-01-01&show=todo`,
  )
  await own.getByRole('button', { name: 'Views' }).click()
  await own.getByRole('menuitem', { name: 'Notify me when …' }).click()
  const dialog = own.getByRole('dialog')
  await dialog.getByText('Notify me of a rating of at most 2 in Main building.').waitFor()
  await dialog.getByText('This matched 2 times in the last 30 days.').waitFor()
  const rows = await dialog.getByRole('link', { name: 'Show them' }).getAttribute('href')
  await dialog.getByLabel('View name').fill('Poor here')
  await dialog.getByLabel('Send by').selectOption('Email only')
  await dialog.getByRole('button', { name: 'Notify me' }).click()
  await own.getByRole('button', { name: 'View: Poor here Notifies you of new rows' }).waitFor()

  await rate(1)
  await server.drain()
  server.clock.advance(120_001)
  await server.drain()
  const mails = server.mails.filter(
    ({ to, subject }) => to === people.manager.email && /Poor here/.test(subject),
  )
  assert.equal(mails.length, 1)

  // The rows behind the number: the two, and the one created since.
  await own.goto(`${base}${rows}`)
  await own.getByText('3 in total').waitFor()

  await own.goto(`${base}/app/tasks?doneFrom=2020-01-01`)
  await own.getByRole('button', { name: 'Views' }).click()
  await own.getByRole('menuitem', { name: 'Notify me when …' }).click()
  await dialog.getByText('Remove these filters.').waitFor()

  await own.goto(`${base}/app/profile`)
  const wishes = own.getByRole('region', { name: 'Alerts for saved views' })
  await wishes.getByRole('link', { name: 'Poor here' }).waitFor()
  await wishes.getByRole('button', { name: 'End alert for “Poor here”' }).click()
  await wishes.getByText('You will no longer be notified about “Poor here”.').waitFor()
  await wishes.getByText('None yet.').waitFor()
  assert.deepEqual(seen, [])
})

test('The setup checklist shows what is missing, opens exactly these rows, and fixes them where one action suffices', {
  timeout: 300_000,
}, async () => {
  const own = await createTenant(server)
  await own.person(['ADMIN'], { email: 'health@stage.example', password })
  const { page: desk, faults: seen } = await openDesk(fixture, 'health@stage.example', '/setup')
  const health = desk.getByRole('region', { name: 'Setup checklist' })
  const bare = await createPlace(server, own, { name: 'Bare room' })
  await createPlace(server, own, { name: 'Other room' })
  await server.call('PUT', `/api/admin/qr-codes/${bare.qrCode}`, {
    token: own.admin.token,
    body: { amenityId: null },
  })
  await desk.reload()
  await health.getByRole('link', { name: '1 amenity has no sticker' }).click()
  await desk.getByText('Bare room').waitFor()
  assert.equal(await desk.getByText('Other room').count(), 0)
  await desk.goBack()
  await health.getByRole('button', { name: 'Create a code for each' }).click()
  await health.getByText('1 done.').waitFor()
  await health.getByRole('link', { name: '1 amenity has no sticker' }).waitFor({ state: 'detached' })
  await health.getByRole('link', { name: '2 buildings have no closed days' }).click()
  await desk.getByText('2 in total').waitFor()
  await server.call('PATCH', '/api/admin/settings', {
    token: own.admin.token,
    body: { privacy: { retentionDays: 30 } },
  })
  await desk.goto(`${base}/app/audit-log`)
  await desk.getByText('Keep comments (days): none → 30').waitFor()
  assert.deepEqual(seen, [])
})
