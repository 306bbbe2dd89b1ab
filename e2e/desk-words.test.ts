/** Words of the desk: fetched by screen, and what happens where they do not come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDesk } from './desk.ts'
import { openStage, type Stage } from './stage.ts'

const stage: Stage = await openStage()
const { people } = stage

const words = /\/assets\/(en|de)-[^/]+\.js$/

const goTo = (page: Page, place: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: place }).click()

test('Only the words of the language in use are fetched, each screen’s when it is opened', {
  timeout: 60_000,
}, async () => {
  const { page, faults } = await openDesk(stage, people.admin.email, '/profile')
  const fetched: string[] = []
  page.on('request', (request) => {
    const language = words.exec(request.url())?.[1]
    if (language) fetched.push(language)
  })
  await goTo(page, 'Tasks')
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  assert.deepEqual(fetched, ['en'])
  await goTo(page, 'Set-up')
  await page.getByRole('heading', { level: 1, name: 'Set-up' }).waitFor()
  assert.deepEqual(fetched, ['en'], 'the overview has no words of its own')
  assert.deepEqual(faults, [])
})

test('Words that do not come are told with the way to try again, and nothing asks for them for ever', {
  timeout: 60_000,
}, async () => {
  const { page } = await openDesk(stage, people.admin.email, '/profile')
  let tries = 0
  await page.route(words, (route) => {
    tries++
    return route.abort()
  })
  await goTo(page, 'Tasks')
  await page.getByRole('heading', { level: 1, name: 'This page failed' }).waitFor()
  assert.equal(tries, 1)
  await page.unroute(words)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
})
