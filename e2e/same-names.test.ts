/**
 * Six washrooms with one name in one building: choices show the floor, and linking shows which sticker becomes spare.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Amenity } from '#contracts/places/amenities.ts'
import type { QrStock } from '#contracts/places/qr-codes.ts'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people } = fixture

const post = async <T>(path: string, body: object): Promise<T> => {
  const { status, text, json } = await server.call<T>('POST', `/api/admin/${path}`, {
    token: people.admin.token,
    body,
  })
  assert.equal(status, 201, text)
  return json.data
}

const { id: buildingId } = await post<{ id: string }>('buildings', { name: 'Quay House' })
const rooms: Amenity[] = []
for (let floor = 1; floor <= 6; floor++) {
  const { id: locationId } = await post<{ id: string }>('locations', {
    buildingId,
    name: `Level ${floor}`,
    kind: 'FLOOR',
  })
  const room = { buildingId, locationId, name: 'Washroom East', type: 'WASHROOM' }
  rooms.push(await post<Amenity>('amenities', room))
}
const stock = await post<QrStock>('qr-codes', { count: 1 })
const formatCode = (code = ''): string => code.replaceAll(/(.{5})(?=.)/g, '$1-')
const { page, faults } = await openDesk(fixture, people.admin.email, '/tasks')

test('A picker distinguishes six washrooms with the same name by floor, also after choosing the building', {
  timeout: 300_000,
}, async () => {
  await page.getByRole('button', { name: 'New task' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Amenity' })
  const options = page.getByRole('option', { name: 'Washroom East' })
  await field.click()
  await options.nth(5).waitFor()
  const floors = [1, 2, 3, 4, 5, 6].map((floor) => `Washroom East · Level ${floor}`)
  assert.deepEqual(
    (await options.allTextContents()).toSorted(),
    floors.map((floor) => `${floor} · Quay House`),
  )
  await dialog.getByLabel('Building').selectOption('Quay House')
  await field.click()
  await page.getByRole('option', { name: 'Washroom East · Level 3', exact: true }).waitFor()
  assert.deepEqual((await options.allTextContents()).toSorted(), floors)
  await page.keyboard.press('Escape')
  assert.deepEqual(faults, [])
})

test('Before linking a code to a place with a sticker, the form says which one becomes spare', {
  timeout: 300_000,
}, async () => {
  const code = formatCode(stock.codes[0]?.code)
  await page.goto(`${base}/app/qr-codes?state=FREE`)
  await page.getByRole('button', { name: code }).click()
  await page.getByRole('menuitem', { name: 'Link to an amenity' }).click()
  const dialog = page.getByRole('dialog')
  const place = 'Washroom East · Level 3 · Quay House'
  await dialog.getByRole('combobox', { name: 'Amenity' }).fill('washroom level 3')
  await page.getByRole('option', { name: place, exact: true }).click()
  await dialog
    .getByRole('status')
    .getByText(`Sticker ${formatCode(rooms[2]?.qrCode ?? '')} is already there.`)
    .waitFor()
  await dialog.getByRole('button', { name: 'Link to an amenity' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${base}/app/qr-codes?q=${stock.codes[0]?.code}`)
  await page.getByText('Level 3 · Quay House').waitFor()
  assert.deepEqual(faults, [])
})
