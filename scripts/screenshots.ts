/** Screenshots for the README from a running demo: `node scripts/screenshots.ts ADDRESS PASSWORD QR-CODE`. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { rest, watchRequests } from '../e2e/quiet.ts'
import { chromiumPath } from './chromium.ts'

const [base = 'http://localhost:3000', password = '', code = ''] = process.argv.slice(2)
const folder = path.resolve(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })

const { executablePath, args } = await chromiumPath()
const browser = await chromium.launch({ executablePath, args })

const shoot = async (
  name: string,
  email: string | undefined,
  target: string,
  width: number,
  height: number,
): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    deviceScaleFactor: 1.5,
  })
  watchRequests(context)
  const page = await context.newPage()
  if (email) {
    await page.goto(`${base}/app/sign-in`)
    await page.getByLabel('Email').first().fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  }
  await page.goto(base + target)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await rest(page)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await context.close()
}

await shoot('visitor', undefined, `/q/${code}`, 390, 760)
await shoot('technician', 'technician@demo.example', '/app/work', 390, 760)
await shoot('manager', 'manager@demo.example', '/app/', 1200, 760)
await shoot('tasks', 'manager@demo.example', '/app/tasks', 1200, 760)
await shoot('stickers', 'admin@demo.example', '/app/qr-studio', 1200, 760)
await browser.close()
