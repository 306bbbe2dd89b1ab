/** Input in forms: a colleague saves first, the service refuses, the person leaves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityType } from '#contracts/places/amenity-types.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { focusIn, openDesk } from './desk.ts'
import { openFixture, password } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture
const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
const { token } = people.admin
const dialog = page.getByRole('dialog')

interface Own {
  user: { name: string; timeZone: string | null }
}
interface Building {
  name: string
  address: string | null
  timeZone: string
}
const building = async (): Promise<Building> =>
  (await server.call<Building>('GET', `/api/admin/buildings/${place.buildingId}`, { token })).json.data
const change = (body: object) =>
  server.call('PATCH', `/api/admin/buildings/${place.buildingId}`, { token, body })

test('A concurrent change is not overwritten: both values are shown, and the person chooses', {
  timeout: 300_000,
}, async () => {
  const about = page.getByRole('region', { name: 'About you' })
  const name = about.getByLabel('Name')
  await name.fill('Typed here')
  await server.call('PATCH', '/api/auth/me', {
    token,
    body: { name: 'Saved elsewhere', timeZone: 'Europe/Lisbon' },
  })
  // Saves the current user beside the form, which then knows the newer version.
  const keys = page.getByRole('switch', { name: 'Single-key shortcuts' })
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
  await keys.locator('xpath=ancestor::*[contains(@class, "Switch-root")]').locator('label').first().click()
  await saved
  await about.getByRole('button', { name: 'Save' }).click()
  await about.getByText('Changed by someone else to').waitFor()
  await about.getByText('Saved elsewhere').waitFor()
  assert.equal(await name.inputValue(), 'Typed here')
  const own = async (): Promise<Own['user']> =>
    (await server.call<Own>('GET', '/api/auth/me', { token })).json.data.user
  assert.equal((await own()).name, 'Saved elsewhere')
  await about.getByRole('button', { name: 'Save' }).click()
  await about.getByText('Saved.').waitFor()
  const after = await own()
  assert.deepEqual([after.name, after.timeZone], ['Typed here', 'Europe/Lisbon'])
  assert.deepEqual(faults, [])
})

test('Text typed during a save stays in the field', { timeout: 300_000 }, async () => {
  const about = page.getByRole('region', { name: 'About you' })
  const name = about.getByLabel('Name')
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await name.fill('First')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
  await about.getByRole('button', { name: 'Save' }).click()
  await name.fill('First and second')
  release()
  await answered
  await page.unroute('**/api/auth/me')
  await page.locator('.account').getByText('First', { exact: true }).waitFor()
  assert.equal(await name.inputValue(), 'First and second')
  await about.getByRole('button', { name: 'Save' }).click()
  await page.locator('.account').getByText('First and second').waitFor()
  assert.deepEqual(faults, [])
})

test('If a colleague changed another field, both changes are kept, and only the edited field is sent', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/buildings/${place.buildingId}`)
  await page.getByRole('button', { name: 'Edit building' }).click()
  await dialog.getByLabel('Address').fill('1 Main Street')
  await change({ name: 'House of a colleague' })
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { name, address } = await building()
  assert.deepEqual([name, address], ['House of a colleague', '1 Main Street'])
  assert.deepEqual(bodies, [{ address: '1 Main Street' }, { address: '1 Main Street' }])
  assert.deepEqual(faults, [])
})

test('A fault found by the service is shown at its field, which gets the focus; no input is lost', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/buildings/${place.buildingId}`)
  await page.getByRole('button', { name: 'Edit building' }).click()
  const mail = dialog.getByLabel('Email')
  await dialog.getByLabel('Address').fill('2 Main Street')
  await mail.fill('desk at example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await focusIn(page, mail)
  assert.equal(await mail.getAttribute('aria-invalid'), 'true')
  assert.equal(await dialog.getByLabel('Address').inputValue(), '2 Main Street')
  await mail.fill('desk@stage.example')
  const zone = dialog.getByLabel('Time zone').first()
  await zone.fill('vienn')
  await page.getByRole('option', { name: 'Europe/Vienna' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { address, timeZone } = await building()
  assert.deepEqual([address, timeZone], ['2 Main Street', 'Europe/Vienna'])
  assert.deepEqual(faults, [])
})

test('Leaving a form with unsaved input asks once, also for Back', { timeout: 300_000 }, async () => {
  await page.goto(`${base}/app/buildings`)
  await page.getByRole('link', { name: 'House of a colleague' }).click()
  await page.getByRole('button', { name: 'Edit building' }).click()
  const address = dialog.getByLabel('Address')
  await address.fill('Not saved')
  await page.keyboard.press('Escape')
  await focusIn(page, dialog.getByRole('button', { name: 'Keep editing' }))
  await page.keyboard.press('Enter')
  await focusIn(page, address)
  assert.equal(await address.inputValue(), 'Not saved')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL((url) => url.pathname === '/app/buildings')
  assert.notEqual((await building()).address, 'Not saved')
  assert.deepEqual(faults, [])
})

test('People are invited by pasted addresses; without one the field says so and gets the focus', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/team`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const addresses = dialog.getByLabel('Email addresses')
  await dialog.getByRole('button', { name: 'Invite people' }).click()
  await focusIn(page, addresses)
  assert.equal(await addresses.getAttribute('aria-invalid'), 'true')
  await addresses.fill('Eva Nowak <eva@stage.example>, tom@stage.example, the porter')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'the porter' })
    .getByText('Not an email address')
    .waitFor()
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('row').filter({ hasText: 'eva@stage.example' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'tom@stage.example' }).waitFor()
  assert.deepEqual(faults, [])
})

test('A task is created and changed, and a password refused and changed, by the same form', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/tasks`)
  await page.getByRole('button', { name: 'New task' }).first().click()
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await focusIn(page, dialog.getByLabel('Title'))
  await dialog.getByLabel('Title').fill('Door does not close')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await page.getByRole('heading', { level: 1, name: 'Door does not close' }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Title').fill('Door does not lock')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Door does not lock' }).waitFor()

  await page.goto(`${base}/app/profile`)
  const current = page.getByLabel('Current password')
  await current.fill('not the one that it is')
  await page.getByLabel('New password').fill('nine green kettles on a roof')
  await page.getByRole('button', { name: 'Change password' }).click()
  await focusIn(page, current)
  await current.fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  assert.equal(await current.inputValue(), '')
  assert.deepEqual(faults, [])
})

test('A finish that conflicts with another report keeps its text and succeeds at the next press', {
  timeout: 300_000,
}, async () => {
  const report = async (): Promise<void> => {
    const reply = await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'] },
    })
    assert.equal(reply.status, 201)
    await server.drain()
  }
  // The earlier sessions have ended meanwhile.
  const { token } = await fixture.tenant.person(['ADMIN'])
  await report()
  const found = await server.call<Task[]>('GET', '/api/tasks?q=toilet', { token })
  const task = found.json.data[0]
  assert.ok(task)
  await page.goto(`${base}/app/tasks/${task.id}`)
  await page.getByRole('button', { name: 'Mark as done', exact: true }).click()
  const words = dialog.getByLabel('What was done')
  await words.fill('Unblocked it from below')
  await report()
  const finish = dialog.getByRole('button', { name: 'Mark as done', exact: true })
  await finish.click()
  await dialog.getByText('Someone else changed this in the meantime').waitFor()
  assert.equal(await words.inputValue(), 'Unblocked it from below')
  await page.locator('main h2', { hasText: '2 related submissions' }).waitFor()
  await finish.click()
  await dialog.waitFor({ state: 'detached' })
  const { json } = await server.call<TaskDetail>('GET', `/api/tasks/${task.id}`, { token })
  const { status, resolution } = json.data
  assert.deepEqual([status, resolution], ['DONE', 'Unblocked it from below'])
  assert.deepEqual(faults, [])
})

test('Clearing the name of a type or issue in a language removes it', { timeout: 300_000 }, async () => {
  // The earlier sessions have ended meanwhile.
  const { token } = await fixture.tenant.person(['ADMIN'])
  const path = '/api/admin/amenity-types'
  const made = await server.call<{ id: string }>('POST', path, {
    token,
    body: {
      name: 'Nap pod',
      names: { de: 'Ruhekapsel' },
      categories: [{ code: 'TOO_LOUD', name: 'Too loud', names: { de: 'Zu laut' } }],
    },
  })
  await page.goto(`${base}/app/types`)
  await page.getByRole('button', { name: 'Nap pod' }).first().click()
  await dialog.getByLabel('Names in').selectOption('de')
  await dialog.getByLabel('Type name').fill('')
  await dialog.getByLabel('Issue name').first().fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { json } = await server.call<AmenityType[]>('GET', `${path}?code=NAP_POD`, { token })
  assert.deepEqual(
    json.data.map(({ id, names, categories }) => [id, names, categories[0]?.names]),
    [[made.json.data.id, { en: 'Nap pod' }, { en: 'Too loud' }]],
  )
  assert.deepEqual(faults, [])
})

test('A refusal is shown in the reader’s language, with the service’s own text marked as English and the request id', {
  timeout: 300_000,
}, async () => {
  const person = await fixture.tenant.person(['ADMIN'], { email: 'german@stage.example', password })
  await server.call('PATCH', '/api/auth/me', { token: person.token, body: { language: 'de' } })
  const floor = await server.call<{ id: string }>('POST', '/api/admin/locations', {
    token: person.token,
    body: { buildingId: place.buildingId, name: 'Level 7', kind: 'FLOOR' },
  })
  await server.call('POST', '/api/admin/amenities', {
    token: person.token,
    body: {
      name: 'Kitchen',
      buildingId: place.buildingId,
      locationId: floor.json.data.id,
      type: 'KITCHEN',
    },
  })
  const { page } = await openDesk(fixture, 'german@stage.example', `/buildings/${place.buildingId}`)
  await page.getByRole('button', { name: /Level 7/ }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Löschen' }).click()
  const panel = question.getByRole('alert')
  await panel.getByText('Im aktuellen Zustand nicht möglich. Es wurde nichts geändert.').waitFor()
  await panel.getByText('Details (Englisch):').waitFor()
  await panel.locator('[lang="en"]').getByText('This location contains amenities').waitFor()
  await panel.getByText(/Anfrage/).waitFor()
})
