/**
 * A technician's actions when the connection, the phone's storage or the input fails. PICTURES=FOLDER keeps pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type Fixture, openFixture } from './fixture.ts'
import { untilTrue } from './until-true.ts'

const fixture: Fixture = await openFixture()
const { base, server, people, place } = fixture

const taskFor = async (title: string): Promise<string> => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id }, amenityId: place.amenityId },
  })
  assert.equal(created.status, 201, created.text)
  return created.json.data.id
}

const open = async () => {
  const opened = await fixture.open('phone', { as: people.technician.email })
  await opened.page.goto(`${base}/app/work`)
  return opened
}

/** The phone also sends by itself and may have been faster. */
const sendNow = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /Outbox|waiting/ }).click()
  await Promise.race([
    page.getByRole('button', { name: 'Send now' }).click(),
    page.getByText('Nothing is waiting').waitFor(),
  ])
}

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
  .jpeg()
  .toBuffer()

const takePhoto = (page: Page): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: photo })

const needPhoto = async (photoRequiredToFinish: boolean): Promise<void> => {
  const saved = await server.call('PATCH', '/api/admin/settings', {
    token: people.admin.token,
    body: { work: { photoRequiredToFinish } },
  })
  assert.equal(saved.status, 200, saved.text)
}

const readTask = async (id: string) =>
  (
    await server.call<{ status: string; attachments: { kind: string }[] }>('GET', `/api/tasks/${id}`, {
      token: people.manager.token,
    })
  ).json.data

const rowOf = (page: Page, title: string) => page.locator('li').filter({ hasText: title }).last()

test('The number of waiting operations is the same in all tabs of the phone', {
  timeout: 300_000,
}, async () => {
  await taskFor('Tighten the seat')
  const { page, context, faults } = await open()
  const beside = await context.newPage()
  await beside.goto(`${base}/app/work`)
  await rowOf(beside, 'Tighten the seat').waitFor()
  await context.route('**/api/tasks/bulk*', (route) => route.abort())
  await rowOf(page, 'Tighten the seat').getByRole('button', { name: 'Start' }).click()
  for (const tab of [page, beside]) await tab.getByText('1 waiting').waitFor()
  await context.unroute('**/api/tasks/bulk*')
  await sendNow(page)
  for (const tab of [page, beside]) await tab.getByText('1 waiting').waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await context.close()
})

test('If the phone’s storage is full, the page says that only it holds the changes, and sends them', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Empty the bin')
  const { page, context, faults } = await open()
  await page.addInitScript(
    "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
  )
  await page.reload()
  await context.route('**/api/tasks/bulk*', (route) => route.abort())
  await rowOf(page, 'Empty the bin').getByRole('button', { name: 'Start' }).click()
  await page.getByText('This browser saves nothing after you close the page').waitFor()
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'outbox-full.png'), fullPage: true })
  const taken = page.waitForResponse((response) => response.url().includes('/api/tasks/bulk'))
  await context.unroute('**/api/tasks/bulk*')
  await Promise.all([taken, sendNow(page)])
  const task = await server.call<{ status: string }>('GET', `/api/tasks/${id}`, {
    token: people.manager.token,
  })
  assert.equal(task.json.data.status, 'IN_PROGRESS')
  assert.deepEqual(faults, [])
  await context.close()
})

test('Changes made after the storage connection was closed survive a restart', {
  timeout: 300_000,
}, async () => {
  await taskFor('Oil the lock')
  const { page, context, faults } = await open()
  await page.addInitScript(`
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
      globalThis.phoneStore = this
      return transaction.apply(this, given)
    }
  `)
  await page.reload()
  await rowOf(page, 'Oil the lock').waitFor()
  await context.route('**/api/tasks/bulk*', (route) => route.abort())
  await page.evaluate('phoneStore.close()')
  await rowOf(page, 'Oil the lock').getByRole('button', { name: 'Start' }).click()
  await page.getByText('1 waiting').waitFor()
  await page.getByText('This browser saves nothing after you close the page').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('1 waiting').waitFor()
  await context.unroute('**/api/tasks/bulk*')
  await sendNow(page)
  await page.getByText('1 waiting').waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await context.close()
})

/** How each waiting photo is stored on the phone: a Blob, or bytes with their type. */
const photosKept = `new Promise((resolve) => {
  const asked = indexedDB.open('wellkept-work')
  asked.onsuccess = () => {
    const store = asked.result
    const all = store.transaction('operations').objectStore('operations').getAll()
    all.onsuccess = () => {
      store.close()
      const photos = all.result.filter(({ work }) => work.kind === 'photo').map(({ work }) => work.photo)
      resolve(photos.map((photo) => (photo instanceof Blob ? 'Blob' : photo.bytes.constructor.name + ' ' + photo.type)))
    }
  }
})`

/** As previous versions stored it. */
const keepAsBlobs = `new Promise((resolve) => {
  const asked = indexedDB.open('wellkept-work')
  asked.onsuccess = () => {
    const store = asked.result
    const change = store.transaction('operations', 'readwrite')
    const operations = change.objectStore('operations')
    const all = operations.getAll()
    all.onsuccess = () => {
      for (const one of all.result) {
        if (one.work.kind !== 'photo') continue
        const { bytes, type } = one.work.photo
        operations.put({ ...one, work: { ...one.work, photo: new Blob([bytes], { type }) } })
      }
    }
    change.oncomplete = () => { store.close(); resolve() }
  }
})`

test('A waiting photo is stored as bytes, is shown beside the finish, and is also sent if an older version stored a Blob', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Replace the lamp')
  const { page, context, faults } = await open()
  await context.route('**/api/tasks/*/attachments', (route) => route.abort())
  await rowOf(page, 'Replace the lamp').getByRole('button', { name: 'Start' }).click()
  await rowOf(page, 'Replace the lamp').getByRole('button', { name: 'Done' }).waitFor()
  await page.goto(`${base}/app/work/tasks/${id}`)
  await page.locator('.bar').getByRole('button', { name: 'Done' }).waitFor()
  await takePhoto(page)
  const picture = page.getByRole('img', { name: 'Photo: Replace the lamp' })
  await picture.waitFor()
  // The photo shows at once and is stored a moment later.
  for (let look = 0; look < 200 && (await page.evaluate<string[]>(photosKept)).length === 0; look++)
    await page.waitForTimeout(50)
  assert.deepEqual(await page.evaluate(photosKept), ['ArrayBuffer image/jpeg'])
  await page.evaluate(keepAsBlobs)
  assert.deepEqual(await page.evaluate(photosKept), ['Blob'])
  await page.reload()
  await picture.waitFor()
  await untilTrue(page, "document.querySelector('ul.photos img')?.naturalWidth > 0")
  await context.unroute('**/api/tasks/*/attachments')
  await page.goto(`${base}/app/work`)
  await sendNow(page)
  await page.getByText('Nothing is waiting').waitFor()
  const { status, attachments } = await readTask(id)
  assert.deepEqual([status, attachments.map(({ kind }) => kind)], ['IN_PROGRESS', ['BEFORE']])
  assert.deepEqual(faults, [])
  await context.close()
})

test('Signing out works on a shared phone even if its storage fails', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await open()
  await page.addInitScript(
    "IDBObjectStore.prototype.clear = () => { throw new DOMException('broken', 'UnknownError') }",
  )
  await page.goto(`${base}/app/work/me`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with password' }).waitFor()
  assert.equal(await page.evaluate("localStorage.getItem('wellkept.session')"), null)
  assert.equal(await page.evaluate("localStorage.getItem('wellkept.work-person')"), null)
  assert.deepEqual(faults, [])
  await context.close()
})

test('A double tap finishes a task once', { timeout: 300_000 }, async () => {
  const id = await taskFor('Hang the towel')
  const { page, context, faults } = await open()
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/tasks/bulk')) return
    for (const { taskId, kind, status } of request.postDataJSON().operations)
      if (taskId === id) sent.push(status ?? kind)
  })
  await page.goto(`${base}/app/work/tasks/${id}/finish`)
  await page.getByLabel('Cleaned').check({ force: true })
  await takePhoto(page)
  await page.getByRole('button', { name: 'Remove photo' }).waitFor()
  // Both taps happen before the page is drawn again.
  await page.evaluate("const end = document.querySelector('.bar .primary'); end.click(); end.click()")
  await page.getByText('2 waiting').waitFor()
  await sendNow(page)
  await page.getByText('Nothing is waiting').waitFor()
  assert.deepEqual(sent, ['DONE', 'attachment'])
  assert.equal((await readTask(id)).attachments.length, 1)
  assert.deepEqual(faults, [])
  await context.close()
})

test('Done waits for a photo that is still being shrunk, and nothing is sent with an unreadable one', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Rinse the drain')
  const { page, context, faults } = await open()
  await page.addInitScript(`
    const held = []
    const { decode } = HTMLImageElement.prototype
    HTMLImageElement.prototype.decode = async function () {
      await new Promise((resolve) => held.push(resolve))
      return decode.call(this)
    }
    globalThis.letGo = () => held.splice(0).forEach((resolve) => resolve())
  `)
  await page.goto(`${base}/app/work/tasks/${id}/finish`)
  const done = page.locator('.bar').getByRole('button', { name: 'Done' })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await done.click()
  await page.evaluate('letGo()')
  await page.getByText('This photo could not be read').waitFor()
  await page.getByRole('button', { name: 'Remove photo' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Finish' }).waitFor()

  await takePhoto(page)
  await page.getByRole('button', { name: 'Remove photo' }).waitFor()
  await done.click()
  await page.getByRole('heading', { level: 1, name: 'Finish' }).waitFor()
  await page.evaluate('letGo()')
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  await sendNow(page)
  await page.getByText('Nothing is waiting').waitFor()
  const { status, attachments } = await readTask(id)
  assert.deepEqual([status, attachments.map(({ kind }) => kind)], ['DONE', ['AFTER']])
  assert.deepEqual(faults, [])
  await context.close()
})

test('If a photo is required, Done asks for it at once, and nothing is sent without one', {
  timeout: 300_000,
}, async () => {
  await needPhoto(true)
  const id = await taskFor('Polish the tap')
  const { page, context, faults } = await open()
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/tasks/bulk')) sent.push(request.postDataJSON())
  })
  await page.waitForFunction(() => localStorage.getItem('wellkept.photo-needed') === '1')
  await rowOf(page, 'Polish the tap').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { level: 1, name: 'Finish' }).waitFor()
  const needed = 'Take a photo of the result before you finish.'
  await page.getByText(needed).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('alert').getByText(needed).waitFor()
  assert.equal(await page.evaluate('document.activeElement.type'), 'file')
  assert.deepEqual(sent, [])
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'finish-photo.png'), fullPage: true })
  await takePhoto(page)
  await page.getByText(needed).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  await sendNow(page)
  await page.getByText('Nothing is waiting').waitFor()
  const { status, attachments } = await readTask(id)
  assert.deepEqual([status, attachments.map(({ kind }) => kind)], ['DONE', ['AFTER']])
  await needPhoto(false)
  assert.deepEqual(faults, [])
  await context.close()
})

test('A refusal is shown in the reader’s language with the request id, and disappears once the missing photo is added', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Wipe the mirror')
  await server.call('PATCH', '/api/auth/me', {
    token: people.technician.token,
    body: { language: 'de' },
  })
  const { page, context, faults } = await open()
  await page.locator('html[lang=de]').waitFor()
  // The phone read the settings before, so it does not know this change yet.
  await needPhoto(true)
  await rowOf(page, 'Wipe the mirror').getByRole('button', { name: 'Erledigt' }).click()
  await page
    .getByRole('link', { name: /Ausgang|wartet|braucht/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Jetzt senden' }).click()
  await page.getByText('Die Aufgabe ließ sich nicht abschließen.').waitFor()
  await page.getByText(/nennen Sie dem Support diese Nummer: [\w-]{8,}/).waitFor()
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /photo|needed|body\./)
  // It is not done, so there is no message with an undo.
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0)
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'outbox-refused.png'), fullPage: true })
  await page.getByRole('link', { name: 'Wipe the mirror' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wipe the mirror' }).waitFor()
  await takePhoto(page)
  await page.getByRole('img', { name: 'Foto: Wipe the mirror' }).first().waitFor()
  await page.locator('.bar').getByRole('button', { name: 'Erledigt' }).click()
  await page.getByRole('heading', { level: 1, name: 'Abschließen' }).waitFor()
  await page.getByRole('button', { name: 'Erledigt' }).click()
  await page.getByRole('heading', { level: 1, name: 'Meine Aufgaben' }).waitFor()
  await page
    .getByRole('link', { name: /Ausgang|wartet|warten|braucht/ })
    .first()
    .click()
  await Promise.race([
    page.getByRole('button', { name: 'Jetzt senden' }).click(),
    page.getByText('Nichts wartet').waitFor(),
  ])
  await page.getByText('Nichts wartet').waitFor()
  const { status, attachments } = await readTask(id)
  assert.deepEqual([status, attachments.map(({ kind }) => kind)], ['DONE', ['AFTER']])
  await needPhoto(false)
  assert.deepEqual(faults, [])
  await context.close()
})
