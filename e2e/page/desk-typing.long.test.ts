/** Typing into the search of a list, letter by letter, while the address follows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { listAmenities } from '#contracts/places/amenities.ts'
import { listTasks } from '#contracts/tasks.ts'
import { listWebhookDeliveries } from '#contracts/webhooks.ts'
import { openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { idOf } from './examples.ts'

const desk = await openDeskPage()
for (const list of [listTasks, listAmenities, listRecentFeedback, listWebhookDeliveries])
  desk.answer(list, () => ({ data: [] }))

for (const address of ['/tasks', '/amenities', '/feedback', `/admin/webhooks/${idOf('webhook')}`]) {
  test(`No character typed into the search is lost, and Back returns to the state before it: ${address.split('/').slice(0, 3).join('/')}`, {
    timeout: 300_000,
  }, async () => {
    const { page, faults } = await openDesk(desk, 'admin', '/settings')
    // A slow CPU, so the address changes while the person goes on typing.
    const tools = await page.context().newCDPSession(page)
    await page.evaluate(
      `history.pushState({}, '', '/app${address}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    const field = page.getByRole('searchbox').first()
    await field.waitFor()
    const entries = await page.evaluate('history.length')
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await field.click()
    await page.keyboard.type('soap ')
    await page.waitForURL((url) => url.searchParams.get('q') === 'soap')
    assert.equal(await field.inputValue(), 'soap ')
    // Each letter comes after the search for the previous one has started.
    await field.pressSequentially('bar by', { delay: 362 })
    await page.keyboard.type(' door')
    await page.waitForURL((url) => url.searchParams.get('q') === 'soap bar by door')
    assert.equal(await field.inputValue(), 'soap bar by door')
    assert.equal(await page.evaluate('history.length'), entries)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // Clearing the filters elsewhere also clears the field, and it can be filled again.
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.waitForURL((url) => !url.searchParams.has('q'))
    assert.equal(await field.inputValue(), '')
    await field.pressSequentially('soap bar by door')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === 'soap bar by door')
    await page.goBack()
    await page.waitForURL((url) => url.searchParams.get('q') === 'soap bar by door')
    await page.goBack()
    await page.waitForURL((url) => url.pathname.endsWith('/settings'))
    assert.deepEqual(faults, [])
    await page.context().close()
  })
}
