/** A second app for phones, of scouts, on a phone on which a technician has worked (`packages/field-kit/test/rounds`). */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import fastify from 'fastify'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { buildPhoneApp } from '#pwa/build.ts'
import { mountAppShells } from '#server/modules/pages/app-shells.ts'
import type { Platform } from '#server/platform/context.ts'
import { rounds } from '../../packages/field-kit/test/rounds/app.ts'
import { freePort, openBrowser } from '../browser.ts'
import { untilTrue } from '../until-true.ts'

const dist = await mkdtemp(path.join(tmpdir(), 'two-realms-'))
const source = path.resolve(import.meta.dirname, '../../packages/field-kit/test/rounds')
await buildPhoneApp(rounds, { source, page: 'rounds' }, 'Rounds', path.join(dist, 'rounds'))

const app = fastify({ forceCloseConnections: true })
const port = await freePort()
const base = `http://localhost:${port}`
mountAppShells(app, { config: { baseUrl: base } } as unknown as Platform, dist, [
  { folder: 'rounds', home: '/rounds', page: 'rounds.html' },
])
await app.listen({ port, host: '127.0.0.1' })
after(async () => {
  await app.close()
  await rm(dist, { recursive: true, force: true })
})
const browser = await openBrowser()

const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } })
  .jpeg()
  .toBuffer()

/** What the technician's app has left on the phone. */
const ofStaff = {
  'wellkept.session': '{"accessToken":"a","refreshToken":"r","user":{"id":"ana","email":"a","roles":[]}}',
  'wellkept.work-person': '{"id":"ana","name":"Ana"}',
  'wellkept.push': '{"owner":"ana","endpoint":"https://push.example/1"}',
}

const leaveWorkOfStaff = (page: Page): Promise<void> =>
  page.evaluate(async (kept) => {
    const phone = globalThis as unknown as {
      localStorage: { setItem(key: string, value: string): void }
      caches: { open(name: string): Promise<unknown> }
    }
    for (const [key, value] of Object.entries(kept)) phone.localStorage.setItem(key, value)
    for (const name of ['wellkept-work-0123456789ab', 'wellkept-work-photos']) await phone.caches.open(name)
  }, ofStaff)

const kept = (page: Page) =>
  page.evaluate<{ caches: string[]; databases: string[]; values: Record<string, string> }>(`(async () => ({
    caches: (await caches.keys()).sort(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    values: { ...localStorage },
  }))()`)

/** Texts and photos of the form are in the store. */
const draftsAreKept = `new Promise((resolve) => {
  const asked = indexedDB.open('wellkept-scout')
  asked.onsuccess = () => {
    const count = asked.result.transaction('drafts').objectStore('drafts').count()
    count.onsuccess = () => {
      asked.result.close()
      resolve(count.result === 2)
    }
  }
})`

const answer = (page: Page) => page.getByRole('textbox', { name: 'Answer' })

test('A scout’s app keeps drafts, outbox and shell under names of its own, opens without a connection, and leaves what a technician has on the phone', {
  timeout: 120_000,
}, async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${base}/rounds/rounds.webmanifest`)
  await leaveWorkOfStaff(page)
  await page.evaluate(
    `localStorage.setItem('wellkept.scout.session', '{"accessToken":"s","refreshToken":"t","user":{"id":"sam","email":"s","name":"Sam","roles":[]}}')`,
  )
  await page.goto(`${base}/rounds`)
  await answer(page).fill('Clean')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: /^Remove photo/ }).waitFor()
  await untilTrue(page, 'navigator.serviceWorker.controller !== null')

  // The phone closes the page while its camera is open.
  await untilTrue(page, draftsAreKept)
  await page.goto('about:blank')
  await context.setOffline(true)
  await page.goto(`${base}/rounds`)
  await page.getByRole('button', { name: /^Remove photo/ }).waitFor()
  assert.equal(await answer(page).inputValue(), 'Clean')

  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('link', { name: 'Outbox' }).click()
  assert.equal(await answer(page).inputValue(), 'Clean', 'it asks before a started form is left')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
  assert.equal(await page.getByText('Waiting to be sent').count(), 2)
  await page.reload()
  await page.getByText('Clean').waitFor()

  const { caches, databases, values } = await kept(page)
  assert.deepEqual(databases, ['wellkept-scout'])
  assert.deepEqual(
    caches.map((name) => name.replace(/scout-[0-9a-f]{12}$/, 'scout-VERSION')),
    ['wellkept-scout-VERSION', 'wellkept-work-0123456789ab', 'wellkept-work-photos'],
  )
  for (const [key, value] of Object.entries(ofStaff)) assert.equal(values[key], value, key)
  assert.deepEqual(JSON.parse(values['wellkept.scout.person'] ?? ''), { id: 'sam', name: 'Sam' })
  assert.deepEqual(faults, [])
  await context.close()
})
