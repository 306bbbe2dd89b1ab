/** Where the keyboard is after a layer is closed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openStage, password } from './stage.ts'

const { base, people, open } = await openStage()
const { page, faults } = await open('desk')

const closeAndExpect = async (opener: Locator): Promise<void> => {
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const hasFocus = (): Promise<boolean> => opener.evaluate((element) => element.matches(':focus'))
  for (let look = 0; look < 50 && !(await hasFocus()); look++) await page.waitForTimeout(100)
  assert.ok(await hasFocus(), page.url())
}

test('A layer that is closed gives the focus back to what opened it', { timeout: 90_000 }, async () => {
  await page.goto(`${base}/app/sign-in?next=/app/team`)
  await page.getByLabel('E-mail').first().fill(people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.waitForURL((url) => url.pathname === '/app/team')
  for (const [path, name] of [
    ['team', 'Invite people'],
    ['types', 'New type'],
    ['rules', 'New rule'],
    ['api-keys', 'Create API key'],
    ['buildings', 'New building'],
    ['tasks', 'New task'],
  ] as const) {
    await page.goto(`${base}/app/${path}`)
    const opener = page.getByRole('button', { name }).first()
    await opener.click()
    await closeAndExpect(opener)
  }
  await page.goto(`${base}/app/rules`)
  const more = page.getByRole('button', { name: /^More: / }).first()
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await closeAndExpect(more)
  assert.deepEqual(faults, [])
})
