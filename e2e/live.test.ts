/** The desk follows changes by others. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { openDesk } from './desk.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture: Fixture = await openFixture()
const { server, people, tenant } = fixture

const newTask = async (title: string): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.admin.token,
    body: { title },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

const note = (page: Page) =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Show' }) })

/** Reads of the API without the stream; and the Last-Event-ID of each stream request. */
const watch = (page: Page): { reads: string[]; streams: (string | undefined)[] } => {
  const reads: string[] = []
  const streams: (string | undefined)[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/dashboard/live') streams.push(request.headers()['last-event-id'])
    else if (pathname.startsWith('/api/')) reads.push(pathname)
  })
  return { reads, streams }
}

/** Resolves when this many pages of the server follow. */
const follows = async (many: number): Promise<void> => {
  const { metrics } = server.built.platform
  while (metrics.liveStreams !== many) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Resolves when the page has received the next event. */
const nextEvent = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise((resolve) => { new BroadcastChannel('wellkept.live.${people.manager.id}').onmessage = resolve })`,
  )

const look = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) })
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
}

test('A list announces a colleague’s change, does not move, and shows it on request; nothing polls', {
  timeout: 300_000,
}, async () => {
  await newTask('There before')
  const { page, faults } = await openDesk(fixture, people.manager.email, '/tasks')
  await page.getByRole('link', { name: 'There before' }).waitFor()
  await follows(1)
  const { reads } = watch(page)
  await newTask('A lamp flickers')
  await note(page).getByText(`Updated by ${people.admin.name}`).waitFor()
  await newTask('A second lamp flickers')
  await note(page).getByText(`2 changes by ${people.admin.name}`).waitFor()
  assert.equal(await page.getByRole('link', { name: 'A lamp flickers' }).count(), 0)
  assert.deepEqual(reads, [])
  await look(page, 'live-list')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'live-list-phone-dark')
  await note(page).getByRole('button', { name: 'Show' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'A lamp flickers' }).waitFor()
  await note(page).waitFor({ state: 'detached' })
  assert.deepEqual(reads.sort(), ['/api/tasks', '/api/tasks/summary'])
  assert.deepEqual(faults, [])
  await page.context().close()
  await follows(0)
})

test('A change by a colleague while a list loads is announced too', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.manager.email, '/tasks')
  await page.getByRole('link', { name: 'There before' }).waitFor()
  await follows(1)
  await newTask('A tap drips')
  await note(page).waitFor()
  const isList = ({ pathname }: URL): boolean => pathname === '/api/tasks'
  const late = async (route: Route): Promise<void> => {
    const response = await route.fetch()
    const event = nextEvent(page)
    await newTask('A second tap drips')
    await event
    await route.fulfill({ response })
  }
  await page.route(isList, late, { times: 1 })
  await note(page).getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'A tap drips' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'A second tap drips' }).count(), 0)
  await note(page).getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'A second tap drips' }).waitFor()
  await note(page).waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await page.context().close()
  await follows(0)
})

test('A task says who changed it, input stays, and one’s own changes are not announced', {
  timeout: 300_000,
}, async () => {
  const id = await newTask('A door creaks')
  const other = await newTask('Another door')
  const { page, faults } = await openDesk(fixture, people.manager.email, `/tasks/${id}`)
  await page.getByRole('heading', { level: 1, name: 'A door creaks' }).waitFor()
  await follows(1)
  const { reads } = watch(page)
  const text = page.getByLabel('New note')
  await text.fill('Half of a no')
  const change = (task: string, body: unknown) =>
    server.call('PATCH', `/api/tasks/${task}`, { token: people.admin.token, body })
  await change(other, { title: 'Another door, upstairs' })
  await change(id, { title: 'A door creaks loudly' })
  await note(page).getByText(`Updated by ${people.admin.name}`).waitFor()
  assert.deepEqual(reads, [])
  await note(page).getByRole('button', { name: 'Show' }).click()
  await page.getByRole('heading', { level: 1, name: 'A door creaks loudly' }).waitFor()
  assert.equal(await text.inputValue(), 'Half of a no')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('In progress', { exact: true }).first().waitFor()
  // When the page shows a later change, the effects of this one have arrived too.
  await change(id, { title: 'A door creaks again' })
  await note(page).getByText(`Updated by ${people.admin.name}`).waitFor()
  await look(page, 'live-task')
  assert.deepEqual(faults, [])
  await page.context().close()
  await follows(0)
})

test('An action on a task changed by a colleague is refused once and shows the change; the next press applies to it', {
  timeout: 300_000,
}, async () => {
  const id = await newTask('A gate rattles')
  const blocked = await server.call('PATCH', `/api/tasks/${id}/status`, {
    token: people.admin.token,
    body: { status: 'OPEN', blocked: { reason: 'PARTS' } },
  })
  assert.equal(blocked.status, 200, blocked.text)
  const { page, faults } = await openDesk(fixture, people.admin.email, `/tasks/${id}`)
  await page.getByRole('heading', { level: 1, name: 'A gate rattles' }).waitFor()
  await follows(1)
  const rename = async (title: string): Promise<void> => {
    await rest(page)
    const reply = await server.call('PATCH', `/api/tasks/${id}`, {
      token: people.manager.token,
      body: { title },
    })
    assert.equal(reply.status, 200, reply.text)
    await note(page).waitFor()
  }
  const overtaken = 'Someone else changed this in the meantime.'
  const unblock = page.getByRole('button', { name: 'Resume', exact: true })
  await rename('A gate rattles loudly')
  await unblock.click()
  await page.locator('main .error-panel').getByText(overtaken).waitFor()
  await page.getByRole('heading', { level: 1, name: 'A gate rattles loudly' }).waitFor()
  await note(page).waitFor({ state: 'detached' })
  await unblock.click()
  await unblock.waitFor({ state: 'detached' })

  // A record that has changed is not deleted without another confirmation.
  await rename('A gate rattles at night')
  const read = () => server.call('GET', `/api/tasks/${id}`, { token: people.manager.token })
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Delete task', exact: true })
  await page.locator('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete task' }).click()
  await dialog.getByText('“A gate rattles loudly” is deleted').waitFor()
  await remove.click()
  await dialog.getByRole('alert').getByText(overtaken).waitFor()
  await dialog.getByText('“A gate rattles at night” is deleted').waitFor()
  assert.equal((await read()).status, 200)
  await remove.click()
  await page.waitForURL(({ pathname }) => pathname === '/app/tasks')
  assert.equal((await read()).status, 404)
  assert.deepEqual(faults, [])
  await page.context().close()
  await follows(0)
})

test('Today refreshes by itself, at most every 30 seconds', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(fixture, people.manager.email, '/')
  await follows(1)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  const { reads } = watch(page)
  const id = await newTask('Seen on Today')
  const change = async (priority: string): Promise<void> => {
    const body = { priority }
    const reply = await server.call('PATCH', `/api/tasks/${id}`, { token: people.admin.token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  await change('HIGH')
  const entry = page.getByText('Seen on Today').first()
  // Advances the page's clock, and with it all timers.
  await page.clock.runFor(25_000)
  assert.deepEqual(reads, [])
  // An event during a request does not cause another request at once.
  const overview = '**/api/dashboard/overview*'
  await page.route(overview, async (route) => {
    const answer = await route.fetch({ maxRetries: 3 })
    const event = nextEvent(page)
    await change('LOW')
    await event
    await route.fulfill({ response: answer })
  })
  await page.clock.resume()
  await page.clock.runFor(10_000)
  await entry.waitFor()
  await page.clock.runFor(2000)
  assert.deepEqual(reads, ['/api/dashboard/overview'])
  await page.unroute(overview)
  assert.equal(await note(page).count(), 0)
  assert.deepEqual(faults, [])
  await page.context().close()
  await follows(0)
})

test('All tabs of a browser share one stream; if its tab closes, another resumes from the last event', {
  timeout: 300_000,
}, async () => {
  const { page: first, faults } = await openDesk(fixture, people.manager.email, '/tasks')
  await follows(1)
  const second = await first.context().newPage()
  const { streams } = watch(second)
  await second.goto(`${fixture.base}/app/tasks`)
  await second.getByText('A lamp flickers').first().waitFor()
  await newTask('For both tabs')
  for (const page of [first, second]) await note(page).waitFor()
  assert.deepEqual(streams, [])
  assert.equal(server.built.platform.metrics.liveStreams, 1)
  const taken = second.waitForRequest((request) => request.url().endsWith('/api/dashboard/live'))
  await first.close()
  await taken
  const [last] = await tenant.inside(({ run }) =>
    run<{ id: string }>(
      "select id from event where tenant_id = $1 and type = 'task.created' order by id desc limit 1",
      [tenant.id],
    ),
  )
  assert.deepEqual(streams, [last?.id])
  await follows(1)
  await second.getByRole('button', { name: 'Show' }).click()
  await second.getByRole('link', { name: 'For both tabs' }).waitFor()
  await newTask('For the one that is left')
  await note(second).getByText('Updated by').waitFor()
  assert.deepEqual(faults, [])
  await second.context().close()
  await follows(0)
})

test('A proxy that refuses the stream does not end it: every tab says so meanwhile, and events arrive again', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('desk', { as: people.manager.email })
  let refused = 0
  await context.route('**/api/dashboard/live', (route) => {
    refused++
    return route.fulfill({ status: 403, contentType: 'text/html', body: '<title>Access denied</title>' })
  })
  await page.clock.install()
  await page.goto(`${fixture.base}/app/tasks`)
  await page.getByText('A lamp flickers').first().waitFor()
  const second = await context.newPage()
  await second.goto(`${fixture.base}/app/tasks`)
  const said = 'Live updates are paused. Changes by others do not appear.'
  await second.getByRole('status').getByText(said).waitFor()
  await page.clock.runFor(11_000)
  await page.getByRole('status').getByText(said).waitFor()
  await look(page, 'not-live')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'not-live-phone-dark')
  assert.ok(refused >= 2, `${refused} times`)
  await context.unroute('**/api/dashboard/live')
  // The next attempt is at most a minute and a half away.
  await page.clock.runFor(100_000)
  for (const tab of [page, second]) await tab.getByText(said).waitFor({ state: 'detached' })
  await follows(1)
  await newTask('After the proxy')
  await note(page).getByText('Updated by').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
  await follows(0)
})
