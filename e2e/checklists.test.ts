/** The page of a task: fast checklist ticks, and its links and actions on the phone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fixture, openFixture } from './fixture.ts'

const fixture: Fixture = await openFixture()
const { base, server, people, place } = fixture

for (const [kind, email, pathOf, box] of [
  ['phone', people.technician.email, (id: string) => `/app/work/tasks/${id}`, '.tick input'],
  ['desk', people.manager.email, (id: string) => `/app/tasks/${id}`, '.checklist input'],
] as const) {
  test(`Two fast ticks are both saved without a conflict, ${kind}`, {
    timeout: 300_000,
  }, async () => {
    const created = await server.call<{ id: string }>('POST', '/api/tasks', {
      token: people.manager.token,
      body: {
        title: 'Change the tap',
        assignee: { userId: people.technician.id },
        amenityId: place.amenityId,
        checklist: [{ text: 'Close the valve' }, { text: 'Put up the sign' }],
      },
    })
    const { id } = created.json.data
    const { page, context, faults } = await fixture.open(kind, { as: email })
    await page.goto(`${base}${pathOf(id)}`)
    await page.getByRole('checkbox', { name: 'Close the valve' }).waitFor()
    const kept = async (): Promise<boolean[]> =>
      (
        await server.call<{ checklist: { done: boolean }[] }>('GET', `/api/tasks/${id}`, {
          token: people.manager.token,
        })
      ).json.data.checklist.map(({ done }) => done)
    const refused: number[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.status())
    })
    // Both ticks happen before the page is drawn again.
    await page.evaluate(`for (const box of [...document.querySelectorAll('${box}')].slice(0, 2)) box.click()`)
    await page.locator(`${box}:checked`).nth(1).waitFor({ state: 'attached' })
    const isOver = async (): Promise<boolean> => refused.length > 0 || !(await kept()).includes(false)
    while (!(await isOver())) await page.evaluate('new Promise(requestAnimationFrame)')
    assert.deepEqual([refused, await kept()], [[], [true, true]])
    assert.deepEqual(faults, [])
    await context.close()
  })
}

const make = async (title: string): Promise<string> => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id } },
  })
  assert.equal(created.status, 201, created.text)
  return created.json.data.id
}

test('On the phone a merged task links to its target, and the target to the earlier notes', {
  timeout: 300_000,
}, async () => {
  const { token } = people.manager
  const [id, merged] = [await make('Seal the bath'), await make('Bath drips')]
  const merge = await server.call('POST', `/api/tasks/${id}/merge`, { token, body: { taskIds: [merged] } })
  assert.equal(merge.status, 200, merge.text)
  const looks = Array.from({ length: 25 }, (_, index) => `Look ${index + 1}`)
  for (const text of looks) {
    const note = await server.call('POST', `/api/tasks/${id}/notes`, { token, body: { text } })
    assert.equal(note.status, 201, note.text)
  }
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work/tasks/${merged}`)
  await page.getByText('This task was merged into another one.').waitFor()
  await page.getByRole('link', { name: 'Open the other task' }).click()
  await page.getByRole('heading', { level: 1, name: 'Seal the bath' }).waitFor()
  await page.getByText('Look 25', { exact: true }).waitFor()
  assert.equal(await page.getByText('Look 1', { exact: true }).count(), 0)
  const earlier = page.getByRole('button', { name: /^Earlier notes \(\d\)$/ })
  await earlier.click()
  await page.getByText('Look 1', { exact: true }).waitFor()
  assert.deepEqual(
    (await page.getByText(/^Look \d+$/).allTextContents()).map((text) => text.trim()),
    looks,
  )
  assert.equal(await earlier.count(), 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('On the phone a finished task can be reopened for a day, and no undo is offered that would be refused', {
  timeout: 300_000,
}, async () => {
  const [old, fresh] = [await make('Wash the blinds'), await make('Dust the lamp')]
  const done = await server.call('PATCH', `/api/tasks/${old}/status`, {
    token: people.technician.token,
    body: { status: 'DONE' },
  })
  assert.equal(done.status, 200, done.text)
  server.clock.advance(25 * 3_600_000)
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  const back = page.getByRole('button', { name: 'Reopen' })
  await page.goto(`${base}/app/work/tasks/${old}`)
  await page.getByRole('button', { name: 'Show history' }).waitFor()
  assert.equal(await back.count(), 0)
  await page.goto(`${base}/app/work/tasks/${fresh}/finish`)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Dust the lamp' }).click()
  await back.waitFor()
  server.clock.set(new Date())
  assert.deepEqual(faults, [])
  await context.close()
})
