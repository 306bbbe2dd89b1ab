/** A technician finds the arena, joins, disputes a line and leaves again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kudos, Player, Season } from '#contracts/arena/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import type { TestPerson } from '#test/world.ts'
import { openFixture } from './fixture.ts'
import { button, heading } from './sign-in-fixture.ts'
import { untilTrue } from './until-true.ts'

const { base, open, server, people } = await openFixture()
const { admin, manager, technician } = people

const staff = async <T>(person: TestPerson, method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await server.call<T>(method, path, { token: person.token, body })
  assert.ok(reply.status < 300, reply.text)
  return reply.json.data
}

/** As another player, over the API. */
const playing = async (person: TestPerson) => {
  const { accessToken: token } = await staff<{ accessToken: string }>(person, 'POST', '/api/arena/session')
  return <T>(method: string, path: string, body?: unknown) => server.call<T>(method, path, { token, body })
}

const startArena = async (): Promise<void> => {
  await staff(admin, 'PUT', '/api/admin/arena', { enabled: true })
  const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString()
  const season = await staff<Season>(admin, 'POST', '/api/admin/arena/seasons', {
    name: 'Spring',
    startsAt: days(0.01),
    endsAt: days(60),
    challenges: [],
  })
  await staff(admin, 'PATCH', `/api/admin/arena/seasons/${season.id}`, { state: 'ACTIVE' })
}

const finishTask = async (title: string): Promise<void> => {
  const { id } = await staff<Task>(manager, 'POST', '/api/tasks', {
    title,
    assignee: { userId: technician.id },
  })
  await staff(technician, 'PATCH', `/api/tasks/${id}/status`, { status: 'DONE' })
  await server.drain()
}

test('From their tasks a technician reaches the arena in one tap, joins in plain words, disputes a line, and disappears on leaving', {
  timeout: 180_000,
}, async () => {
  const { page, context, faults } = await open('phone', { as: technician.email })
  await page.goto(`${base}/app/work/me`)
  await heading(page, 'Me').waitFor()
  await page.getByRole('link', { name: 'Shift' }).waitFor()
  assert.equal(
    await page.getByRole('link', { name: /^Arena/ }).count(),
    0,
    'where it is off nothing leads to it',
  )
  await startArena()
  await page.reload()
  await page.getByRole('link', { name: /^Arena/ }).click()
  await heading(page, 'My arena').waitFor()

  for (const said of ['What is counted', 'Who sees it', 'How you leave'])
    await page.getByRole('heading', { name: said }).waitFor()
  await page.getByLabel('Alias').fill('B')
  await button(page, 'Join').click()
  await page.getByText('Enter 2 to 24 characters.').waitFor()
  await page.getByLabel('Alias').fill('Brave Broom')
  await button(page, 'Join').click()
  await page.getByText('Level 1').waitFor()

  await finishTask('Oil the door')
  await page.getByRole('link', { name: 'Points' }).click()
  await page.getByText(/Oil the door/).waitFor()
  await page.getByText('You finished a task').waitFor()
  await page.getByText(/^Counts from .* if the work holds$/).waitFor()
  await button(page, 'Dispute this line').click()
  await page.getByLabel('What is wrong?').fill('It was urgent when I took it.')
  await button(page, 'Ask for a review').click()
  await page.getByText('Disputed, not decided yet').waitFor()
  assert.equal(await button(page, 'Dispute this line').count(), 0, 'once for each line')

  const { disputes } = await staff<{ disputes: { id: string; by: string }[] }>(
    admin,
    'GET',
    '/api/admin/arena',
  )
  assert.deepEqual(
    disputes.map(({ by }) => by),
    ['Brave Broom'],
  )
  await staff(admin, 'POST', `/api/admin/arena/disputes/${disputes[0]?.id}/decision`, {
    decision: 'UPHOLD',
    reason: 'The priority was lowered before you took it.',
  })
  await page.reload()
  await page.getByText('Decided: the line stays as it is').waitFor()
  await page.getByText('The priority was lowered before you took it.').waitFor()

  await untilTrue(page, 'navigator.serviceWorker.controller !== null')
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/^No connection. This is as of/).waitFor()
  await page.getByText(/Oil the door/).waitFor()
  await page.goto(`${base}/arena`)
  await page.getByRole('link', { name: 'Profile and leaving' }).click()
  await page.getByRole('radio', { name: 'Owl' }).check({ force: true })
  await button(page, 'Save').click()
  await page.getByText(/^No connection. Nothing was lost/).waitFor()
  await context.setOffline(false)
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()

  const other = await playing(manager)
  await other('POST', '/api/arena/me/opt-in', { optIn: true })
  const found = async (): Promise<string[]> => {
    const { json } = await other<Kudos[]>('GET', '/api/arena/kudos?q=broom')
    return (json as unknown as { people: Player[] }).people.map(({ displayName }) => displayName)
  }
  assert.deepEqual(await found(), ['Brave Broom'])
  await button(page, 'Leave the arena').click()
  await page.getByLabel(/^Delete my points/).check()
  await button(page, 'Leave now').click()
  await page.getByText('You have left.', { exact: false }).waitFor()
  assert.deepEqual(await found(), [])
  assert.deepEqual(faults, [])
  await context.close()
})
