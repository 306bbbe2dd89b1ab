/** ADM-15: time settings of an administrator are stored, shown as a sentence, and followed on the phone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people } = fixture
const { page, faults } = await openDesk(fixture, people.admin.email, '/sla-policies')
const { token } = people.admin
const dialog = page.getByRole('dialog')

interface Policy {
  name: string
  targets: Record<string, object>
  calendar: { weekly?: object; holidays?: string[] } | null
}
interface Rule {
  name: string
  level: object
  then: object
}

const calendarFile = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20261225',
  'SUMMARY:Christmas',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

test('A policy has targets with units, typed hours, and closed days from a calendar file', {
  timeout: 300_000,
}, async () => {
  await page.getByRole('button', { name: 'New policy' }).first().click()
  await dialog.getByLabel('Name').fill('Lifts')
  await dialog.getByLabel('High, Respond within', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a whole number for each').waitFor()
  await dialog.getByLabel('High, Respond within', { exact: true }).fill('30')
  await dialog.getByLabel('High, Respond within, unit').selectOption('MINUTES')
  await dialog.getByLabel('Own hours instead of the building’s').check()
  await dialog.getByLabel('Monday').fill('08:00-12:00, 13-18')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Import closed days from a calendar file' }).click()
  await (await chooser).setFiles({
    name: 'days.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(calendarFile),
  })
  await dialog.getByText('Full days of days.ics').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/High: 30 mins? . 6 hrs?$/).waitFor()
  await page.getByText('1 closed day').waitFor()
  const { json } = await server.call<Policy[]>('GET', '/api/admin/sla-policies', { token })
  const policy = json.data.find(({ name }) => name === 'Lifts')
  assert.deepEqual(policy?.targets.HIGH, { respondMinutes: 30, resolveMinutes: 360, clock: 'HOURS' })
  assert.deepEqual(Object.entries(policy?.calendar?.weekly ?? {})[0], [
    '1',
    [
      ['08:00', '12:00'],
      ['13:00', '18:00'],
    ],
  ])
  assert.deepEqual(policy?.calendar?.holidays, ['2026-12-25'])
  await page.getByRole('button', { name: 'More: Lifts' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'Copy of Lifts', exact: true }).waitFor()
})

test('An escalation rule reads as a sentence while it is edited, and makes a task unassigned', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/escalation`)
  await page.getByRole('button', { name: 'New rule' }).first().click()
  await dialog.getByText('At 75% of the time to resolve: nothing yet.').waitFor()
  await dialog.getByLabel('Name').fill('Late')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose at least one').waitFor()
  await dialog.getByLabel('Percent').fill('100')
  await dialog.getByLabel('Managers').check()
  await dialog.getByRole('combobox', { name: 'Assign to' }).click()
  await page.getByRole('option', { name: 'Nobody, if not started yet' }).click()
  const sentence = 'At 100% of the time to resolve: notify managers and unassign if not started.'
  await dialog.getByText(sentence).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /^Late/ }).getByText(sentence).waitFor()
  await page.getByText('100% used Late').waitFor()
  const { json } = await server.call<Rule[]>('GET', '/api/admin/escalation-rules', { token })
  const rule = json.data.find(({ name }) => name === 'Late')
  assert.deepEqual(rule?.level, { clock: 'RESOLVE', atPercent: 100 })
  assert.deepEqual(rule?.then, { notify: ['MANAGER'], assign: null })
  assert.deepEqual(faults, [])
})

test('A task with a late start is shown as such on the phone, and is overdue only after its end', async () => {
  const { place, tenant } = fixture
  const made = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title: 'Lamp flickers', amenityId: place.amenityId, assignee: { userId: people.technician.id } },
  })
  assert.equal(made.status, 201, made.text)
  const setBack = (end: 'respond_by' | 'resolve_by', hours: number) =>
    tenant.inside(async (ctx) => {
      // A pending job that applies the policies created above would recompute the clock; a running one is awaited.
      await ctx.run("delete from due_work where tenant_id = $1 and kind = 'sla.follow'", [ctx.tenantId])
      await ctx.run(
        `update sla_clock set ${end} = now() - make_interval(hours => $3) where tenant_id = $1 and task_id = $2`,
        [ctx.tenantId, made.json.data.id, hours],
      )
    })
  await setBack('respond_by', 3)
  const phone = await fixture.open('phone', { as: people.technician.email })
  await phone.page.goto(`${base}/app/work`)
  const row = phone.page.locator('li.task-row').filter({ hasText: 'Lamp flickers' })
  await row.getByText('Start overdue by 3 hrs').waitFor()
  const overdue = phone.page.getByRole('button', { name: /^Overdue/ })
  await overdue.tap()
  await row.waitFor({ state: 'detached' })
  await setBack('resolve_by', 4)
  // A change invalidates the cached lists.
  await server.call('POST', `/api/tasks/${made.json.data.id}/notes`, {
    token: people.manager.token,
    body: { text: 'Still?' },
  })
  await phone.page.goto(`${base}/app/work`)
  await phone.page.getByRole('button', { name: /^Check for new tasks/ }).tap()
  await row.getByText('Overdue by 4 hrs').waitFor()
  await overdue.tap()
  await row.waitFor()
  assert.deepEqual(phone.faults, [])
  await phone.context.close()
})
