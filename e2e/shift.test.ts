/** TEC-9 in a real browser: a shift, an absence with handover, and taking back. PICTURES=FOLDER keeps pictures. */

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { always } from '#server/modules/operator/testing/test-operators.ts'
import { activate } from '#test/company.ts'
import { openFixture } from './fixture.ts'
import { looks } from './screen-pictures.ts'

const fixture = await openFixture()
const { server, base, people } = fixture

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`), fullPage: true })
}

const make = async (target: string, body: unknown): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', target, { token: people.admin.token, body })
  assert.ok(reply.status < 300, reply.text)
  return reply.json.data.id
}

const open = async (email: string) => {
  const opened = await fixture.open('phone', { as: email })
  const { page } = opened
  await page.goto(`${base}/app/work/me`)
  await page.getByRole('link', { name: 'Shift and handover' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shift and handover' }).waitFor()
  return opened
}

test('A technician starts a shift, is absent, and takes back all tasks not started in one action', {
  timeout: 300_000,
}, async () => {
  const companyId = await make('/api/operator/companies', { name: 'House team', kind: 'IN_HOUSE' })
  await activate(fixture.tenant, companyId)
  const operatorId = await make('/api/operator/operators', {
    name: 'Tess',
    companyId,
    userId: people.technician.id,
  })
  const colleague = await make('/api/operator/operators', { name: 'Cem', companyId })
  await server.call('POST', `/api/operator/operators/${colleague}/duty`, {
    token: people.admin.token,
    body: { state: 'ON' },
  })
  for (const title of ['Change the filter', 'Grease the hinge'])
    await make('/api/tasks', { title, assignee: { operatorId } })
  const { page, context, faults } = await open(people.technician.email)
  await page.getByText('You are off duty').waitFor()
  await page.getByRole('link', { name: 'Change the filter' }).waitFor()
  await page.getByRole('button', { name: 'Start my shift' }).click()
  await page.getByText('You are on duty').waitFor()
  await picture(page, 'shift-on')
  await page.getByRole('button', { name: 'Take a break' }).click()
  await page.getByText('You are on a break').waitFor()
  await page.getByRole('button', { name: 'End the break' }).click()
  await page.getByText('You are on duty').waitFor()

  await page.getByLabel(/Absent until/).fill('2020-01-01T08:00')
  await page.getByRole('button', { name: 'Hand over and report absence' }).click()
  await page.getByText('Choose a time in the future.').waitFor()
  await page.getByLabel(/Absent until/).fill('2099-01-01T08:00')
  const leave = page.getByRole('button', { name: 'Hand over and report absence' })
  // The second of two taps on one spot hands nothing over.
  await leave.dblclick()
  await page.getByText('Hand over 2 open tasks and report absence?').waitFor()
  assert.equal(await page.getByText('You are absent').count(), 0)
  await looks(page, 'shift-asks')
  await leave.click()
  await page.getByText('With Cem').first().waitFor()
  await looks(page, 'shift-undo')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 tasks are yours again.').waitFor()
  await page.getByText('You are on duty').waitFor()
  await page.getByLabel(/Absent until/).fill('2099-01-01T08:00')
  await leave.click()
  await leave.click()
  await page.getByText('You are absent').first().waitFor()
  await page.getByText('With Cem').first().waitFor()
  await page.getByText('No open tasks.').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await picture(page, 'shift-absent')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'shift-absent-dark')

  await page.getByRole('button', { name: 'Take back tasks not started' }).click()
  await page.getByText('2 tasks are yours again.').waitFor()
  await page.getByRole('link', { name: 'Grease the hinge' }).waitFor()
  await page.getByText('You are on duty').waitFor()
  await picture(page, 'shift-back')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Take a break' }).click()
  await page.getByText('You need a connection for this.').waitFor()
  await picture(page, 'shift-offline')
  await page.getByRole('button', { name: 'End my shift' }).click()
  await page.getByLabel(/Note for the next shift/).fill('The left tap drips. A washer is ordered.')
  await picture(page, 'shift-ending')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('You are off duty').waitFor()
  await page.getByText('Waiting to be sent').waitFor()
  await picture(page, 'shift-ended-offline')
  await context.setOffline(false)
  await page.getByRole('link', { name: /Outbox/ }).click()
  await page.getByText('Ended the shift: The left tap drips. A washer is ordered.').waitFor()
  await page.getByRole('heading', { name: /^Sent/ }).waitFor()
  await picture(page, 'shift-outbox')
  assert.deepEqual(faults, [])
  await context.close()
})

test('The shift lists the open tasks known to the phone: including a just claimed one, without a just finished one', {
  timeout: 300_000,
}, async () => {
  const { json } = await server.call<{ companyId: string }[]>('GET', '/api/operator/operators', {
    token: people.admin.token,
  })
  await make('/api/tasks', {
    title: 'Descale the kettle',
    assignee: { companyId: json.data[0]?.companyId },
  })
  await make('/api/tasks', { title: 'Oil the lock', assignee: { userId: people.technician.id } })
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await context.route('**/api/tasks/bulk*', (route) => route.abort())
  await page.goto(`${base}/app/work`)
  const row = (title: string) => page.locator('li.task-row').filter({ hasText: title })
  await page.locator('.fold summary').click()
  await row('Descale the kettle').getByText('House team').waitFor()
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await row('Descale the kettle').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Unassigned', exact: true }).click()
  await row('Descale the kettle')
    .getByRole('button', { name: /^Take task/ })
    .click()
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await row('Descale the kettle').getByRole('button', { name: /^Done/ }).waitFor()
  await row('Oil the lock').getByRole('button', { name: /^Done/ }).click()
  await page.locator('.tabs').getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByRole('link', { name: 'Shift and handover' }).click()
  await page.getByRole('link', { name: 'Descale the kettle' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Oil the lock' }).count(), 0)
  await picture(page, 'shift-open')
  assert.deepEqual(faults, [])
  await context.close()
})

test('A colleague who starts reads the note of the previous shift and marks it as read', {
  timeout: 300_000,
}, async () => {
  const { json } = await server.call<{ companyId: string }[]>('GET', '/api/operator/operators', {
    token: people.admin.token,
  })
  await make('/api/operator/operators', {
    name: 'Max',
    companyId: json.data[0]?.companyId,
    userId: people.admin.id,
  })
  const { page, context, faults } = await open(people.admin.email)
  await page.getByRole('button', { name: 'Start my shift' }).click()
  await page.getByText('You are on duty').waitFor()
  await page.getByText('The left tap drips. A washer is ordered.').first().waitFor()
  await picture(page, 'shift-notes')
  await page.getByRole('button', { name: /^Mark as read/ }).click()
  await page.getByText('Read', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Mark as read/ }).waitFor({ state: 'detached' })
  await picture(page, 'shift-notes-read')
  assert.deepEqual(faults, [])
  await context.close()
})

test('A person outside the operator registry is told so, and is offered nothing that cannot work', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await open(people.manager.email)
  await page.getByText('You are not in the list of operators').waitFor()
  assert.equal(await page.getByRole('button').count(), 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('Yesterday’s break has ended when the next shift begins', { timeout: 300_000 }, async () => {
  const companyId = await make('/api/operator/companies', { name: 'Night team', kind: 'IN_HOUSE' })
  await activate(fixture.tenant, companyId)
  const id = await make('/api/operator/operators', { name: 'Mia', companyId, userId: people.manager.id })
  const tell = async (method: string, path: string, body: object): Promise<void> => {
    const { token } = people.admin
    const reply = await server.call(method, `/api/operator/operators/${id}${path}`, { token, body })
    assert.ok(reply.status < 300, reply.text)
  }
  await tell('PUT', '/shifts', always)
  await tell('POST', '/duty', { state: 'BREAK' })
  const { page, context, faults } = await open(people.manager.email)
  await page.getByText('You are on a break').waitFor()
  server.clock.advance(25 * 3_600_000)
  await page.reload()
  await page.getByText('You are on duty').waitFor()
  await page.getByRole('button', { name: 'Take a break' }).waitFor()
  server.clock.set(new Date())
  assert.deepEqual(faults, [])
  await context.close()
})
