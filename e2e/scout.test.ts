/**
 * A mystery visitor's round of ten stops with eight questions each, on a phone that a technician uses too: activated by
 * a code, walked without a signal, killed in the middle, submitted, sent. Taps are counted. PICTURES=FOLDER keeps
 * pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { AdminRound } from '#contracts/scout/admin-rounds.ts'
import { scoreInspection } from '#contracts/scout/score.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import {
  codeFor,
  storeRound,
  storeScout,
  storeTemplate,
  washroomContent,
} from '#server/modules/scout/testing/scout-stage.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, tenant, people, place } = fixture

const ofKind = (kind: string, most: number) =>
  washroomContent.sections
    .flatMap(({ questions }) => questions.filter((one) => one.kind === kind))
    .slice(0, most)
const content: TemplateContent = {
  ...washroomContent,
  name: 'Ten washrooms',
  presence: 'REQUIRED',
  sections: [{ id: 'all', title: 'All', questions: [...ofKind('SCALE', 5), ...ofKind('YES_NO', 3)] }],
}

/** Of a stop whose first question fails. */
const failedScore =
  scoreInspection(
    content,
    new Map(
      content.sections.flatMap(({ questions }) =>
        questions.map(
          ({ id, kind }, at) =>
            [id, { value: at === 0 ? 0 : kind === 'SCALE' ? 5 : true, na: false }] as const,
        ),
      ),
    ),
  ).score?.toFixed(1) ?? ''

interface Stop {
  readonly id: string
  readonly name: string
  readonly qrCode: string
}

const stops: Stop[] = []
for (let number = 1; number <= 10; number++) {
  const name = `Washroom ${number}`
  const made = await server.call<{ id: string; qrCode: string }>('POST', '/api/admin/amenities', {
    token: people.admin.token,
    body: { name, buildingId: place.buildingId, type: 'WASHROOM' },
  })
  stops.push({ id: made.json.data.id, name, qrCode: made.json.data.qrCode })
}
const name = 'Philippa Marlowe'
const scoutId = await storeScout(tenant, {
  kind: 'MYSTERY',
  name,
  alias: 'Mystery visitor 1',
  buildingIds: [place.buildingId],
})
const round = await storeRound(tenant, {
  buildingId: place.buildingId,
  amenityIds: stops.map(({ id }) => id),
  templateId: await storeTemplate(tenant, content),
  scoutId,
})

const picture = async (page: Page, file: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `scout-${file}.png`), fullPage: true })
}

/** A camera that sees the sticker that `seen` holds, and a browser that reads it. */
const camera = `
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d').fillRect(0, 0, 9, 9)
    return canvas.captureStream(10)
  }
  globalThis.BarcodeDetector = class {
    static async getSupportedFormats() { return ['qr_code'] }
    async detect() { return globalThis.seen ? [{ rawValue: globalThis.seen }] : [] }
  }`

const openPage = async (context: BrowserContext, faults: string[]): Promise<Page> => {
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.addInitScript(camera)
  return page
}

/** What this phone stores of the scout's app, as text. */
const everythingKept = `new Promise((resolve) => {
  const asked = indexedDB.open('wellkept-scout')
  asked.onsuccess = async () => {
    const store = asked.result
    const all = await Promise.all([...store.objectStoreNames].map((name) => new Promise((done) => {
      const read = store.transaction(name).objectStore(name).getAll()
      read.onsuccess = () => done(read.result)
    })))
    store.close()
    resolve(JSON.stringify([all, { ...localStorage }, document.documentElement.outerHTML]))
  }
})`

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
  .jpeg()
  .toBuffer()

const reviewed = async () => {
  const { json } = await server.call<AdminRound[]>('GET', `/api/admin/rounds?id=${round.id}`, {
    token: people.admin.token,
  })
  const [found] = json.data
  assert.ok(found)
  return found
}

test('A round of ten stops is walked without a signal and with no more taps than marks on paper; a killed app loses nothing, and a mystery visitor’s name is nowhere on the phone', {
  timeout: 300_000,
}, async () => {
  const { context, faults, page: first } = await fixture.open('phone', { as: people.technician.email })
  await first.close()
  let page = await openPage(context, faults)
  const code = await codeFor(tenant, scoutId)
  await page.goto(`${base}/scout#code=${code}`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('link', { name: 'Morning round' }).waitFor()
  await page.getByText('On this phone').waitFor()
  await page.getByText('as “Mystery visitor 1”').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await picture(page, 'rounds')
  await context.setOffline(true)
  await page.reload()

  let taps = 0
  /** Targets are large enough for gloves. */
  const tap = async (target: Locator): Promise<void> => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    assert.ok(
      box && box.height >= 56 && box.width >= 56,
      `${await target.textContent()}: ${JSON.stringify(box)}`,
    )
    await target.tap()
    taps++
  }
  const scan = async (stop: Stop): Promise<void> => {
    await page.evaluate(`globalThis.seen = '${base}/q/${stop.qrCode}'`)
    await page.getByRole('heading', { level: 1, name: stop.name, exact: true }).waitFor()
    await page.evaluate('globalThis.seen = undefined')
  }
  const question = (at: number): Locator => page.locator('.question').nth(at)
  const pick = (at: number, text: string): Promise<void> =>
    tap(question(at).locator('.pick').filter({ hasText: text }))
  const answer = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at++) await pick(at, at < 5 ? '5' : 'Yes')
  }
  const finish = async (): Promise<void> => {
    await tap(page.locator('.bar').getByRole('button', { name: 'Done' }))
    await page.getByRole('heading', { level: 1, name: 'Morning round' }).waitFor()
  }

  await tap(page.getByRole('button', { name: 'Start' }))
  await tap(page.getByRole('button', { name: 'Use the camera' }))
  for (const [at, stop] of stops.entries()) {
    await scan(stop)
    if (at === 2) {
      // The first question fails here, which needs a photo, and becomes a finding.
      await pick(0, '0')
      await answer(1, 8)
      // The same function scores on the phone and on the server.
      await page.locator('.bar').getByText(failedScore, { exact: true }).waitFor()
      await page.locator('.bar').getByRole('button', { name: 'Done' }).tap()
      await page.getByText('Please take a photo.').waitFor()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo })
      await page.getByRole('button', { name: 'Remove photo' }).waitFor()
      await question(0).getByRole('link', { name: 'Finding' }).tap()
      await page.locator('label.choice').filter({ hasText: 'Major' }).tap()
      await page.getByLabel('Note').fill('Not cleaned since yesterday')
      await page.getByRole('button', { name: 'Report it' }).tap()
      await picture(page, 'checklist')
    } else if (at === 5) {
      await answer(0, 4)
      // Each answer, the photo and the finding name a question.
      while ((await page.evaluate<string>(everythingKept)).split('"questionId"').length <= 8 * at + 4 + 2)
        await page.waitForTimeout(50)
      // The phone ends the app; nothing was sent since the morning.
      await page.close()
      page = await openPage(context, faults)
      await page.goto(`${base}/scout`)
      await page.getByRole('link', { name: 'Continue' }).tap()
      await page.locator('button.stop').nth(at).tap()
      await question(3).locator('.pick :checked').waitFor({ state: 'attached' })
      assert.equal(await page.locator('.pick :checked').count(), 4)
      await answer(4, 8)
    } else await answer(0, 8)
    await finish()
    // The camera goes on by itself, but in a new page it has to be started.
    if (at === 5) await page.getByRole('button', { name: 'Use the camera' }).tap()
  }
  await picture(page, 'walk')
  await tap(page.getByRole('link', { name: 'Submit round' }))
  await tap(page.getByRole('button', { name: 'Submit round' }))
  // On paper: a head, eight marks and a signature for each stop, and a cover sheet that is signed and handed in.
  assert.equal(taps, 2 + 10 * 9 + 2)
  assert.ok(taps <= 10 * (1 + 8 + 1) + 2)

  await page.getByRole('heading', { level: 1, name: 'My rounds' }).waitFor()
  await page.getByText('Submitted').waitFor()
  await page.getByRole('link', { name: /waiting/ }).tap()
  await picture(page, 'outbox')
  assert.equal((await reviewed()).state, 'SCHEDULED')
  await context.setOffline(false)
  await page.getByText('Nothing is waiting. Everything has been sent.').waitFor()

  const { state, inspections = [], found = [], ...rest } = await reviewed()
  assert.equal(state, 'SUBMITTED')
  assert.deepEqual([rest.doneCount, rest.stopCount], [10, 10])
  assert.ok(inspections.every((one) => one.state === 'COMPLETED' && one.presence === 'SCANNED'))
  assert.deepEqual(
    inspections.map(({ answers }) => answers.length),
    stops.map(() => 8),
  )
  assert.equal(inspections[2]?.answers.flatMap(({ photos }) => photos).length, 1)
  assert.match(JSON.stringify(found), /Not cleaned since yesterday/)

  const kept = await page.evaluate<string>(everythingKept)
  assert.match(kept, /Mystery visitor 1/)
  for (const part of name.split(' ')) assert.ok(!kept.includes(part), part)
  await page.goto(`${base}/app/work`)
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('The language that a scout chose before the code is that of the app and of the record', {
  timeout: 120_000,
}, async () => {
  const invited = await storeScout(tenant, { name: 'Grete', buildingIds: [place.buildingId] })
  const { context, page } = await fixture.open('phone')
  await page.goto(`${base}/scout#code=${await codeFor(tenant, invited)}`)
  await page.getByLabel('Language').selectOption('de')
  await page.getByRole('button', { name: 'Einrichten' }).click()
  await page.getByRole('heading', { name: 'Meine Rundgänge' }).waitFor()
  const stored = await tenant.inside(({ run }) =>
    run<{ language: string }>('select language from scout where id = $1', [invited]),
  )
  assert.deepEqual(stored, [{ language: 'de' }])
  await context.close()
})
