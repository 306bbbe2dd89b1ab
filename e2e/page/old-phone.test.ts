/** The built technician app on phones that have the stores of older versions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { addTaskAttachment, type BulkOperation, bulkTasks, listTasks } from '#contracts/tasks.ts'
import { untilTrue } from '../until-true.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf } from './examples.ts'

const desk = await openDeskPage()
const { base } = desk

const me = { id: idOf('Ana'), name: 'Ana', email: 'ana@stage.example', roles: ['TECHNICIAN'] as const }
const task = {
  ...(exampleOf(listTasks.list, 'task') as object),
  id: idOf('tap'),
  title: 'Tap drips',
  status: 'IN_PROGRESS',
}

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
  .jpeg()
  .toBuffer()

const head = {
  at: '2026-11-20T08:00:00.000Z',
  owner: me.id,
  ownerName: me.name,
  taskId: task.id,
  taskTitle: task.title,
  state: 'WAITING',
  tries: 2,
  round: 1,
}
const operations = [
  { ...head, id: 'a', seq: 1, work: { kind: 'status', status: 'IN_PROGRESS' } },
  { ...head, id: 'b', seq: 2, work: { kind: 'note', text: 'By the door', public: false } },
  { ...head, id: 'c', seq: 3, work: { kind: 'photo', attachmentKind: 'BEFORE', photo: 'bytes' } },
  { ...head, id: 'd', seq: 4, work: { kind: 'photo', attachmentKind: 'BEFORE', photo: 'blob' } },
]

const values = {
  'wellkept.session': JSON.stringify({ accessToken: 'old', refreshToken: 'old', user: me }),
  'wellkept.work-person': JSON.stringify({ id: me.id, name: me.name }),
  'wellkept.theme': 'DARK',
}

/** Stores as the versions 1 and 2 of the database had them. */
const leaveStores = (page: Page, version: number): Promise<void> =>
  page.evaluate(`(async () => {
    for (const [key, value] of Object.entries(${JSON.stringify(values)})) localStorage.setItem(key, value)
    const jpeg = Uint8Array.from(atob('${photo.toString('base64')}'), (sign) => sign.charCodeAt(0))
    const asked = indexedDB.open('wellkept-work', ${version})
    asked.onupgradeneeded = () => {
      const store = asked.result
      store.createObjectStore('operations', { keyPath: 'id' })
      store.createObjectStore('lists')
      store.createObjectStore('tasks', { keyPath: 'task.id' }).createIndex('readAt', 'readAt')
      if (${version} >= 2) store.createObjectStore('shifts')
    }
    await new Promise((resolve) => { asked.onsuccess = resolve })
    const change = asked.result.transaction(['operations', 'lists'], 'readwrite')
    for (const one of ${JSON.stringify(operations)}) {
      if (one.work.photo === 'bytes') one.work.photo = { bytes: jpeg.buffer, type: 'image/jpeg' }
      if (one.work.photo === 'blob') one.work.photo = new Blob([jpeg], { type: 'image/jpeg' })
      change.objectStore('operations').put(one)
    }
    const list = { owner: '${me.id}', readAt: 1, tasks: [${JSON.stringify(task)}], total: 1 }
    change.objectStore('lists').put(list, '${me.id}')
    await new Promise((resolve) => { change.oncomplete = resolve })
    asked.result.close()
  })()`)

for (const version of [1, 2])
  test(`The app opens over the stores of version ${version}: session, list, photos and all that waits are there, and are sent`, {
    timeout: 120_000,
  }, async () => {
    const { signIn, answer, calls } = desk
    signIn(me)
    const before = calls.length
    answer(listTasks, () => ({ data: [task] }))
    answer(addTaskAttachment, ({ body }) => ({
      data: {
        id: idOf('upload'),
        url: `${base}/stored`,
        key: `key-${(body as { size: number }).size}`,
        headers: {},
      },
    }))
    answer(bulkTasks, ({ body }) => ({
      data: (body as { operations: BulkOperation[] }).operations.map(({ clientId }) => ({
        id: task.id,
        clientId,
        ok: true,
      })),
    }))
    const { page, context, faults } = await desk.open('phone')
    const stored: (Buffer | null)[] = []
    await page.route('**/stored', (route, request) => {
      stored.push(request.postDataBuffer())
      return route.fulfill({ status: 200 })
    })
    await page.goto(`${base}/healthz`)
    await leaveStores(page, version)

    await context.route('**/api/**', (route) => route.abort())
    await page.goto(`${base}/app/work`)
    await page.locator('html[data-theme=dark]').waitFor()
    await page.getByRole('link', { name: 'Tap drips' }).waitFor()
    await page.getByRole('link', { name: /4 waiting/ }).click()
    await page.getByText('By the door').waitFor()
    await page.goto(`${base}/app/work/tasks/${task.id}`)
    await page.getByRole('img', { name: 'Photo: Tap drips' }).nth(1).waitFor()
    await untilTrue(
      page,
      "[...document.querySelectorAll('ul.photos img')].filter((one) => one.naturalWidth > 0).length === 2",
    )

    await context.unroute('**/api/**')
    await page.goto(`${base}/app/work/waiting`)
    await Promise.race([
      page.getByRole('button', { name: 'Send now' }).click(),
      page.getByText('Nothing is waiting').waitFor(),
    ])
    await page.getByText('Nothing is waiting').waitFor()
    const sent = calls
      .slice(before)
      .filter(({ name }) => name === bulkTasks.name)
      .flatMap(({ body }) => (body as { operations: BulkOperation[] }).operations)
    assert.deepEqual(sent.map(({ clientId, kind }) => `${clientId} ${kind}`).sort(), [
      'a status',
      'b note',
      'c attachment',
      'd attachment',
    ])
    assert.deepEqual(
      stored.map((one) => one?.equals(photo)),
      [true, true],
    )
    assert.match(await page.evaluate("localStorage.getItem('wellkept.session')"), new RegExp(me.id))
    assert.deepEqual(faults, [])
    await context.close()
  })
