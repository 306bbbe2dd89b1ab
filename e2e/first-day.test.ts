/** A new organisation on trial: nothing is there yet, and every screen says how to begin. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { createTenant } from '#test/world.ts'
import { rest } from './quiet.ts'
import { openStage, password } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { base, server, open } = await openStage()
const { page, faults } = await open('phone')
const tenant = await createTenant(server, { plan: 'TRIAL' })
await tenant.person(['ADMIN'], { email: 'first@day.example', password })

test('Before there is a building, amenities lead to the first one, and no screen has a fault', {
  timeout: 90_000,
}, async () => {
  await page.goto(`${base}/app/sign-in?next=/app/`)
  await page.getByLabel('E-mail').first().fill('first@day.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.waitForURL((url) => url.pathname === '/app/')
  for (const path of ['', 'feedback', 'tasks', 'buildings', 'amenities', 'qr-codes', 'qr-studio']) {
    await page.goto(`${base}/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText(/^Trial until/).waitFor()
    await rest(page)
    await page.evaluate(axe)
    const found = await page.evaluate(async () => {
      const { axe: tool } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string }[] }> }
      }
      return (await tool.run()).violations.map(({ id }) => id)
    })
    assert.deepEqual(found, [], path)
  }
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
  await page.getByRole('region', { name: 'Still missing' }).getByRole('link', { name: 'QR codes' }).waitFor()
  assert.deepEqual(faults, [])
})
