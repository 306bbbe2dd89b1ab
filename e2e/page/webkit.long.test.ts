/** Outbox and kept forms of the technician app in WebKit, the engine of all browsers on iPhones. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { addTaskAttachment, type BulkOperation, bulkTasks, getTask, listTasks } from '#contracts/tasks.ts'
import { openWebKit } from '../webkit.ts'
import { openDeskPage, stored } from './desk-page.ts'
import { exampleOf, idOf } from './examples.ts'

const desk = await openDeskPage()
const { base, answer, calls, signIn } = desk

const me = { id: idOf('Ana'), name: 'Ana', email: 'ana@stage.example', roles: ['TECHNICIAN'] as const }
const task = {
  ...(exampleOf(listTasks.list, 'task') as object),
  id: idOf('tap'),
  title: 'Tap drips',
  status: 'IN_PROGRESS',
}
const operationsIn = (body: unknown): readonly BulkOperation[] =>
  (body as { operations: BulkOperation[] }).operations

const folder = await mkdtemp(path.join(tmpdir(), 'webkit-'))
after(() => rm(folder, { recursive: true, force: true }))
const photo = path.join(folder, 'after.jpg')
await writeFile(
  photo,
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
    .jpeg()
    .toBuffer(),
)

/** Names of constructors of what is kept of photos in a store. */
const kept = (store: string, photos: string): string => `return new Promise((resolve, reject) => {
  const asked = indexedDB.open('wellkept-work')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    const all = asked.result.transaction('${store}').objectStore('${store}').getAll()
    all.onsuccess = () => {
      asked.result.close()
      resolve(all.result.flatMap((one) => ${photos}).map((one) => one.constructor.name))
    }
  }
})`
const keptInForm = kept('shifts', 'one.photos ?? []')
const keptInOutbox = kept('operations', "one.work.kind === 'photo' ? [one.work.photo.bytes] : []")

const text = (words: string): string => `//*[contains(normalize-space(text()), '${words}')]`

test('In WebKit a started form and what waits in the outbox, photos as bytes, survive that the page is closed, and are sent', {
  timeout: 240_000,
}, async (context) => {
  signIn(me)
  answer(listTasks, () => ({ data: [task] }))
  answer(getTask, () => ({ data: { ...(exampleOf(getTask.data, 'task') as object), ...task } }))
  const away = { status: 503, json: { success: false, error: 'Away', code: 'SERVICE_UNAVAILABLE' } }
  answer(bulkTasks, () => away)
  answer(addTaskAttachment, () => away)

  const page = await openWebKit()
  context.after(page.close)
  const until = async (script: string, wanted: readonly string[]): Promise<void> => {
    let found: readonly string[] = []
    for (let look = 0; look < 300 && found.length < wanted.length; look++) found = await page.run(script)
    assert.deepEqual(found, wanted)
  }
  await page.go(`${base}/healthz`)
  const session = { accessToken: 'a', refreshToken: 'r', user: me }
  await page.run(`localStorage.setItem('wellkept.session', ${JSON.stringify(JSON.stringify(session))})`)
  assert.match(await page.run('return navigator.userAgent'), /AppleWebKit\/605/)

  const finish = `${base}/app/work/tasks/${task.id}/finish`
  await page.go(finish)
  await page.click(`//label[contains(., 'Something else')]`)
  await page.type("//*[@id = //label[contains(., 'In a few words')]/@for]", 'A new seal')
  await page.type(`//input[@type='file']`, photo)
  await until(keptInForm, ['ArrayBuffer'])

  await page.go('about:blank')
  await page.go(finish)
  await page.waitFor(`//button[contains(., 'Remove photo') or contains(@aria-label, 'Remove photo')]`)
  assert.ok(
    await page.run(
      "return [...document.querySelectorAll('input, textarea')].some(({ value }) => value === 'A new seal')",
    ),
  )
  await page.click(`//*[contains(@class, 'bar')]//button[contains(., 'Done')]`)
  await page.waitFor(text('2 waiting'))
  await until(keptInOutbox, ['ArrayBuffer'])

  await page.go('about:blank')
  await page.go(`${base}/app/work/waiting`)
  await page.waitFor(text('A new seal'))
  await until(keptInOutbox, ['ArrayBuffer'])

  answer(addTaskAttachment, ({ body }) => ({
    data: {
      id: idOf('upload'),
      url: `${base}${stored}`,
      key: `${(body as { size: number }).size}`,
      headers: { 'content-type': 'image/jpeg' },
    },
  }))
  answer(bulkTasks, ({ body }) => ({
    data: operationsIn(body).map(({ clientId }) => ({ id: task.id, clientId, ok: true })),
  }))
  const before = calls.length
  await page.click(`//button[contains(., 'Send now')]`)
  await page.waitFor(text('Nothing is waiting'))
  const sent = calls.slice(before)
  assert.deepEqual(
    sent
      .filter(({ name }) => name === bulkTasks.name)
      .flatMap(({ body }) => operationsIn(body))
      .map(({ kind, resolution }) => `${kind} ${resolution ?? ''}`.trim())
      .sort(),
    ['attachment', 'status A new seal'],
  )
  const [bytes] = sent.filter(({ name }) => name === stored).map(({ body }) => body as Buffer)
  assert.equal((await sharp(bytes).metadata()).format, 'jpeg')
})
