/** MAN-6 and MAN-7: tabs, list, board and calendar of one query, and changes in place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Task } from '#contracts/tasks/records.ts'
import { axeFindings } from './axe.ts'
import { focusIn, openDesk } from './desk.ts'
import { rest } from './quiet.ts'
import { openTaskFixture } from './task-fixture.ts'

const { fixture, server, people, place, base, make, read, lamp, pump } = await openTaskFixture()

const { page, faults } = await openDesk(fixture, people.manager.email, '/tasks')
const tabs = page.getByRole('navigation', { name: 'Which tasks' })
const titles = (): Promise<string[]> => page.locator('main [data-row-link]').allTextContents()
const refusal = page.locator('main .error-panel')
const undo = page.getByRole('button', { name: 'Undo', exact: true })

const inspect = async (name: string, on: Page = page): Promise<void> => {
  await rest(on)
  assert.deepEqual(await axeFindings(on), [], name)
}
const goTo = async (address: string): Promise<void> => {
  await page.goto(`${base}/app${address}`)
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await rest(page)
}

test('Tasks opens with open ones by urgency, with at most two reads, and each tab shows its number', {
  timeout: 300_000,
}, async () => {
  const reads: string[] = []
  const hear = (request: { url(): string }): void => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/tasks')) reads.push(pathname)
  }
  page.on('request', hear)
  for (const view of ['', '?view=board', '?view=calendar']) {
    reads.length = 0
    await goTo(`/tasks${view}`)
    assert.deepEqual(reads.sort(), ['/api/tasks', '/api/tasks/summary'], view)
  }
  page.off('request', hear)
  await goTo('/tasks')
  assert.deepEqual(await titles(), ['Fill up soap', 'Mend the lamp', 'Replace the pump'])
  assert.deepEqual(
    (await tabs.getByRole('link').allTextContents()).map((text) => text.trim()),
    ['Open 3', 'Mine 1', 'Unassigned 2', 'Overdue 1', 'Done 1'],
  )
  for (const [tab, expected] of [
    ['Mine', ['Fill up soap']],
    ['Unassigned', ['Mend the lamp', 'Replace the pump']],
    ['Overdue', ['Replace the pump']],
    ['Done', ['Oil the door']],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await tabs.locator('[aria-current="page"]', { hasText: tab }).waitFor()
    await rest(page)
    assert.deepEqual(await titles(), expected)
    assert.equal(await tabs.locator('[aria-current]').count(), 1)
    await inspect(tab)
  }
  await page.getByRole('row', { name: /Oil the door/ }).waitFor()
  assert.deepEqual(faults, [])
})

test('Tabs, list, board and calendar keep filters in the address, and Back and a reload restore them', {
  timeout: 300_000,
}, async () => {
  await goTo('/tasks?priority=HIGH,LOW')
  const looks = page.getByRole('navigation', { name: 'View' })
  await looks.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('region', { name: 'In progress' }).getByText('Replace the pump').waitFor()
  assert.equal(await page.getByText('Fill up soap').count(), 0)
  await looks.getByRole('link', { name: 'Calendar' }).click()
  await page.waitForURL(/view=calendar/)
  const { searchParams } = new URL(page.url())
  assert.deepEqual([searchParams.get('priority'), searchParams.get('view')], ['HIGH,LOW', 'calendar'])
  await tabs.getByRole('link', { name: 'Unassigned' }).click()
  await page.waitForURL(/assignee=none/)
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await page.waitForURL(/span=week/)
  await page.getByRole('link', { name: 'Next week' }).click()
  await page.waitForURL(/day=/)
  const here = page.url()
  assert.match(here, /priority=HIGH,LOW/)
  await page.reload()
  await page.getByRole('link', { name: 'Previous week' }).waitFor()
  assert.equal(page.url(), here)
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('day'))
  await goTo(`/tasks?priority=LOW&assignee=none&view=calendar&span=week&day=${lamp.dueAt?.slice(0, 10)}`)
  await page.getByRole('table').getByText('Mend the lamp').waitFor()
  assert.deepEqual(faults, [])
})

test('A row is changed and undone by keyboard only', {
  timeout: 300_000,
}, async () => {
  await goTo('/tasks')
  const row = page.getByRole('row', { name: /Mend the lamp/ })
  await row.getByRole('link', { name: 'Mend the lamp' }).focus()
  await page.keyboard.press('p')
  await page.getByRole('menuitem', { name: 'High' }).waitFor()
  await inspect('the choice of a priority')
  await focusIn(page, page.getByRole('menuitem', { name: 'Urgent' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await row.getByText('High').waitFor()
  await page.getByText('“Mend the lamp”: High.').waitFor()
  await inspect('undo')
  assert.equal((await read(lamp.id)).priority, 'HIGH')
  await focusIn(page, row.getByRole('link', { name: 'Mend the lamp' }))
  await page.keyboard.press('u')
  await row.getByText('Low').waitFor()
  await rest(page)
  assert.equal((await read(lamp.id)).priority, 'LOW')

  await page.keyboard.press('a')
  const who = page.getByRole('combobox', { name: 'Assigned to' })
  await focusIn(page, who)
  await page.keyboard.type(people.technician.name)
  await page.getByRole('option', { name: people.technician.name, exact: true }).first().waitFor()
  await inspect('the choice of a person')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await row.getByText(people.technician.name).waitFor()
  await undo.waitFor()
  await rest(page)
  assert.equal((await read(lamp.id)).assignee?.name, people.technician.name)

  await row.getByRole('link', { name: 'Mend the lamp' }).focus()
  await page.keyboard.press('d')
  const due = page.getByRole('textbox', { name: 'Due' })
  await focusIn(page, due)
  await due.fill('whenever')
  await page.keyboard.press('Enter')
  await page.getByText(/^Enter date and time like/).waitFor()
  await inspect('a due time that is none')
  await due.fill('3 Feb 2030, 9:30')
  await page.keyboard.press('Enter')
  await row.getByText('3 Feb 2030, 09:30').waitFor()
  await rest(page)
  assert.equal((await read(lamp.id)).dueAt, '2030-02-03T08:30:00.000Z')
  await page.keyboard.press('u')
  await row.getByText('3 Feb 2030, 09:30').waitFor({ state: 'detached' })
  await rest(page)
  assert.equal((await read(lamp.id)).dueAt, lamp.dueAt)
  assert.deepEqual(faults, [])
})

test('A colleague’s concurrent change is neither overwritten nor undone: the row says so', {
  timeout: 300_000,
}, async () => {
  await goTo('/tasks')
  const row = page.getByRole('row', { name: /Replace the pump/ })
  await row.getByRole('button', { name: /change Priority/ }).waitFor()
  const change = await server.call('PATCH', `/api/tasks/${pump.id}`, {
    token: people.admin.token,
    body: { description: 'A colleague was here' },
  })
  assert.equal(change.status, 200)
  await row.getByRole('button', { name: /change Priority/ }).click()
  await page.getByRole('menuitem', { name: 'Urgent' }).click()
  await refusal.getByText(/“Replace the pump” was not changed \(High\): Someone else changed this/).waitFor()
  await rest(page)
  assert.equal((await read(pump.id)).priority, 'HIGH')
  await row.getByText('High').waitFor()

  // The list has been reloaded, and the task is changed; a colleague changes it before the undo.
  await row.getByRole('button', { name: /change Priority/ }).click()
  await page.getByRole('menuitem', { name: 'Urgent' }).click()
  await undo.waitFor()
  await rest(page)
  await server.call('PATCH', `/api/tasks/${pump.id}`, {
    token: people.admin.token,
    body: { priority: 'MEDIUM' },
  })
  await undo.click()
  await refusal.getByText(/Could not be undone for “Replace the pump”: Someone else changed this/).waitFor()
  assert.equal((await read(pump.id)).priority, 'MEDIUM')
  assert.deepEqual(faults, [])
})

test('Two changes of one row are both saved, even if the second is made before the first is answered', {
  timeout: 300_000,
}, async () => {
  const door = await make({ title: 'Hang the door', priority: 'LOW' })
  await goTo('/tasks')
  const row = page.getByRole('row', { name: /Hang the door/ })
  const choose = async (field: string, value: string): Promise<void> => {
    await row.getByRole('button', { name: `change ${field}` }).click()
    await page.getByRole('menuitem', { name: value, exact: true }).click()
    await row.getByText(value, { exact: true }).waitFor()
  }
  /** No change is answered until the returned function is called. */
  const hold = async (): Promise<() => void> => {
    const { promise: held, resolve } = Promise.withResolvers<void>()
    await page.unroute('**/api/tasks/bulk')
    await page.route('**/api/tasks/bulk', async (route) => {
      await held
      await route.continue()
    })
    return resolve
  }
  const answer = await hold()
  await choose('Priority', 'High')
  await choose('Status', 'In progress')
  answer()
  await page.getByText('“Hang the door”: In progress.').waitFor()
  await rest(page)
  const after = await read(door.id)
  assert.deepEqual([after.priority, after.status], ['HIGH', 'IN_PROGRESS'])

  const answerAgain = await hold()
  await undo.click()
  await row.getByText('Open', { exact: true }).waitFor()
  await choose('Priority', 'Urgent')
  answerAgain()
  await page.getByText('“Hang the door”: Urgent.').waitFor()
  await rest(page)
  const last = await read(door.id)
  assert.deepEqual([last.priority, last.status], ['URGENT', 'OPEN'])
  await row.getByText('Urgent', { exact: true }).waitFor()
  assert.equal(await refusal.count(), 0)
  await page.unroute('**/api/tasks/bulk')
  assert.deepEqual(faults, [])
})

test('Selected tasks are changed and undone together', {
  timeout: 300_000,
}, async () => {
  await make({ title: 'Check the alarm' })
  await goTo('/tasks?assignee=none&sort=number')
  const before = await Promise.all([read(pump.id), read(lamp.id)])
  await page.getByRole('checkbox', { name: 'Select Replace the pump' }).check()
  await page
    .getByRole('row', { name: /Check the alarm/ })
    .getByRole('link')
    .focus()
  await page.keyboard.press('x')
  const bulk = page.getByRole('region', { name: 'Selected rows' })
  await bulk.getByText('2 selected').waitFor()
  await inspect('two are picked')
  await bulk.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await page.getByText('2 tasks: Open.').or(page.getByText('“Replace the pump”: Open.')).waitFor()
  await rest(page)
  assert.equal((await read(pump.id)).status, 'OPEN')
  await undo.click()
  await rest(page)
  assert.equal((await read(pump.id)).status, before[0].status)
  assert.deepEqual(faults, [])
})

test('A saved view has tab, board and filters', { timeout: 300_000 }, async () => {
  await goTo('/tasks?view=board&assignee=me&priority=URGENT')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My urgent ones')
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('button', { name: 'View: My urgent ones' }).waitFor()
  await goTo('/tasks')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'My urgent ones' }).click()
  await page.getByRole('region', { name: 'Open', exact: true }).getByText('Fill up soap').waitFor()
  assert.match(page.url(), /view=board/)
  await tabs.locator('[aria-current="page"]', { hasText: 'Mine' }).waitFor()
  assert.deepEqual(faults, [])
})

test('A task page has its actions first, then the reports, and an empty checklist last; actions can be undone', {
  timeout: 300_000,
}, async () => {
  const feedback = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'], comment: 'It overflows' },
  })
  assert.equal(feedback.status, 201)
  await server.drain()
  const found = await server.call<Task[]>('GET', '/api/tasks?q=toilet', { token: people.manager.token })
  const task = found.json.data[0]
  assert.ok(task)
  await page.goto(`${base}/app/tasks/${task.id}`)
  await page.getByRole('heading', { level: 1, name: task.title }).waitFor()
  await page.getByText('It overflows').waitFor()
  assert.deepEqual(await page.locator('main h2:not(.hidden)').allTextContents(), [
    '1 related submission',
    'Photos',
    'Notes',
    'History',
    'Checklist',
  ])
  const facts = await page.locator('main dl.facts dt').allTextContents()
  assert.deepEqual(facts.slice(0, 2), ['Status', 'Assigned to'])
  await inspect('the task page')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await undo.waitFor()
  await rest(page)
  assert.equal((await read(task.id)).status, 'IN_PROGRESS')
  await undo.click()
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  await rest(page)
  assert.equal((await read(task.id)).status, 'OPEN')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Assigned to' }).fill(people.technician.name)
  await page.getByRole('option', { name: people.technician.name, exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click()
  await page.locator('dl.facts').getByText(people.technician.name).waitFor()
  await undo.waitFor()
  await rest(page)
  assert.equal((await read(task.id)).assignee?.name, people.technician.name)
  await page.keyboard.press('u')
  await page.locator('dl.facts').getByText('Unassigned').waitFor()
  await rest(page)
  assert.equal((await read(task.id)).assignee, null)
  assert.deepEqual(faults, [])
})

test('Older notes and history are loaded on request, newest first', {
  timeout: 300_000,
}, async () => {
  const task = await make({ title: 'Count the keys' })
  const texts = Array.from({ length: 52 }, (_, at) => `Key ${at + 1}`)
  for (const text of texts) {
    const reply = await server.call('POST', `/api/tasks/${task.id}/notes`, {
      token: people.manager.token,
      body: { text },
    })
    assert.equal(reply.status, 201, reply.text)
  }
  await page.goto(`${base}/app/tasks/${task.id}`)
  const older = (name: string) =>
    page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Show older' })
  await page.getByText('Key 33', { exact: true }).waitFor()
  assert.equal(await page.getByText('Key 32', { exact: true }).count(), 0)
  await older('Notes').click()
  await page.getByText('Key 13', { exact: true }).waitFor()
  await older('Notes').click()
  await page.getByText('Key 1', { exact: true }).waitFor()
  await rest(page)
  assert.deepEqual(await page.locator('.notes .prose').allTextContents(), texts)
  assert.equal(await older('Notes').count(), 0)
  const lines = page.locator('.timeline li')
  assert.match((await lines.first().textContent()) ?? '', /Note added/)
  assert.equal(await lines.getByText('Created').count(), 0)
  await older('History').click()
  await lines.getByText('Created').waitFor()
  assert.match((await lines.last().textContent()) ?? '', /Created/)
  assert.equal(await older('History').count(), 0)
  await inspect('older notes and lines')
  assert.deepEqual(faults, [])
})
