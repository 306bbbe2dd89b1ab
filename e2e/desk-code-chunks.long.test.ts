/** Code chunks of the desk that fail to load: a flaky connection, and a deployment while a tab is open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { inspectAsItStands, narrow, take, wide } from './inspect.ts'
import { rest } from './quiet.ts'
import { untilTrue } from './until-true.ts'

const fixture = await openFixture()
const { base, people, server } = fixture
const manager = people.manager.email

/** Fails the first requests for chunks of this name. @returns the number of failures so far */
const refuse = async (page: Page, name: string, most: number): Promise<{ times: number }> => {
  const refused = { times: 0 }
  await page.route(`**/app/assets/${name}-*`, (route) => {
    if (refused.times >= most) return route.continue()
    refused.times++
    return route.fulfill({ status: 404, json: { success: false, error: 'Not found', code: 'NOT_FOUND' } })
  })
  return refused
}

/** React reports a chunk that did not load; that is expected. */
const isOther = (fault: string): boolean => !/dynamically imported module|did not come/.test(fault)

const mark = (page: Page) => page.evaluate('window.marked = true')
const isMarked = (page: Page) => page.evaluate('window.marked === true')

/** Runs in the page: navigates like a link of the desk. */
const navigate = `(to) => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')) }`

for (const [part, pieces, address, title] of [
  ['code', '**/app/assets/team-*.js', '/app/team', 'Team'],
  ['styles', '**/app/assets/*.css', '/app/tasks', 'Tasks'],
] as const)
  test(`A screen opens although its ${part} did not load at first`, { timeout: 300_000 }, async () => {
    const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
    await rest(page)
    let refused = 0
    await page.route(pieces, (route) => (refused++ === 0 ? route.abort() : route.continue()))
    await page.evaluate(`(${navigate})('${address}')`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await rest(page)
    assert.ok(refused >= 2, `asked for ${refused} times`)
    const unstyled = await page.evaluate(
      "[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).length",
    )
    assert.equal(unstyled, 0)
    assert.deepEqual(faults.filter(isOther), [])
    await page.context().close()
  })

test('A tab from before a deployment reloads once, and then says what is missing', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
  await rest(page)
  await mark(page)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  const refused = await refuse(page, 'team', 100)
  await page.evaluate(`(${navigate})('/app/team')`)
  await page.getByRole('alert').getByText('Part of this page did not load.').waitFor()
  await untilTrue(page, 'window.marked === undefined')
  await page.getByRole('alert').getByText('Part of this page did not load.').waitFor()
  await delay(1500)
  assert.equal(loads, 1)
  for (const how of [narrow, wide]) {
    await take(page, how)
    await inspectAsItStands(page, `piece missing ${how.kind}`)
  }
  const before = refused.times
  await page.unroute('**/app/assets/team-*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.getByText(people.admin.email).first().waitFor()
  assert.ok(before >= 2)
  assert.deepEqual(faults.filter(isOther), [])
  await page.context().close()
})

test('Input stays if another chunk does not load: no reload, and the rest keeps working', {
  timeout: 300_000,
}, async () => {
  const task = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.admin.token,
    body: { title: 'A door creaks' },
  })
  const { page, faults } = await fixture.open('desk', { as: manager })
  await refuse(page, 'commands', 100)
  await page.goto(`${base}/app/tasks/${task.json.data.id}`)
  await page.getByRole('heading', { level: 1, name: 'A door creaks' }).waitFor()
  await mark(page)
  const note = page.getByLabel('New note')
  await note.pressSequentially('Half of a note')
  await page.keyboard.press('Control+k')
  await page.getByRole('alert').getByText('Part of this page did not load.').waitFor()
  await delay(1500)
  assert.equal(await isMarked(page), true)
  assert.equal(await note.inputValue(), 'Half of a note')
  await note.press('End')
  await page.keyboard.type(', and its end')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Half of a note, and its end').first().waitFor()
  assert.deepEqual(faults.filter(isOther), [])
  await page.context().close()
})

test('A tab from before a deployment keeps a working offline version on the device', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('desk', { as: manager })
  await page.goto(`${base}/app/`)
  const attention = page.getByRole('heading', { level: 1, name: 'Today' })
  await attention.waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const keptPage = () => page.evaluate<string>("caches.match('/app/').then((kept) => kept?.text() ?? '')")
  while ((await keptPage()) === '') await delay(50)
  await rest(page)
  // The previous version of the page, which the open tab was loaded with.
  await page.evaluate(`(async () => {
    const [name] = await caches.keys()
    const cache = await caches.open(name)
    const html = await (await cache.match('/app/')).text()
    await cache.put('/app/', new Response(html + '<!-- before -->', { headers: { 'content-type': 'text/html' } }))
    const { active } = await navigator.serviceWorker.ready
    active.postMessage(['/app/assets/index-0before0.js', '/app/assets/today-0before0.js'])
  })()`)
  for (let looks = 0; looks < 20; looks++) {
    assert.match(await keptPage(), /<!-- before -->/)
    await delay(100)
  }
  await context.setOffline(true)
  await page.goto(`${base}/app/`)
  await attention.waitFor()
  await context.setOffline(false)
  // The new version is cached as soon as a tab has loaded it.
  await page.reload()
  await attention.waitFor()
  while (/<!-- before -->/.test(await keptPage())) await delay(50)
  await context.setOffline(true)
  await page.goto(`${base}/app/`)
  await attention.waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})
