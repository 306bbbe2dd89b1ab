/**
 * Charts by keyboard: the number of a bar equals the number of rows that it opens, in the list and by its address.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { insertFeedback } from '#server/modules/dashboard/testing/insert-feedback.ts'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture = await openFixture()
const { server, tenant, place, people, base } = fixture
const house = await server.call<{ name: string }>('GET', `/api/admin/buildings/${place.buildingId}`, {
  token: people.admin.token,
})
const buildingName = house.json.data.name
const hour = 3_600_000
const now = server.clock.now().getTime()
const back = (hours: number): Date => new Date(now - hours * hour)

const submitted = await insertFeedback(tenant, place, [
  ...Array.from({ length: 9 }, (_, index) => ({ at: back(2 + index * 7), rating: 1 + (index % 5) })),
  ...Array.from({ length: 4 }, (_, index) => ({ at: back(30 + index), rating: 5, codes: ['NO_PAPER'] })),
  { at: back(50), rating: null, codes: ['LEAK', 'NO_PAPER'] },
  { at: back(3), rating: 1, counted: false },
])
for (const title of ['Mend the lamp', 'Fill the soap', 'Look at the door'])
  await server.call('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, amenityId: place.amenityId },
  })
await server.drain()
await tenant.inside(async (ctx) => {
  await ctx.run("update feedback set state = 'HIDDEN' where tenant_id = $1 and id = $2", [
    tenant.id,
    submitted[0],
  ])
  await ctx.run(
    `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, resolve_risk_at, resolve_by)
     select $1, id, now() - interval '5 hours', 0, now() - interval '2 hours', now() - interval '1 hour' from task
     where tenant_id = $1 and title = 'Mend the lamp'
     on conflict (tenant_id, task_id) do update
     set resolve_risk_at = excluded.resolve_risk_at, resolve_by = excluded.resolve_by`,
    [tenant.id],
  )
})

const { page, faults } = await openDesk(fixture, people.manager.email, '/figures')

const open = async (address: string, title: string): Promise<void> => {
  await page.goto(`${base}/app${address}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await rest(page)
}

const chart = (name: RegExp): Locator => page.getByRole('application', { name })
const saidBy = async (of: Locator): Promise<string> =>
  (await of.locator('xpath=..').getByRole('status').textContent()) ?? ''

/** Presses the key until the status shows the wanted mark. */
const walk = async (of: Locator, key: string, wanted: RegExp): Promise<RegExpExecArray> => {
  await of.focus()
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press(key)
    const found = wanted.exec(await saidBy(of))
    if (found) return found
  }
  throw new Error(`No mark says ${wanted}: ${await saidBy(of)}`)
}

const total = async (shown: Page): Promise<number> =>
  Number(/([\d,]+) in total/.exec((await shown.locator('.pager').textContent()) ?? '')?.[1]?.replace(',', ''))

/** Opens the rows of the mark, checks their number, and reloads them by their address. */
const opens = async (count: string | undefined, address: RegExp, title: string): Promise<void> => {
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.locator('.pager').waitFor()
  await rest(page)
  assert.equal(await total(page), Number(count))
  assert.match(page.url(), address)
  await page.reload()
  await page.locator('.pager').waitFor()
  await rest(page)
  assert.equal(await total(page), Number(count))
}

const submissions = /(\d+) submissions?\./

test('A day of the trend opens its submissions, including hidden ones but none in quarantine', {
  timeout: 300_000,
}, async () => {
  await open('/figures', 'Figures')
  const trend = chart(/^Average rating over time/)
  const [said, count] = await walk(trend, 'ArrowLeft', /^(?!.*: no rating).*?(\d+) submissions?\./)
  assert.match(said, /n = \d+/)
  await opens(count, /from=[\d-]+&to=[\d-]+.*counted=true|counted=true.*from=/, 'Feedback')
})

for (const label of ['Feedback', 'Average'])
  test(`“${label}” on Today opens the submissions that it counted`, { timeout: 300_000 }, async () => {
    await open('/', 'Today')
    const figure = page.locator('.figure').filter({ has: page.locator('dt', { hasText: label }) })
    await figure.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor()
    await page.locator('.pager').waitFor()
    await rest(page)
    assert.equal(await total(page), submitted.length - 1, 'the hidden one counts, the one held back does not')
  })

test('“Missed” opens every open task that missed its SLA, even if its SLA period has passed', {
  timeout: 300_000,
}, async () => {
  await open(`/sla?to=${back(48).toISOString().slice(0, 10)}`, 'SLA')
  const late = page.locator('.figure').filter({ has: page.locator('dt', { hasText: /^Missed$/ }) })
  const count = await late.locator('.figure-value').textContent()
  assert.equal(count, '1')
  await late.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'SLA missed and at risk' }).waitFor()
  await rest(page)
  assert.equal(await page.getByRole('link', { name: /Mend the lamp$/ }).count(), 1)
})

test('A rating opens its submissions', { timeout: 300_000 }, async () => {
  await open('/figures', 'Figures')
  const [, count] = await walk(chart(/^Ratings by value/), 'ArrowDown', /^Very good: (\d+) of/)
  await opens(count, /rating=5/, 'Feedback')
})

test('An hour of the week opens its submissions; arrow keys move by hours and days', {
  timeout: 300_000,
}, async () => {
  await open('/figures', 'Figures')
  const map = chart(/^Submissions by weekday and hour/)
  await map.focus()
  await page.keyboard.press('ArrowRight')
  assert.match(await saidBy(map), /^Monday, 00:00/)
  await page.keyboard.press('ArrowDown')
  assert.match(await saidBy(map), /^Tuesday, 00:00/)
  await page.keyboard.press('Home')
  const [, count] = await walk(map, 'ArrowRight', /[^0-9]([1-9]\d*) submissions?\./)
  await opens(count, /weekday=\d.*hour=\d+/, 'Feedback')
})

test('An issue opens the submissions that name it', { timeout: 300_000 }, async () => {
  await open('/figures', 'Figures')
  await page.getByRole('region', { name: 'Issues' }).scrollIntoViewIfNeeded()
  const [, count] = await walk(chart(/by frequency/), 'ArrowDown', /^No paper: (\d+) submissions/)
  assert.equal(count, '5')
  await opens(count, /issue=NO_PAPER/, 'Feedback')
})

test('A building opens its submissions', { timeout: 300_000 }, async () => {
  await open('/figures', 'Figures')
  await page.getByRole('region', { name: 'Building comparison' }).scrollIntoViewIfNeeded()
  const [, count] = await walk(chart(/^Building comparison/), 'ArrowDown', submissions)
  await opens(count, new RegExp(`building=${place.buildingId}`), 'Feedback')
})

test('The created tasks of a day open as rows', { timeout: 300_000 }, async () => {
  await open('/work-figures', 'Work figures')
  const [, count] = await walk(chart(/^Created, done and open/), 'ArrowLeft', /Created: ([1-9]\d*)\./)
  await opens(count, /createdFrom=[\d-]+&createdTo=[\d-]+/, 'Tasks')
})

test('A chart is one tab stop, and its table has the same numbers and links', {
  timeout: 300_000,
}, async () => {
  await open('/figures', 'Figures')
  const map = chart(/^Submissions by weekday and hour/)
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').evaluate(({ tagName }) => tagName), 'SUMMARY')
  const ratings = chart(/^Ratings by value/).locator('xpath=..')
  await ratings.getByText('Show as table').click()
  const row = ratings.getByRole('row', { name: /^Very good/ })
  const count = (await row.getByRole('link').textContent()) ?? ''
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor()
  await page.locator('.pager').waitFor()
  await rest(page)
  assert.equal(await total(page), Number(count))
})

test('An amenity with open work is never shown as working, and a manager can read its figures', {
  timeout: 300_000,
}, async () => {
  await open('/figures/amenities', 'Amenities by score')
  await page.getByRole('link', { name: 'Washroom north' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Washroom north' }).waitFor()
  await page.getByText('3 open tasks').waitFor()
  assert.equal(await page.getByText('Working').count(), 0)
  await page.getByRole('link', { name: buildingName }).click()
  await page.getByRole('heading', { level: 1, name: buildingName }).waitFor()
  await page.getByRole('link', { name: 'Washroom north' }).waitFor()
})

test('A report is composed of the chosen parts, and the choice is in the address', {
  timeout: 300_000,
}, async () => {
  await open('/reports', 'Reports')
  await page.getByLabel('Amenities', { exact: true }).uncheck()
  await page.getByLabel('Language').selectOption('de')
  assert.match(page.url(), /contents=OVERVIEW,FEEDBACK,ISSUES,TASKS,SLA,INSPECTIONS&language=de/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Create and download' }).click()
  assert.equal((await download).suggestedFilename(), 'wellkept-report.pdf')
  await page.getByText(/Report downloaded: \d+ KB/).waitFor()
})

test('A list is exported with all its rows and the chosen columns, and shows the API call', {
  timeout: 300_000,
}, async () => {
  await open('/feedback?rating=5', 'Feedback')
  const rows = await total(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${rows} rows at present`).waitFor()
  await dialog.getByLabel('Comment', { exact: true }).uncheck()
  assert.match(
    (await dialog.getByRole('group', { name: 'Export by API' }).textContent()) ?? '',
    /\/api\/dashboard\/export\?what=feedback&rating=5.*columns=createdAt,rating,issues/,
  )
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download file' }).click()
  const file = await download
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n')
  assert.equal(
    lines[0],
    '\uFEFFCreated,Rating,Issues,Amenity,Building,Task,Task status,Task status (in words)',
  )
  assert.equal(lines.length - 1, rows)
})

test('A day note is shown in the trend; administrators create and delete it', {
  timeout: 300_000,
}, async () => {
  assert.equal(await page.getByRole('button', { name: 'Notes on days' }).count(), 0)
  const admin = await openDesk(fixture, people.admin.email, '/figures')
  await admin.page.getByRole('button', { name: 'Notes on days' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText('Enter a note.').waitFor()
  await dialog.getByLabel('Note', { exact: true }).fill('New contractor')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByRole('button', { name: 'Remove “New contractor”' }).waitFor()
  await admin.page.keyboard.press('Escape')
  await admin.page.locator('.chart-notes').getByText('New contractor').waitFor()
  await admin.page.getByRole('button', { name: 'Notes on days' }).click()
  await dialog.getByRole('button', { name: 'Remove “New contractor”' }).click()
  await dialog.getByText('No notes yet.').waitFor()
  assert.deepEqual(admin.faults, [])
  assert.deepEqual(faults, [])
})

test('An amenity of a building in another time zone opens its submissions by that zone', {
  timeout: 300_000,
}, async () => {
  const timeZone = 'Pacific/Auckland'
  const made = async (what: string, body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', `/api/admin/${what}`, {
      token: people.admin.token,
      body,
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const buildingId = await made('buildings', { name: 'Far away', timeZone })
  const amenityId = await made('amenities', { name: 'Far washroom', buildingId, type: 'WASHROOM' })
  const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const day = there.subtract({ days: 1 })
  // In Berlin it is still the day before.
  const at = new Date(day.toZonedDateTime({ timeZone, plainTime: '01:00' }).epochMilliseconds)
  await insertFeedback(tenant, { amenityId, buildingId }, [{ at, rating: 2 }])
  await open(`/figures/amenities?building=${buildingId}&from=${day}&to=${day}`, 'Amenities by score')
  await page
    .getByRole('row', { name: /Far washroom/ })
    .getByRole('link', { name: '1', exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor()
  await page.locator('.pager').waitFor()
  await rest(page)
  assert.equal(await total(page), 1)
})
