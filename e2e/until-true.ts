/** Waits for something in a page. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '#test/faults/service.ts'

/**
 * Polls an expression from here. Playwright's waitForFunction polls in the page, where the content security policy
 * blocks a string from the second look on.
 */
export const untilTrue = async (page: Page, expression: string): Promise<void> => {
  // A page that is being left has no context to look in.
  const look = () => page.evaluate<unknown>(expression).catch(() => false)
  const waited = await until(async () => Boolean(await look()), 30_000)
  assert.notEqual(waited, undefined, `${expression} is not true after 30 s`)
}
