/**
 * A technician's shift of twelve tasks with one thumb on a phone of 360 × 740: two offline, one put on hold, one by
 * its room's code, one new problem. Each target is within the thumb's reach or in the list; taps are counted.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Task } from '#contracts/tasks/records.ts'
import { openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'

const fixture = await openFixture()
const { base, browser, server, people, place } = fixture
const [width, height] = [360, 740]

const titles = [
  'Refill the paper',
  'Refill the soap',
  'Empty the bin',
  'Wipe the mirror',
  'Dry the floor',
  'Tighten the seat',
  'Change the lamp',
  'Clear the drain',
  'Hang the towels',
  'Oil the hinge',
  'Clean the sink',
  'Fix the hook',
] as const
const [first = '', ...rest] = titles
const byCode = titles[10]
const blocked = titles[11]

for (const title of titles) {
  const made = await server.call('POST', '/api/tasks', {
    token: people.manager.token,
    body: {
      title,
      assignee: { userId: people.technician.id },
      ...(title === byCode ? { amenityId: place.amenityId } : {}),
    },
  })
  assert.equal(made.status, 201, made.text)
}

test('A shift of twelve tasks is done with one thumb, and everything arrives in order', {
  timeout: 300_000,
}, async () => {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${base}/app/sign-in?next=/app/work`)
  await fillIn(page, people.technician.email, password)
  await page.getByRole('link', { name: first }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')

  /** as the service received them, each once */
  const taken = new Map<string, { title: string; what: string }>()
  const titleOf = new Map<string, string>()
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'POST' || !pathname.startsWith('/api/tasks')) return
    if (pathname === '/api/tasks') {
      const { title } = request.postDataJSON()
      taken.set(`new ${title}`, { title, what: 'NEW' })
    }
    if (pathname !== '/api/tasks/bulk') return
    for (const { clientId, taskId, status, blocked: wish } of request.postDataJSON().operations)
      if (!taken.has(clientId)) taken.set(clientId, { title: taskId, what: wish ? 'ON_HOLD' : status })
  })

  let taps = 0
  /** Scrolls the target into the thumb's reach; then it must be large, and low enough or in the list. */
  const tap = async (target: Locator): Promise<void> => {
    await target.waitFor()
    const { middle, high, wide, listed } = await target.evaluate((element) => {
      if (!element.closest('.tabs, .bar, .undo-bar')) element.scrollIntoView({ block: 'center' })
      const box = element.getBoundingClientRect()
      return {
        middle: box.y + box.height / 2,
        high: box.height,
        wide: box.width,
        listed: element.closest('.task-row') !== null,
      }
    })
    const name = (await target.textContent()) ?? ''
    assert.ok(listed || middle >= height / 3, `${name} stands at ${middle}, out of reach`)
    assert.ok(middle <= height, `${name} stands at ${middle}, below the screen`)
    assert.ok(high >= 44 && wide >= 44, `${name} is ${wide} × ${high}`)
    await target.tap()
    taps++
  }
  const row = (title: string): Locator =>
    page.locator('li.task-row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const done = async (title: string): Promise<void> => {
    await tap(row(title).getByRole('button', { name: /^Done/ }))
    await page.getByText(`Done: ${title}`).waitFor()
  }
  const order: string[] = []

  // Six from the list, one tap each.
  for (const title of titles.slice(0, 6)) {
    await done(title)
    order.push(title)
  }
  // Two on their pages: started, and finished with a resolution.
  for (const title of titles.slice(6, 8)) {
    await tap(row(title).getByRole('link', { name: title }))
    await tap(page.locator('.bar').getByRole('button', { name: 'Start' }))
    await tap(page.locator('.bar').getByRole('button', { name: 'Done' }))
    await tap(page.locator('label.choice').filter({ hasText: 'Repaired' }))
    await tap(page.locator('.bar').getByRole('button', { name: 'Done' }))
    await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
    order.push(title)
  }
  // One cannot be done.
  await tap(row(blocked).getByRole('link', { name: blocked }))
  await tap(page.getByRole('button', { name: 'Can’t do it' }))
  await tap(page.locator('label.choice').filter({ hasText: 'Parts' }))
  await tap(page.getByRole('button', { name: 'Put on hold' }))
  await page.getByText('Time limit paused').or(page.getByText('Parts')).first().waitFor()
  await page.goBack()
  // One by its room; typing the code is no tap.
  await tap(page.locator('.tabs').getByRole('link', { name: 'Scan' }))
  await page.getByLabel('Code on the sticker').fill(place.qrCode)
  await tap(page.getByRole('button', { name: 'Open the room' }))
  await page.getByRole('heading', { level: 1, name: 'Washroom north' }).waitFor()
  await done(byCode)
  order.push(byCode)
  // A new problem in that room, for others.
  await tap(page.getByRole('link', { name: 'I found a problem' }))
  await tap(page.locator('label.choice').filter({ hasText: 'Wet floor' }))
  await tap(page.locator('label.choice').filter({ hasText: 'Others' }))
  await tap(page.locator('.bar').getByRole('button', { name: 'Report it' }))
  await row('Wet floor').waitFor()
  // Two offline.
  await context.setOffline(true)
  await tap(page.locator('.tabs').getByRole('link', { name: 'My tasks' }))
  for (const title of titles.slice(8, 10)) {
    await done(title)
    order.push(title)
  }
  await context.setOffline(false)
  await tap(page.locator('.tabs').getByRole('link', { name: /waiting|Outbox/ }))
  // The outbox sends by itself.
  await page.getByText('Nothing is waiting').waitFor()

  const all = await server.call<Task[]>('GET', '/api/tasks?pageSize=100', { token: people.manager.token })
  for (const { id, title } of all.json.data) titleOf.set(id, title)
  const statusOf = (title: string): string | undefined =>
    all.json.data.find((task) => task.title === title)?.status
  for (const title of order) assert.equal(statusOf(title), 'DONE', title)
  assert.equal(order.length, 11)
  const held = all.json.data.find(({ title }) => title === blocked)
  assert.equal(held?.blocked?.reason, 'PARTS')
  assert.equal(all.json.data.filter(({ title }) => title === 'Wet floor').length, 1)
  assert.equal(all.json.data.length, titles.length + 1, 'nothing lost, nothing doubled')
  const finished = [...taken.values()]
    .filter(({ what }) => what === 'DONE')
    .map(({ title }) => titleOf.get(title))
  assert.deepEqual(finished, order)
  assert.equal(rest.length + 1, 12)
  // 6 from the list, 2 × 5 on their pages, 4 on hold, 3 by code, 4 for the new problem, 4 for the last two.
  assert.ok(taps <= 31, `${taps} taps`)
  console.log(`${taps} taps for twelve tasks and a new problem`)
  assert.deepEqual(faults, [])
  await context.close()
})
