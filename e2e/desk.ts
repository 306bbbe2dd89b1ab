/** Opens a page of the desk with a signed-in person. */
import type { Locator, Page } from 'playwright-core'
import type { Fixture } from './fixture.ts'

/** @param address below /app, e.g. `/team?page=2` */
export const openDesk = async (
  { base, open }: Pick<Fixture, 'base' | 'open'>,
  email: string,
  address: string,
): Promise<{ page: Page; faults: string[] }> => {
  const { page, faults } = await open('desk', { as: email })
  await page.goto(`${base}/app${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, faults }
}

/** Waits until the element has the focus. */
export const focusIn = (page: Page, element: Locator): Promise<void> =>
  element.and(page.locator(':focus')).waitFor()
