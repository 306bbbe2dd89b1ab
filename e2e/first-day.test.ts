/** A new organisation on trial is empty, and every screen says how to start. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTenant } from '#test/world.ts'
import { axeFindings } from './axe.ts'
import { openFixture, password } from './fixture.ts'
import { rest } from './quiet.ts'

const { base, server, open } = await openFixture()
const tenant = await createTenant(server, { plan: 'TRIAL' })
await tenant.person(['ADMIN'], { email: 'first@day.example', password })
const { page, faults } = await open('phone', { as: 'first@day.example' })

test('Without a building, amenities lead to creating the first one, and no screen has an error', {
  timeout: 300_000,
}, async () => {
  for (const path of ['', 'feedback', 'tasks', 'buildings', 'amenities', 'qr-codes', 'qr-studio']) {
    await page.goto(`${base}/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText(/^Trial until/).waitFor()
    await rest(page)
    assert.deepEqual(await axeFindings(page), [], path)
  }
  // The empty inbox does not claim that everything is read, and the empty calendar offers what the empty list does.
  await page.goto(`${base}/app/feedback`)
  await page.getByText('No feedback yet').waitFor()
  await page.getByRole('link', { name: 'Set up a building' }).waitFor()
  assert.equal(await page.getByText('Inbox is empty').count(), 0)
  await page.goto(`${base}/app/tasks?view=calendar`)
  await page.getByText('No tasks', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'New task' }).count(), 2)
  // The empty state offers a way to fill the list: nothing can be printed or exported yet.
  await page.goto(`${base}/app/qr-codes`)
  await page.getByText('No QR codes yet').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create spare codes' }).count(), 2)
  await page.goto(`${base}/app/figures/amenities`)
  await page.getByText('No amenities').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Export' }).count(), 1)
  await page.goto(`${base}/app/amenities`)
  const first = page.getByRole('button', { name: 'Add the first building' })
  await first.first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'One amenity' }).count(), 0)
  await first.last().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Main building')
  await page.getByRole('dialog').getByRole('button', { name: 'Create building' }).click()
  await page.getByRole('heading', { name: 'Main building' }).waitFor()
  await page.goto(`${base}/app/amenities`)
  await page.getByRole('button', { name: 'Many from a pattern' }).first().waitFor()
  await page.goto(`${base}/app/setup`)
  await page
    .getByRole('region', { name: 'Still to set up' })
    .getByRole('link', { name: 'QR codes' })
    .waitFor()
  assert.deepEqual(faults, [])
})

test('A new batch of spare codes is preselected beside its sheet', async () => {
  await page.goto(`${base}/app/qr-studio`)
  await page.getByRole('button', { name: 'Create spare codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create 21 codes' }).click()
  await page.getByRole('img', { name: 'First page of the sheet' }).waitFor()
  assert.equal(await page.getByLabel('What to print').inputValue(), 'batch')
  const stock = page.getByLabel('Batch', { exact: true })
  assert.match(await stock.inputValue(), /^\d{4}-\d{2}-\d{2}/)
  // After the field was cleared, the form still offers to print a batch.
  await stock.fill('')
  await stock.blur()
  await page.getByText('Choose what to print').waitFor()
  assert.equal(await page.getByLabel('What to print').inputValue(), 'batch')
  assert.deepEqual(faults, [])
})
