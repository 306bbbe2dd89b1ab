/** Steps ticked one right after the other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, type Stage } from './stage.ts'

const stage: Stage = await openStage()
const { base, server, people, place } = stage

for (const [kind, email, pathOf, box] of [
  ['phone', people.technician.email, (id: string) => `/app/work/tasks/${id}`, '.tick input'],
  ['desk', people.manager.email, (id: string) => `/app/tasks/${id}`, '.checklist input'],
] as const) {
  test(`Two ticks in a row are both kept, and are no conflict with each other, ${kind}`, {
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
    const { page, context, faults } = await stage.open(kind, { as: email })
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
    // Both before anything could be drawn.
    await page.evaluate(`for (const box of [...document.querySelectorAll('${box}')].slice(0, 2)) box.click()`)
    await page.locator(`${box}:checked`).nth(1).waitFor({ state: 'attached' })
    const isOver = async (): Promise<boolean> => refused.length > 0 || !(await kept()).includes(false)
    while (!(await isOver())) await page.evaluate('new Promise(requestAnimationFrame)')
    assert.deepEqual([refused, await kept()], [[], [true, true]])
    assert.deepEqual(faults, [])
    await context.close()
  })
}
