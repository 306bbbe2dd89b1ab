/** Inspects a screen: layout, errors, accessibility. PICTURES=FOLDER keeps a picture of each. */
import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { axeFindings } from './axe.ts'
import { rest } from './quiet.ts'
import { visualFaults } from './visual-checks.ts'

export interface Look {
  readonly kind: 'phone' | 'desk'
  readonly dark: boolean
}
export const narrow: Look = { kind: 'phone', dark: false }
export const wide: Look = { kind: 'desk', dark: true }

const sizes = { phone: { width: 320, height: 640 }, desk: { width: 1440, height: 900 } }

export const take = (page: Page, { kind, dark }: Look): Promise<void> =>
  page
    .setViewportSize(sizes[kind])
    .then(() => page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' }))

/** As a link of an app does, without loading it again. @param address path and query */
export const navigate = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await rest(page)
}

export const hasRoom = async (page: Page, name: string): Promise<void> => {
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
  assert.deepEqual(await visualFaults(page), [], name)
}

/** Also while requests are pending. */
export const inspectAsItStands = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({
      path: path.join(process.env.PICTURES, `${name.replaceAll(/[^\w]+/g, '-')}.png`),
      fullPage: true,
    })
  await hasRoom(page, name)
  assert.deepEqual(await axeFindings(page), [], name)
  assert.ok((await page.title()).length > 0, `${name} has a title`)
  assert.equal(await page.locator('h1').count(), 1, `${name} has one h1`)
}

export const inspect = async (page: Page, name: string): Promise<void> => {
  await rest(page)
  await inspectAsItStands(page, name)
}

/** Collects all findings, so that one failure does not hide the others. */
export const each = async <Place extends { readonly name: string }>(
  places: readonly Place[],
  look: (place: Place) => Promise<void>,
): Promise<string[]> => {
  const found: string[] = []
  for (const place of places)
    await look(place).catch((error: Error) => found.push(`${place.name}: ${error.message.slice(0, 600)}`))
  return found
}

/** Opens each place as a link does, and inspects it narrow and wide. @param page open at any place of its app */
export const inspectPlaces = (
  page: Page,
  places: readonly { readonly name: string; readonly address: string }[],
): Promise<string[]> =>
  each(places, async ({ name, address }) => {
    await take(page, narrow)
    await navigate(page, address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const look of [narrow, wide]) {
      await take(page, look)
      await inspect(page, `${name} ${look.kind}`)
    }
  })
