import { chromium } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
const [base = '', password = '', ...targets] = process.argv.slice(2)
const { executablePath, args } = await chromiumPath()
const browser = await chromium.launch({ executablePath, args })
for (const [width, height, scheme] of [[1440, 900, 'light'], [320, 640, 'dark']] as const) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', colorScheme: scheme })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
  await page.goto(`${base}/app/sign-in`)
  await page.getByLabel('E-mail').first().fill('admin@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  for (const t of targets) {
    await page.goto(base + t)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `/tmp/look${t.replaceAll('/', '-')}-${width}.png` })
  }
}
await browser.close()
