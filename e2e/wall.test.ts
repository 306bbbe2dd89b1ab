/** A wall that runs for months, with the clock of its page advanced. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { server, base, people } = fixture

const wallAt = async (time: string) => {
  const reply = await server.call<{ token: string }>('POST', '/api/sharing/links', {
    token: people.admin.token,
    body: { kind: 'SCREEN', name: 'Lobby' },
  })
  assert.equal(reply.status, 201, reply.text)
  const { page, context, faults } = await fixture.open('desk', { timezoneId: 'Europe/Berlin' })
  await page.clock.install({ time: new Date(time) })
  await page.goto(`${base}/s/${reply.json.data.token}`)
  await page.getByRole('heading', { level: 1, name: /Lobby/ }).waitFor()
  const is = async () => ({
    shift: await page.evaluate(`document.querySelector('main').style.translate`),
    look: await page.evaluate('getComputedStyle(document.documentElement).filter'),
    fits: await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
  })
  return { page, context, faults, is }
}

test('The picture of a wall shifts by some pixels each minute and returns, against burn-in', async () => {
  const { page, context, faults, is } = await wallAt('2026-11-23T12:00:00+01:00')
  const places: unknown[] = []
  for (let minute = 0; minute <= 6; minute++) {
    const { shift, fits } = await is()
    assert.equal(fits, true)
    places.push(shift)
    await page.clock.runFor(60_000)
  }
  assert.deepEqual(places, ['', '4px', '8px 4px', '8px 8px', '4px 8px', '0px 4px', '0px'])
  assert.deepEqual(faults, [])
  await context.close()
})

test('A wall is dim at night and bright again in the morning', async () => {
  const { page, context, is } = await wallAt('2026-11-23T21:58:30+01:00')
  assert.equal((await is()).look, 'none')
  await page.clock.runFor(2 * 60_000)
  assert.equal((await is()).look, 'invert(1) hue-rotate(180deg) brightness(0.6)')
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, 'wall-night.png') })
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.equal((await is()).look, 'brightness(0.6)')
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'wall-night-dark.png') })
  await page.clock.setSystemTime(new Date('2026-11-24T06:00:10+01:00'))
  await page.clock.runFor(60_000)
  assert.equal((await is()).look, 'none')
  await context.close()
})
