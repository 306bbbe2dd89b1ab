/** Companies, operators and shifts on the desk: who does the work, when, and what is handed back when they stop. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { activate } from '#test/company.ts'
import { focusIn, openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { looks } from './screen-pictures.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture
const { token } = people.admin
const make = async <T = { id: string }>(path: string, body: object): Promise<T> => {
  const reply = await server.call<T>('POST', path, { token, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const get = async <T>(path: string): Promise<T> => (await server.call<T>('GET', path, { token })).json.data
interface Kept {
  readonly shifts: { readonly weekly: readonly object[]; readonly exceptions: readonly object[] }
  readonly certifications: readonly { readonly name: string; readonly state: string }[]
}
const kept = (id: string): Promise<Kept> => get(`/api/operator/operators/${id}`)

const { page, faults } = await openDesk(fixture, people.admin.email, '/companies')
const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('A company is created with its coverage; suspending it says how many tasks are handed back and lists them', {
  timeout: 300_000,
}, async () => {
  await button('New company').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await focusIn(page, dialog.getByLabel('Name'))
  await dialog.getByLabel('Name').fill('Sparkle')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: 'Sparkle' })
  await row.getByText('No coverage yet').waitFor()
  await row.getByText('Needs coverage and a person').waitFor()
  await looks(page, 'companies-draft')
  await button('More: Sparkle').click()
  assert.equal(await page.getByRole('menuitem', { name: 'Activate' }).count(), 0)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByText('No coverage yet').waitFor()
  await button('Add line').click()
  await dialog.getByText('Nothing selected yet').waitFor()
  await looks(page, 'company-form')
  await dialog.getByRole('button', { name: 'Skill' }).click()
  await page.getByRole('checkbox', { name: 'Cleaning' }).check()
  // Closes the choices, not the form.
  await page.keyboard.press('Escape')
  await dialog.nth(1).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Cleaning', { exact: true }).waitFor()
  await row.getByText('Needs a person').waitFor()

  const [company] = await get<{ id: string }[]>('/api/operator/companies')
  const jo = await make('/api/operator/operators', {
    name: 'Jo',
    companyId: company?.id,
    skills: ['CLEANING'],
  })
  await page.reload()
  await row.getByText('Ready to activate').waitFor()
  await button('More: Sparkle').click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await row.getByText('Active', { exact: true }).waitFor()
  const one = await make('/api/tasks', { title: 'Mop the hall', assignee: { companyId: company?.id } })
  await make('/api/tasks', { title: 'Empty the bins', assignee: { operatorId: jo.id } })
  await page.reload()
  await button('More: Sparkle').click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await dialog.getByText('2 open tasks become unassigned').waitFor()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('2 tasks are now unassigned:').waitFor()
  await dialog.getByRole('link', { name: 'Empty the bins' }).waitFor()
  const link = await dialog.getByRole('link', { name: 'Mop the hall' }).getAttribute('href')
  assert.equal(link, `/app/tasks/${one.id}`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await row.getByText('Suspended').waitFor()
  await button('More: Sparkle').click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await row.getByText('Active', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
})

test('After an absence an operator sees the tasks handed over and takes back those not started, in one action', {
  timeout: 300_000,
}, async () => {
  const kim = await make('/api/operator/operators', { name: 'Kim' })
  await make('/api/tasks', { title: 'Change the lamp', assignee: { operatorId: kim.id } })
  await page.goto(`${base}/app/operators`)
  await page.getByRole('link', { name: 'Kim' }).click()
  await button('Report absence…').click()
  await dialog.getByText('Their open task goes to a colleague').waitFor()
  await dialog.getByRole('button', { name: 'Report absence' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('now unassigned').waitFor()
  await button('Take back 1 task not started').click()
  await page.getByText('1 task came back:').waitFor()
  await page.getByText('On duty', { exact: true }).first().waitFor()
  await button('Edit certificates').click()
  await dialog.getByRole('button', { name: 'Add certificate' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name for each certificate.').waitFor()
  await dialog.getByRole('textbox', { name: 'Certificate' }).fill('Work at heights')
  await dialog.getByLabel('Last day').fill('2020-01-31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Expired', { exact: true }).waitFor()
  assert.deepEqual(
    (await kept(kim.id)).certifications.map(({ name, state }) => [name, state]),
    [['Work at heights', 'EXPIRED']],
  )
  assert.deepEqual(faults, [])
})

test('The proof of a certificate may be a PDF: it is chosen in the form, and its link downloads it without opening it', {
  timeout: 300_000,
}, async () => {
  const { id } = await make('/api/operator/operators', { name: 'Pia' })
  await page.goto(`${base}/app/operators/${id}`)
  await button('Edit certificates').click()
  await dialog.getByRole('button', { name: 'Add certificate' }).click()
  await dialog.getByRole('textbox', { name: 'Certificate' }).fill('Lifts')
  const choose = dialog.locator('input[type=file]')
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
  await dialog.getByText('notes.txt was not uploaded: use a JPEG, PNG, WebP or PDF').waitFor()
  const document = Buffer.from('%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await choose.setInputFiles({ name: 'lifts.pdf', mimeType: 'application/pdf', buffer: document })
  await dialog.getByText('Document added. Save to keep it.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [saved] = await Promise.all([
    page
      .waitForEvent('download')
      .then(async (download) => [download.suggestedFilename(), await readFile(await download.path())]),
    page.getByRole('link', { name: 'Document for Lifts' }).click(),
  ])
  assert.deepEqual(saved, ['proof.pdf', document])
  assert.deepEqual(faults, [])
})

test('Shifts are planned on the week grid by keyboard, copied to a colleague, and a gap in on call is visible', {
  timeout: 300_000,
}, async () => {
  const ana = await make('/api/operator/operators', { name: 'Ana', skills: ['LIFT'] })
  const bob = await make('/api/operator/operators', { name: 'Bob', skills: ['LIFT'] })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/operator/')) asked.push(request.url())
  })
  await page.goto(`${base}/app/shifts?skill=LIFT&week=2031-03-03`)
  await page.getByText('Nobody all day').first().waitFor()
  assert.equal(asked.length, 2, asked.join('\n'))
  assert.equal(await page.getByText('Nobody all day').count(), 7)
  await button(/^Ana, Monday,? 3 March|^Ana, Monday,? 3 Mar/).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Every Monday').fill('6-14, 26')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter hours like').waitFor()
  await dialog.getByLabel('Every Monday').fill('6-14, 22-6')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Nobody 14:00–22:00').waitFor()
  await button(/^Ana, Tuesday/).click()
  await dialog.getByLabel('On this day').selectOption('OTHER')
  await dialog.getByLabel('Hours').fill('08:00-12:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('this day only').waitFor()
  assert.deepEqual((await kept(ana.id)).shifts, {
    weekly: [
      { day: 1, from: '06:00', to: '14:00' },
      { day: 1, from: '22:00', to: '06:00' },
    ],
    exceptions: [{ date: '2031-03-04', from: '08:00', to: '12:00' }],
  })
  await button('More: Ana').click()
  await page.getByRole('menuitem', { name: 'Copy week' }).click()
  await dialog.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: 'Bob' }).click()
  await dialog.getByRole('button', { name: 'Copy week' }).click()
  await page.getByText('Bob now has the same week.').waitFor()
  const copied = (await kept(bob.id)).shifts
  assert.deepEqual([copied.weekly.length, copied.exceptions], [2, []])
  assert.deepEqual(faults, [])
})

test('Assigning shows candidates with reasons for and against, and one press assigns the task', {
  timeout: 300_000,
}, async () => {
  const task = await make('/api/tasks', { title: 'Lift door stuck', buildingId: place.buildingId })
  const { page: own, faults: seen } = await openDesk(fixture, people.manager.email, `/tasks/${task.id}`)
  await own.getByRole('button', { name: 'Assign', exact: true }).click()
  const fits = own.getByRole('dialog').getByRole('region', { name: 'Suitable operators' })
  await fits.getByText('Not on duty now').first().waitFor()
  await fits.getByRole('button', { name: 'Assign to Bob' }).click()
  await own.getByRole('dialog').waitFor({ state: 'detached' })
  await own.locator('.facts').getByText('Bob').waitFor()
  assert.deepEqual(seen, [])
})

test('A manager sees companies and operators without an administrator’s actions, and plans shifts', {
  timeout: 300_000,
}, async () => {
  const { page: own, faults: seen } = await openDesk(fixture, people.manager.email, '/companies')
  await own.getByRole('cell', { name: 'Sparkle' }).waitFor()
  assert.equal(await own.getByRole('button', { name: /New company|More:/ }).count(), 0)
  await own.goto(`${base}/app/operators`)
  await own.getByRole('link', { name: 'Ana' }).click()
  await own.getByRole('button', { name: 'Edit shifts' }).waitFor()
  assert.equal(
    await own.getByRole('button', { name: /Edit operator|Deactivate|Edit certificates/ }).count(),
    0,
  )
  assert.deepEqual(seen, [])
})

test('Task figures name a company without guessing its kind, and show people without a company and open tasks', {
  timeout: 300_000,
}, async () => {
  const team = await make('/api/operator/companies', { name: 'House team', kind: 'IN_HOUSE' })
  await activate(fixture.tenant, team.id)
  await make('/api/tasks', { title: 'Sweep the stairs', assignee: { companyId: team.id } })
  await make('/api/tasks', { title: 'Water the plants', assignee: { userId: people.technician.id } })
  await page.goto(`${base}/app/team-figures`)
  await page.getByRole('columnheader', { name: 'In the period' }).waitFor()
  const house = page.getByRole('row').filter({ hasText: 'House team' })
  await house.getByText('1 open now').waitFor()
  await page.getByRole('row').filter({ hasText: 'No company' }).waitFor()
  assert.equal(await house.getByText('Company', { exact: true }).count(), 0)
  assert.equal(await house.getByText('Own team').count(), 0)
  assert.deepEqual(faults, [])
})
