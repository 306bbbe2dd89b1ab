/** Android may kill a page while its camera is open and reload it: form drafts are restored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Task } from '#contracts/tasks/records.ts'
import { openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'
import { untilTrue } from './until-true.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture

const taskFor = async (title: string): Promise<string> => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id }, amenityId: place.amenityId },
  })
  assert.equal(created.status, 201, created.text)
  return created.json.data.id
}

const readTask = async (id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: people.manager.token })).json.data

const finishOf = (id: string): string => `${base}/app/work/tasks/${id}/finish`

const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
  .jpeg()
  .toBuffer()

const takePhoto = (page: Page): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })

const photosIn = (page: Page) => page.getByRole('button', { name: /^Remove photo/ })

const isShown = async (page: Page): Promise<void> => {
  await photosIn(page).first().waitFor()
  await untilTrue(page, "document.querySelector('ul.photos img')?.naturalWidth > 0")
}

/** The browser's dialogs: each is answered as `leaves` says. */
const dialogsOf = (page: Page) => {
  const dialogs = { asked: 0, leaves: true }
  page.on('dialog', async (dialog) => {
    if (dialog.type() === 'confirm') dialogs.asked++
    await (dialogs.leaves ? dialog.accept() : dialog.dismiss())
  })
  return dialogs
}

const openDraft = async () => {
  const opened = await fixture.open('phone', { as: people.technician.email })
  return { ...opened, dialogs: dialogsOf(opened.page) }
}

/** Drafts of all forms on the phone: their texts, and `a photo` for each photo. */
const draftsOnPhone = `new Promise((resolve) => {
  const asked = indexedDB.open('wellkept-work')
  asked.onsuccess = () => {
    const store = asked.result
    const all = store.transaction('shifts').objectStore('shifts').getAll()
    all.onsuccess = () => {
      store.close()
      const words = all.result.flatMap(({ texts }) => Object.values(texts ?? {}).filter(Boolean))
      const photos = all.result.flatMap(({ photos }) => (photos ?? []).map(() => 'a photo'))
      resolve([...words, ...photos])
    }
  }
})`

/** Dates the drafts back by 25 hours. */
const olderThanADay = `new Promise((resolve) => {
  const asked = indexedDB.open('wellkept-work')
  asked.onsuccess = () => {
    const store = asked.result
    const change = store.transaction('shifts', 'readwrite')
    const shifts = change.objectStore('shifts')
    const all = shifts.getAll()
    all.onsuccess = () => {
      for (const one of all.result) if (one.at) shifts.put({ ...one, at: one.at - 25 * 3_600_000 }, one.owner)
    }
    change.oncomplete = () => { store.close(); resolve() }
  }
})`

const keeps = async (page: Page, isIt: (begun: readonly string[]) => boolean): Promise<void> => {
  let begun: readonly string[] = []
  for (let look = 0; look < 1200; look++) {
    begun = await page.evaluate<string[]>(draftsOnPhone)
    if (isIt(begun)) return
    await page.waitForTimeout(50)
  }
  assert.fail(`After a minute the phone keeps ${begun.join(', ') || 'nothing'}`)
}
const keepsAll = (page: Page, ...wanted: readonly string[]): Promise<void> =>
  keeps(page, (begun) => wanted.every((one) => begun.includes(one)))
const keepsNothing = (page: Page): Promise<void> => keeps(page, (begun) => begun.length === 0)

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

const sendNow = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /Outbox|waiting/ }).click()
  await Promise.race([
    page.getByRole('button', { name: 'Send now' }).click(),
    page.getByText('Nothing is waiting').waitFor(),
  ])
  await page.getByText('Nothing is waiting').waitFor()
}

test('After the phone has killed the page, a started finish is restored, asks before it is discarded, and is gone once sent', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Mop the hall')
  const { page, context, faults, dialogs } = await openDraft()
  await page.addInitScript(`
    const { decode } = HTMLImageElement.prototype
    HTMLImageElement.prototype.decode = function () {
      return globalThis.isSlow ? new Promise(() => {}) : decode.call(this)
    }
  `)
  await page.goto(finishOf(id))
  const minutes = page.getByRole('textbox', { name: 'Minutes' })
  const words = page.getByLabel('In a few words')
  await page.getByLabel('Something else').check({ force: true })
  await words.fill('A new seal')
  await takePhoto(page)
  await keepsAll(page, 'A new seal', 'a photo')
  await page.reload()
  await isShown(page)
  assert.equal(await words.inputValue(), 'A new seal')

  // A photo that was still being shrunk is lost; the rest is restored.
  await page.evaluate('globalThis.isSlow = true')
  await takePhoto(page)
  await photosIn(page).nth(1).waitFor()
  await minutes.fill('12')
  await keepsAll(page, 'A new seal', '12', 'a photo')
  await page.reload()
  await isShown(page)
  assert.equal(await photosIn(page).count(), 1)
  assert.equal(await words.inputValue(), 'A new seal')
  assert.equal(await minutes.inputValue(), '12')

  dialogs.leaves = false
  await page.getByRole('link', { name: 'Back' }).click()
  await heading(page, 'Finish')
  assert.equal(dialogs.asked, 1)
  await page.getByRole('button', { name: 'Done' }).click()
  await heading(page, 'My tasks')
  assert.equal(dialogs.asked, 1)
  await sendNow(page)
  const { status, resolution, minutesSpent, attachments } = await readTask(id)
  assert.deepEqual([status, resolution, minutesSpent], ['DONE', 'A new seal', 12])
  assert.deepEqual(
    attachments.map(({ kind }) => kind),
    ['AFTER'],
  )
  await keepsNothing(page)
  await page.goto(finishOf(id))
  await minutes.waitFor()
  assert.equal(await minutes.inputValue(), '')
  assert.equal(await photosIn(page).count(), 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('After the phone has killed the page, a started problem report is restored with all fields until it is sent or discarded', {
  timeout: 300_000,
}, async () => {
  await taskFor('Wipe the door')
  const { page, context, faults, dialogs } = await openDraft()
  const title = page.getByRole('textbox', { name: 'What is wrong?' })
  const note = page.getByLabel(/What should others know/)
  const where = page.locator('[name=room]')
  await page.goto(`${base}/app/work/problem`)
  await where.selectOption(place.amenityId)
  await title.fill('A loose tile')
  await note.fill('Near the window')
  await page.locator('label.choice').filter({ hasText: 'Others' }).click()
  await takePhoto(page)
  await keepsAll(page, place.amenityId, 'A loose tile', 'Near the window', 'a photo')
  await page.reload()
  await isShown(page)
  assert.deepEqual(
    [await where.inputValue(), await title.inputValue(), await note.inputValue()],
    [place.amenityId, 'A loose tile', 'Near the window'],
  )
  assert.equal(await page.getByRole('radio', { name: 'Others' }).isChecked(), true)
  await page.getByRole('link', { name: 'Back' }).click()
  await heading(page, 'My tasks')
  assert.equal(dialogs.asked, 1)
  await keepsNothing(page)
  await page.getByRole('link', { name: 'I found a problem' }).click()
  await title.waitFor()
  assert.deepEqual([await where.inputValue(), await title.inputValue()], ['', ''])

  await page.goto(`${base}/app/work/scan`)
  await page.getByLabel('Code on the sticker').fill(place.qrCode)
  await page.getByRole('button', { name: 'Open the room' }).click()
  await heading(page, 'Washroom north')
  await page.getByRole('link', { name: 'I found a problem' }).click()
  const chip = page
    .locator('label.choice')
    .filter({ has: page.locator('[name=issue]') })
    .first()
  await chip.click()
  await note.fill('Behind the door')
  await takePhoto(page)
  await keepsAll(page, 'Behind the door', 'a photo')
  const address = page.url()
  await page.reload()
  await isShown(page)
  assert.equal(await page.locator('[name=issue]').first().isChecked(), true)
  assert.equal(await note.inputValue(), 'Behind the door')
  const issue = ((await chip.textContent()) ?? '').trim()
  await page.getByRole('button', { name: 'Report it' }).click()
  await heading(page, 'Washroom north')
  await sendNow(page)
  const found = await server.call<Task[]>('GET', `/api/tasks?q=${encodeURIComponent(issue)}`, {
    token: people.manager.token,
  })
  const [task] = found.json.data
  assert.deepEqual(
    [found.json.data.length, task?.description, task?.amenity?.id, task?.attachments.length],
    [1, 'Behind the door', place.amenityId, 1],
  )
  await keepsNothing(page)
  await page.goto(address)
  await note.waitFor()
  assert.equal(await note.inputValue(), '')
  assert.equal(await photosIn(page).count(), 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('A draft is visible to nobody else on the phone, removed at sign-out, and kept for at most a day', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Oil the hinge')
  const { page, context, faults } = await openDraft()
  const minutes = page.getByRole('textbox', { name: 'Minutes' })
  const begin = async (): Promise<void> => {
    await page.goto(finishOf(id))
    await minutes.fill('34')
    await takePhoto(page)
    await keepsAll(page, '34', 'a photo')
  }
  const isEmpty = async (): Promise<void> => {
    await page.getByText('Take a photo').waitFor()
    await keepsNothing(page)
    assert.equal(await minutes.inputValue(), '')
    assert.equal(await photosIn(page).count(), 0)
  }
  await begin()
  await page.evaluate(olderThanADay)
  await page.reload()
  await isEmpty()

  await begin()
  await page.goto(`${base}/app/work/me`)
  await heading(page, 'Me')
  await keepsAll(page, '34', 'a photo')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with password' }).waitFor()
  await keepsNothing(page)

  const next = encodeURIComponent(new URL(finishOf(id)).pathname)
  const signIn = async (email: string): Promise<void> => {
    await page.goto(`${base}/app/sign-in?next=${next}`)
    await fillIn(page, email, password)
    await page.waitForURL(finishOf(id))
  }
  await signIn(people.technician.email)
  await begin()
  // The session ends by itself, and another person signs in on the phone.
  await page.evaluate("localStorage.removeItem('wellkept.session')")
  await signIn(people.manager.email)
  await isEmpty()
  assert.deepEqual(faults, [])
  await context.close()
})

test('A form works if the phone’s storage is broken', { timeout: 300_000 }, async () => {
  const id = await taskFor('Empty the bin')
  const { page, context, faults } = await openDraft()
  await page.addInitScript(`
    const broken = () => { throw new DOMException('broken', 'UnknownError') }
    IDBObjectStore.prototype.get = broken
    IDBObjectStore.prototype.put = broken
  `)
  await page.goto(finishOf(id))
  await page.getByRole('textbox', { name: 'Minutes' }).fill('7')
  await takePhoto(page)
  await isShown(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await heading(page, 'My tasks')
  await sendNow(page)
  const { status, minutesSpent, attachments } = await readTask(id)
  assert.deepEqual([status, minutesSpent, attachments.length], ['DONE', 7, 1])
  assert.deepEqual(faults, [])
  await context.close()
})

test('A finish that is started after the storage connection was closed is saved, and so is the task', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Wash the window')
  const { page, context, faults } = await openDraft()
  await page.addInitScript(`
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
      globalThis.phoneStore = this
      return transaction.apply(this, given)
    }
  `)
  await page.goto(finishOf(id))
  await page.getByLabel('Something else').check({ force: true })
  const words = page.getByLabel('In a few words')
  await words.fill('With vinegar')
  await keepsAll(page, 'With vinegar')
  await page.evaluate('phoneStore.close()')
  await words.fill('With soap')
  await takePhoto(page)
  await keepsAll(page, 'With soap', 'a photo')
  await page.evaluate('phoneStore.close()')
  await page.reload()
  await isShown(page)
  assert.equal(await words.inputValue(), 'With soap')
  await page.getByRole('button', { name: 'Done' }).click()
  await heading(page, 'My tasks')
  await sendNow(page)
  assert.equal((await readTask(id)).status, 'DONE')
  assert.deepEqual(faults, [])
  await context.close()
})
