/** The sheet of stickers where BASE_URL is this computer, and where phones can open it. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { getQrSheet, listQrCodes } from '#contracts/places/qr-codes.ts'
import { axeFindings } from '../axe.ts'
import { focusIn, openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { rowsOf } from './examples.ts'

const desk = await openDeskPage()
const codesAt = (origin: string): void =>
  desk.answer(listQrCodes, () => ({
    data: rowsOf(listQrCodes.list, 1, () => ({ url: `${origin}/q/ABCD2345` })),
  }))
const sheets = (): number =>
  desk.calls.filter(({ name, query }) => name === getQrSheet.name && query.get('format') === 'pdf').length

test('Where stickers carry a loopback address the sheet warns, and printing asks once', {
  timeout: 300_000,
}, async () => {
  codesAt('http://127.0.0.1:3000')
  const { page } = await openDesk(desk, 'admin', '/qr-studio?codes=ABCD2345')
  const warning = page.getByRole('alert').filter({ hasText: 'http://127.0.0.1:3000' })
  await warning.waitFor()
  const download = page.getByRole('button', { name: 'Download PDF' })
  await download.press('Enter')
  await focusIn(page, warning.getByRole('button', { name: 'Cancel' }))
  assert.equal(sheets(), 0)
  assert.deepEqual(await axeFindings(page), [])
  if (process.env.PICTURES) {
    await page.screenshot({ path: path.join(process.env.PICTURES, 'stickers-wide.png') })
    await page.setViewportSize({ width: 320, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: path.join(process.env.PICTURES, 'stickers-narrow.png'), fullPage: true })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.keyboard.press('Tab')
  const sent = page.waitForRequest((request) => request.url().includes('format=pdf'))
  await page.keyboard.press('Enter')
  await sent
  const again = page.waitForRequest((request) => request.url().includes('format=pdf'))
  await download.and(page.locator(':enabled')).click()
  await again
  await page.context().close()
})

test('Where phones can open the address, the sheet neither warns nor asks', {
  timeout: 300_000,
}, async () => {
  codesAt('https://feedback.example.com')
  const { page } = await openDesk(desk, 'admin', '/qr-studio?codes=ABCD2345')
  const sent = page.waitForRequest((request) => request.url().includes('format=pdf'))
  await page.getByRole('button', { name: 'Download PDF' }).click()
  await sent
  assert.equal(await page.getByText('Phones cannot open').count(), 0)
  await page.context().close()
})
