/** Pictures of a screen on phone and desk, light and dark, if PICTURES=FOLDER is set. */
import path from 'node:path'
import type { Page } from 'playwright-core'

const widths = [320, 1440] as const

export const looks = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (!folder) return
  const before = page.viewportSize()
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
