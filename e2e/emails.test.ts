/** Every email of the product on a phone and on a desk. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { mailLanguages, mailNames, type Settings } from '#contracts/settings.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { rounds } from '#test/rounds.ts'
import { axeFindings } from './axe.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { server, people, browser } = fixture

// The longest words first.
for (const language of mailLanguages.toReversed().slice(0, rounds(1, mailLanguages.length)))
  test(`Each email in ${language} fits 320 and 600 px, light and dark, without axe findings`, {
    timeout: 300_000,
  }, async () => {
    const page = await (await browser.newContext()).newPage()
    for (const mail of mailNames) {
      const reply = await server.call<Settings>(
        'GET',
        `/api/admin/settings?mail=${mail}&language=${language}`,
        {
          token: people.admin.token,
        },
      )
      await page.setContent(reply.json.data.mail?.preview.html ?? '')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [600, 320]) {
          await page.setViewportSize({ width, height: 640 })
          const wide = await page.evaluate('document.documentElement.scrollWidth')
          assert.equal(wide, width, `${mail} is wider than ${width} px`)
          if (process.env.PICTURES) {
            const name = `mail-${mail}-${language}-${width}-${colorScheme}.png`
            await page.screenshot({ path: path.join(process.env.PICTURES, name), fullPage: true })
          }
        }
        // Landmarks belong to the mail program around the email.
        const wrong = (await axeFindings(page)).filter((found) => !/^(landmark-one-main|region):/.test(found))
        assert.deepEqual(wrong, [], `${mail}, ${colorScheme}`)
      }
    }
    await page.context().close()
  })

test('A name or address wider than a phone does not widen an email', async () => {
  const long = 'facility.management.of.the.northern.campus@universitaetsverwaltung.example'
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage()
  const link = `${fixture.base}/app`
  await page.setContent(
    layout({
      language: 'en',
      subject: long,
      heading: long,
      blocks: [
        { kind: 'text', text: long },
        { kind: 'quote', text: long },
        { kind: 'facts', rows: [{ label: long, value: long }] },
        { kind: 'figures', rows: [{ label: long, figure: '3', against: long, url: link }] },
        { kind: 'button', label: long, url: link },
      ],
      footer: long,
      stop: { label: long, url: link },
    }).html,
  )
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'mail-long.png'), fullPage: true })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.context().close()
})
