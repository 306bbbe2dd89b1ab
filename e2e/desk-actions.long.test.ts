/** Actions in parallel with colleagues: undo, rows that left the page, double presses, and reloading. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { find, press } from './attention-items.ts'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { inspectAsItStands, narrow, take, wide } from './inspect.ts'
import { rest } from './quiet.ts'

const fixture = await openFixture()
const { base, server, tenant, place, people } = fixture
const { admin, manager } = people

const call = async <T = { id: string; version: number }>(
  method: string,
  address: string,
  body?: unknown,
): Promise<T> => {
  const reply = await server.call<T>(method, address, { body, token: admin.token })
  assert.ok(reply.status < 300, `${method} ${address}: ${reply.text}`)
  return reply.json.data
}
interface TaskNow {
  readonly dueAt: string | null
  readonly status: string
  readonly assignee: { readonly name: string } | null
}
const taskNow = (id: string) => call<TaskNow>('GET', `/api/tasks/${id}`)

/** A task that is an attention item: unassigned for two hours, or past an agreed time. */
const createAttentionTask = async (title: string, isLate = false): Promise<string> => {
  const { id } = await call('POST', '/api/tasks', {
    title,
    amenityId: place.amenityId,
    ...(isLate ? { assignee: { userId: people.technician.id } } : {}),
  })
  await tenant.inside((ctx) =>
    ctx.run(
      isLate
        ? "update task set due_at = now() - interval '3 hours' where tenant_id = $1 and id = $2"
        : "update task set created_at = created_at - interval '2 hours' where tenant_id = $1 and id = $2",
      [ctx.tenantId, id],
    ),
  )
  return id
}
await call('POST', '/api/operator/operators', { name: 'Jo Falk' })

const matter = (page: Page, name: string) => page.locator('.matter').filter({ hasText: name })

for (const [act, settle, meanwhile] of [
  [
    'Assign',
    (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Assign to Jo Falk' }).click(),
    { title: 'Sweep the upper stairs' },
  ],
  [
    'New due date',
    (page: Page) =>
      page.getByRole('dialog').getByRole('button', { name: 'New due date', exact: true }).click(),
    { dueAt: '2031-05-05T10:00:00Z' },
  ],
  [
    'Mark as done',
    (page: Page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Mark as done', exact: true }).click(),
    { priority: 'HIGH' },
  ],
] as const)
  test(`Undo on Today keeps a later change of a colleague, and says so: ${act}`, {
    timeout: 300_000,
  }, async () => {
    const title = `Sweep the stairs, ${act}`
    const id = await createAttentionTask(title, act !== 'Assign')
    const { page, faults } = await openDesk(fixture, manager.email, '/')
    const group = act === 'Assign' ? 'Unassigned' : 'Overdue'
    const problem = { name: title, group, reason: /./, act, said: /./ }
    await press(page, await find(page, problem), problem)
    const row = matter(page, title)
    await settle(page)
    const undo = row.getByRole('button', { name: /^Undo: / })
    await undo.waitFor()
    await call('PATCH', `/api/tasks/${id}`, meanwhile)
    const before = await taskNow(id)
    await undo.press('Enter')
    await row.getByText('Someone changed it in the meantime, so it was not undone.').waitFor()
    assert.equal(await undo.count(), 0)
    if (act === 'Assign')
      for (const how of [narrow, wide]) {
        await take(page, how)
        await inspectAsItStands(page, `undo refused ${how.kind}`)
      }
    assert.deepEqual(await taskNow(id), { ...(await taskNow(id)), ...before })
    assert.deepEqual(faults, [])
    await page.context().close()
  })

test('Undo does not set a place out of order that a colleague has closed again; otherwise it restores the note', {
  timeout: 300_000,
}, async () => {
  const shower = await call('POST', '/api/admin/amenities', {
    name: 'Shower west',
    buildingId: place.buildingId,
    type: 'WASHROOM',
  })
  const firstItem = async () =>
    (
      await call<{ statusItems: { id: string; state: string; note: string | null }[] }>(
        'GET',
        `/api/admin/amenities/${shower.id}`,
      )
    ).statusItems[0]
  const item = (await firstItem())?.id ?? ''
  const set = (body: unknown) => call('POST', `/api/admin/status-items/${item}/state`, body)
  await set({ state: 'OUT_OF_ORDER', note: 'The pump is being replaced' })
  const { page, faults } = await openDesk(fixture, admin.email, '/')
  const problem = {
    name: 'Shower west',
    group: 'Check this place',
    reason: /./,
    act: 'Works again',
    said: /./,
  }
  const works = async (): Promise<void> =>
    press(page, await find(page, problem), problem).then(() => undefined)
  await works()
  const undo = page.getByRole('button', { name: /^Undo: / })
  await undo.click()
  await undo.waitFor({ state: 'detached' })
  const back = await firstItem()
  assert.deepEqual([back?.state, back?.note], ['OUT_OF_ORDER', 'The pump is being replaced'])
  await page.reload()
  await works()
  await undo.waitFor()
  await set({ state: 'DEGRADED', note: 'One of two works' })
  await undo.click()
  await page.getByText('Someone changed it in the meantime, so it was not undone.').waitFor()
  const theirs = await firstItem()
  assert.deepEqual([theirs?.state, theirs?.note], ['DEGRADED', 'One of two works'])
  await set({ state: 'OPERATIONAL' })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('An edit whose row has left the page is saved together with the colleague’s change', {
  timeout: 300_000,
}, async () => {
  const rule = await call('POST', '/api/admin/alert-rules', {
    name: 'Leaks',
    trigger: { kind: 'ISSUE' },
    action: { kind: 'TASK' },
  })
  const { page, faults } = await openDesk(fixture, admin.email, '/rules?enabled=true')
  const row = page.locator('main tr').filter({ hasText: 'Leaks' })
  await row.waitFor()
  await row.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Leaks of all houses')
  // Reads are slow, so the press happens before the page knows that the row has left it.
  await page.route('**/api/admin/alert-rules?*', async (route) => {
    await delay(500)
    await route.continue()
  })
  await call('PATCH', `/api/admin/alert-rules/${rule.id}`, { enabled: false })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const rules = await call<{ id: string; name: string; enabled: boolean }[]>(
    'GET',
    '/api/admin/alert-rules?pageSize=100',
  )
  const now = rules.find(({ id }) => id === rule.id)
  assert.deepEqual([now?.name, now?.enabled], ['Leaks of all houses', false])
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Switches of the profile that are pressed in quick succession are all saved, and only a refused one reverts', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, manager.email, '/profile')
  await rest(page)
  const groups = page.getByRole('group').filter({ has: page.getByRole('switch') })
  const names = (await groups.locator('legend').allTextContents()).slice(0, 3)
  assert.equal(names.length, 3)
  const switches = names.map((_, at) => groups.nth(at).getByRole('switch').last())
  const before = await Promise.all(switches.map((one) => one.isChecked()))
  let underWay = 0
  let most = 0
  let sent = 0
  await page.route('**/api/auth/me', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    most = Math.max(most, ++underWay)
    await delay(300)
    underWay--
    if (++sent === 2)
      return route.fulfill({
        status: 409,
        json: { success: false, error: 'Not now', code: 'CONFLICT' },
      })
    return route.continue()
  })
  for (const one of switches) await one.press('Space')
  const shown = () => Promise.all(switches.map((one) => one.isChecked()))
  const all = before.map((on) => !on)
  while (sent < 1) {
    // Immediately, long before the service has answered.
    if (String(await shown()) === String(all)) break
    await delay(10)
  }
  assert.deepEqual(await shown(), all)
  while (sent < 3) await delay(20)
  await rest(page)
  assert.equal(most, 1)
  const after = before.map((on, at) => (at === 1 ? on : !on))
  assert.deepEqual(await shown(), after)
  await page.reload()
  await switches[2]?.waitFor()
  assert.deepEqual(await shown(), after)
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('After an action Today and a task reload what depends on it, and never show older data', {
  timeout: 300_000,
}, async () => {
  const title = 'Sweep the cellar'
  const id = await createAttentionTask(title)
  const { page, faults } = await openDesk(fixture, manager.email, '/')
  const problem = { name: title, group: 'Unassigned', reason: /./, act: 'Assign', said: /./ }
  await press(page, await find(page, problem), problem)
  const row = matter(page, title)
  await page.getByRole('dialog').getByRole('button', { name: 'Assign to Jo Falk' }).waitFor()
  await rest(page)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !pathname.endsWith('/live'))
      reads.push(pathname)
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Assign to Jo Falk' }).press('Enter')
  await row.getByText(/Assigned to Jo Falk/).waitFor()
  await rest(page)
  // The task is read for its outcome; the candidates may still be shown when the answer comes.
  assert.deepEqual([...new Set(reads)].filter((path) => path !== '/api/operator/match').sort(), [
    '/api/dashboard/overview',
    `/api/tasks/${id}`,
  ])
  await page.goto(`${base}/app/tasks/${id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await rest(page)
  reads.length = 0
  await page.getByLabel('New note').fill('Begun')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Begun').first().waitFor()
  await rest(page)
  for (const path of reads) assert.match(path, new RegExp(`^/api/tasks/${id}`))
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Board and calendar count days in the organisation’s time zone, and weeks start as in the settings', {
  timeout: 300_000,
}, async () => {
  await call('PATCH', '/api/admin/settings', {
    profile: { timeZone: 'Pacific/Kiritimati', weekStart: 'SUNDAY' },
  })
  const todayThere = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(
    server.clock.now(),
  )
  const { page, context, faults } = await fixture.open('desk', {
    as: manager.email,
    timezoneId: 'Pacific/Pago_Pago',
  })
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/tasks') asked.push(url)
  })
  await page.goto(`${base}/app/tasks?view=calendar`)
  await page.locator(`td[aria-current=date][data-date="${todayThere}"]`).waitFor()
  assert.deepEqual((await page.locator('.calendar thead th').allTextContents()).slice(0, 2), ['Sun', 'Mon'])
  for (const how of [narrow, wide]) {
    await take(page, how)
    await inspectAsItStands(page, `calendar from Sunday ${how.kind}`)
  }
  asked.length = 0
  await page.goto(`${base}/app/tasks?view=board`)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await rest(page)
  const [first, ...more] = asked
  // Once, because reads before the current user is known use the last known time zone.
  assert.equal(more.length, 0)
  const since = new Date(first?.searchParams.get('doneSince') ?? '')
  const inZone = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Pacific/Kiritimati',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  assert.match(inZone.format(since), / 00:00$/)
  await page.goto(`${base}/app/shifts`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main th, main h2').filter({ hasText: 'Sun' }).first().waitFor()
  const days = (await page.locator('main thead th').allTextContents()).filter((head) =>
    /Mon|Tue|Wed|Thu|Fri|Sat|Sun/.test(head),
  )
  assert.match(days[0] ?? '', /Sun/)
  assert.match(days.at(-1) ?? '', /Sat/)
  assert.deepEqual(faults, [])
  await context.close()
})
