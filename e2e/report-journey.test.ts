/** A scan becomes a finished task: visitor, technician, visitor again, manager; each in their own browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, place, tenant } = fixture

const taskStatus = (): Promise<
  { status: string; reopen_count: number; assignee_id: string | null } | undefined
> =>
  tenant.inside(({ db }) =>
    db.selectFrom('task').select(['status', 'reopen_count', 'assignee_id']).executeTakeFirst(),
  )

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let look = 0; look < 600; look++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail(`${what} did not happen within 60 s`)
}

/** Two minutes later, combined emails have been sent. */
const mailed = async (): Promise<void> => {
  await server.drain()
  server.clock.advance(120_001)
  await server.drain()
}

test('A scan becomes a finished task, the visitor says that it is not fixed, and the manager sees it', {
  timeout: 300_000,
}, async () => {
  const visitor = await fixture.open('phone')
  await visitor.page.goto(`${base}/q/${place.qrCode}`)
  await visitor.page.getByRole('radio', { name: /1 of 5/ }).check({ force: true })
  await visitor.page.getByRole('checkbox', { name: /blocked/i }).check({ force: true })
  await visitor.page.getByRole('textbox', { name: /Comment/ }).fill('The left one overflows')
  await visitor.page.getByRole('button', { name: 'Send report', exact: true }).click()
  const follow = visitor.page.locator('a[href*="/t/"]').first()
  await follow.waitFor()
  const tracking = new URL((await follow.getAttribute('href')) ?? '', base).href
  await mailed()
  assert.equal((await taskStatus())?.status, 'OPEN')
  const subjects = (): string[] =>
    server.mails.filter(({ to }) => to === 'technician@stage.example').map(({ subject }) => subject)
  assert.equal(subjects().length, 1, 'the technician was notified by email')

  const technician = await fixture.open('phone', { as: fixture.people.technician.email })
  await technician.page.goto(`${base}/app/work`)
  await technician.page.getByRole('button', { name: 'Start' }).first().click()
  await until('the start', async () => (await taskStatus())?.status === 'IN_PROGRESS')
  assert.equal((await taskStatus())?.assignee_id, fixture.people.technician.id)
  await visitor.page.goto(tracking)
  await visitor.page
    .getByText(/somebody is on it|being fixed|in progress|on it/i)
    .first()
    .waitFor()

  await technician.page
    .getByRole('link', { name: /blocked/i })
    .first()
    .click()
  await technician.page.getByRole('heading', { level: 1 }).waitFor()
  await technician.page
    .getByRole('link', { name: 'Done' })
    .or(technician.page.getByRole('button', { name: 'Done' }))
    .first()
    .click()
  await technician.page.getByText('What did you do?').waitFor()
  await technician.page.getByText('Repaired', { exact: true }).click()
  await technician.page.getByRole('button', { name: 'Done' }).last().click()
  await until('the end', async () => (await taskStatus())?.status === 'DONE')
  await server.drain()
  assert.deepEqual(technician.faults, [])

  await visitor.page.goto(tracking)
  await visitor.page.getByRole('button', { name: /^No/ }).click()
  await until('the reopening', async () => (await taskStatus())?.reopen_count === 1)
  assert.notEqual((await taskStatus())?.status, 'DONE')
  assert.deepEqual(visitor.faults, [])
  await mailed()
  assert.match(subjects()[1] ?? '', /^Not fixed: /)
  assert.equal(subjects().length, 2)

  await technician.page.goto(`${base}/app/work`)
  await technician.page.getByRole('button', { name: 'Check for new tasks' }).click()
  const row = technician.page.locator('li.task-row').first()
  await row.getByText('A visitor says it is not fixed').waitFor()
  await row.getByRole('link').click()
  const band = technician.page.locator('.notice.bad')
  await band.getByText('A visitor says it is not fixed').waitFor()
  await band.getByText('The left one overflows').waitFor()
  assert.deepEqual(technician.faults, [])

  const manager = await fixture.open('desk', { as: fixture.people.manager.email })
  await manager.page.goto(`${base}/app/`)
  await manager.page.getByRole('heading', { level: 1 }).waitFor()
  const first = manager.page.locator('.attention li').first()
  await first.getByText('A visitor says that it is not fixed').waitFor()
  await first.getByRole('link', { name: /blocked/i }).click()
  await manager.page.locator('.not-fixed').getByText('The left one overflows').waitFor()
  assert.equal(await manager.page.getByText('Working', { exact: true }).count(), 0, 'beside an open fault')
  await manager.page.goto(`${base}/app/tasks`)
  await manager.page
    .getByText(/blocked, Washroom north/i)
    .first()
    .waitFor()
  assert.deepEqual(manager.faults, [])

  const status = await fixture.open('desk')
  await status.page.goto(`${base}/status/${place.qrCode}`)
  await status.page.getByRole('heading', { level: 1, name: 'Washroom north' }).waitFor()
  await status.page
    .getByText(/Toilet is blocked/)
    .first()
    .waitFor()
  // Work that a visitor rejected counts as not done.
  const shown = (await status.page.locator('main').textContent()) ?? ''
  assert.match(shown, /Known problem[\s\S]*Toilet is blocked[\s\S]*Working on 0 of 1 days/)
  assert.doesNotMatch(shown, /Last cleaned/)
  assert.deepEqual(status.faults, [])
})

test('A technician finishes a task offline, and it is sent by itself', {
  timeout: 300_000,
}, async () => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: fixture.people.manager.token,
    body: {
      title: 'Replace the lamp',
      assignee: { userId: fixture.people.technician.id },
      amenityId: place.amenityId,
    },
  })
  assert.equal(created.status, 201, created.text)
  const { page, context } = await fixture.open('phone', { as: fixture.people.technician.email })
  await page.goto(`${base}/app/work`)
  const row = page.locator('li, article').filter({ hasText: 'Replace the lamp' }).last()
  await row.waitFor()
  await context.setOffline(true)
  await row.getByRole('button', { name: 'Start' }).click()
  await page
    .getByText(/Waiting to be sent|\d waiting/)
    .first()
    .waitFor()
  const statusOf = async (): Promise<string> =>
    (
      await server.call<{ status: string }>('GET', `/api/tasks/${created.json.data.id}`, {
        token: fixture.people.manager.token,
      })
    ).json.data.status
  assert.equal(await statusOf(), 'OPEN')
  await context.setOffline(false)
  await until('the start', async () => (await statusOf()) === 'IN_PROGRESS')
  await context.close()
})
