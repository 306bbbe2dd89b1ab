/** Ctrl-K: what an action and a found place do in the service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { focusIn, openDesk } from './desk.ts'
import { type Fixture, openFixture } from './fixture.ts'

const fixture: Fixture = await openFixture()
const { base, server, place, people } = fixture

for (const title of ['Fill the soap', 'Mend the lamp', 'Sweep the stairs'])
  await server.call('POST', '/api/tasks', {
    token: people.admin.token,
    body: { title, amenityId: place.amenityId },
  })
await server.call('POST', '/api/operator/operators', {
  token: people.admin.token,
  body: { name: 'Jo Falk' },
})

const openPalette = async (page: Page, typed: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await focusIn(page, page.getByRole('combobox', { name: 'Go to' }))
  await page.keyboard.type(typed)
}

const option = (page: Page, part: string, name: string | RegExp) =>
  page.getByRole('group', { name: part, exact: true }).getByRole('option', { name })

/** Presses the arrow key until this option is the selected one. */
const walkTo = async (page: Page, part: string, name: string | RegExp): Promise<void> => {
  await option(page, part, name).waitFor()
  const wanted = option(page, part, name).and(page.locator('[aria-selected="true"]'))
  for (let step = 0; step < 40 && (await wanted.count()) === 0; step++) await page.keyboard.press('ArrowDown')
  await wanted.waitFor()
}

test('A task is assigned from the palette without leaving the screen', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.manager.email, '/feedback')
  await openPalette(page, 'assign 1')
  await walkTo(page, 'Actions', 'Assign #1 Fill the soap')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Assign to Jo Falk' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/app/feedback')
  const listed = await server.call<{ number: number; assignee: { name: string } | null }[]>(
    'GET',
    '/api/tasks?q=1',
    { token: people.manager.token },
  )
  assert.equal(listed.json.data.find(({ number }) => number === 1)?.assignee?.name, 'Jo Falk')
  assert.deepEqual(faults, [])
})

test('Amenities and people are found, and open what the person may see', { timeout: 300_000 }, async () => {
  for (const [person, address] of [
    [people.manager, `/app/feedback?amenity=${place.amenityId}`],
    [people.admin, `/app/amenities/${place.amenityId}`],
  ] as const) {
    const { page, faults } = await openDesk(fixture, person.email, '/tasks')
    await openPalette(page, 'washroom no')
    await walkTo(page, 'Amenities', 'Washroom north · Main building')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => decodeURIComponent(url.href).startsWith(`${base}${address}`))
    await openPalette(page, 'falk')
    await walkTo(page, 'People', 'Jo Falk')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Jo Falk' }).waitFor()
    assert.deepEqual(faults, [])
  }
})
