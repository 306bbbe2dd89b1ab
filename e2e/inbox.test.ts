/** Triage in the feedback inbox by keyboard, within the tenant's rate limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { newId } from '#server/platform/ids.ts'
import { rounds } from '#test/rounds.ts'
import { focusIn, openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture = await openFixture({ limits: 'spec' })
const { server, tenant, place, people } = fixture

/** Each comment is different; the newest is first. */
const seed = async (many: number, words: (at: number) => string | null, rating = 3): Promise<string[]> => {
  const now = server.clock.now().getTime()
  const ids = Array.from({ length: many }, () => newId(now))
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, language, source, created_at)
       select $1, r.id, $3, $4, $7, r.comment, 'en', r.id::text, $6::timestamptz - r.n * interval '1 minute'
       from unnest($2::uuid[], $5::text[]) with ordinality as r (id, comment, n)`,
      [
        ctx.tenantId,
        ids,
        place.amenityId,
        place.buildingId,
        ids.map((_, at) => words(at)),
        new Date(now),
        rating,
      ],
    ),
  )
  return ids
}

const items = async (query: string): Promise<FeedbackItem[]> =>
  (
    await server.call<FeedbackItem[]>('GET', `/api/dashboard/feedback/recent?pageSize=100&${query}`, {
      token: people.manager.token,
    })
  ).json.data

const reading = (page: Page, words: string) => page.locator('.reading').getByText(words, { exact: true })

/** Text typed into a dialog before it has the focus is lost. */
const writing = (page: Page) =>
  page.getByRole('dialog').locator('input:focus, textarea:focus, select:focus').waitFor()

const answered = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/dashboard/feedback/bulk'))

test('The empty inbox names what it shows, and mentions stickers only if there is no feedback at all', {
  timeout: 120_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/feedback?show=todo&bare=true')
  await page.getByText('Inbox is empty').waitFor()
  await page.goto(`${fixture.base}/app/feedback?show=done`)
  await page.getByText('Nothing marked as done in the last 30 days').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByText('once a visitor scans a sticker').waitFor()
  const sent = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 4 },
    from: '10.1.1.2',
  })
  assert.equal(sent.status, 201, sent.text)
  await page.reload()
  await page.getByText('1 rating without a comment: 4.0').waitFor()
  assert.equal(await page.getByText('once a visitor scans a sticker').count(), 0)
  assert.deepEqual(faults, [])
})

const many = rounds(50, 200)

test(`${many} comments are triaged by keyboard in ${many * 3} seconds within the tenant’s rate limits`, {
  timeout: 600_000,
}, async (t) => {
  const words = (at: number): string => `Comment number ${at + 1} of a long day`
  await seed(many, words)
  await seed(14, () => null, 4)
  const { page, faults } = await openDesk(fixture, people.manager.email, '/feedback')
  const calls = { reads: 0, writes: 0, refused: 0 }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/auth/')) return
    if (response.request().method() === 'GET') calls.reads++
    else calls.writes++
    if (response.status() === 429) calls.refused++
  })
  let keys = 0
  const press = async (key: string): Promise<void> => {
    keys++
    await page.keyboard.press(key)
  }
  const type = async (text: string): Promise<void> => {
    keys += text.length
    await page.keyboard.type(text)
  }
  await page.getByText('15 ratings without a comment, average 4.0').waitFor()
  const began = Date.now()
  for (let at = 0; at < many; at++) {
    // Press nothing before the comment is shown.
    await reading(page, words(at)).waitFor()
    if (at % 25 === 7) {
      await press('r')
      await writing(page)
      await type('Thank you, we look at it.')
      await press('Tab')
      await press('Tab')
      await press('Enter')
    } else if (at % 25 === 12) {
      await press('t')
      await writing(page)
      await press('Enter')
    } else if (at % 10 === 3) {
      await press('l')
      await writing(page)
      await type(at % 20 === 3 ? 'Cleaning' : 'Praise')
      await press('Enter')
      await page.getByRole('dialog').locator('.mantine-Pill-label').waitFor()
      await press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // A labelled comment is still new: go back and mark it as done.
      await press('k')
      await reading(page, words(at)).waitFor()
      await press('e')
    } else if (at % 50 === 20) {
      await press('e')
      await reading(page, words(at + 1)).waitFor()
      await press('u')
      await reading(page, words(at)).waitFor()
      await press('e')
    } else await press('e')
  }
  await page.getByText('Inbox is empty').waitFor()
  await page.getByText('Saving').waitFor({ state: 'hidden', timeout: 300_000 })
  const seconds = Math.round((Date.now() - began) / 1000)
  t.diagnostic(
    `${many} comments in ${seconds} s: ${keys} keys, ${calls.reads} reads, ${calls.writes} writes, ${calls.refused} refused`,
  )
  assert.equal(calls.refused, 0, 'no call was refused as one too many')
  assert.ok(seconds < many * 3, `${seconds} s`)
  assert.ok(calls.writes < many / 2, `${calls.writes} writes`)
  const [settled] = await tenant.inside((ctx) =>
    ctx.run<{ handled: number; labelled: number; replies: number; tasks: number }>(
      `select (select count(*)::int from feedback_handled where tenant_id = $1) as handled,
         (select count(*)::int from feedback_label where tenant_id = $1) as labelled,
         (select count(*)::int from feedback_reply where tenant_id = $1) as replies,
         (select count(*)::int from task where tenant_id = $1) as tasks`,
      [tenant.id],
    ),
  )
  assert.deepEqual(settled, {
    handled: many,
    labelled: many / 10,
    replies: many / 25,
    tasks: many / 25,
  })
  assert.deepEqual(faults, [])
})

test('New comments are announced and shown on request, a refused one returns, and waiting changes are sent when the page is left', {
  timeout: 300_000,
}, async () => {
  const [first = '', second = ''] = await seed(2, (at) => `Left over ${at + 1}`)
  const { page, faults } = await openDesk(fixture, people.manager.email, '/feedback?show=todo&q=left')
  await reading(page, 'Left over 1').waitFor()

  const key = 'idempotency-key'
  const keys: (string | undefined)[] = []
  await page.route('**/api/dashboard/feedback/bulk', (route) => {
    keys.push(route.request().headers()[key])
    return route.abort()
  })
  await page.keyboard.press('e')
  await reading(page, 'Left over 2').waitFor()
  const alert = page.getByRole('alert')
  await alert.getByText('One submission was not changed').waitFor()
  await page.locator(`[data-row="${first}"]`).waitFor()
  await page.unroute('**/api/dashboard/feedback/bulk')
  const taken = answered(page)
  await alert.getByRole('button', { name: 'Try again' }).click()
  const [again] = await Promise.all([
    taken,
    page.locator(`[data-row="${first}"]`).waitFor({ state: 'detached' }),
  ])
  assert.deepEqual(keys, [again.request().headers()[key]], 'it is the same call')
  const waits = async (): Promise<string[]> =>
    (await items('done=false&bare=false&q=left')).map(({ id }) => id)
  assert.deepEqual(await waits(), [second])

  const sent = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 4, comment: 'Left just now' },
    from: '10.1.1.1',
  })
  assert.equal(sent.status, 201, sent.text)
  await page.getByText('1 new').waitFor()
  assert.equal(await page.getByText('Left just now').count(), 0, 'it stands still')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.locator(`[data-row="${sent.json.data.id}"]`).waitFor()

  // The comment stays open; it is marked as done, and the page is left before anything is sent.
  await reading(page, 'Left over 2').waitFor()
  await page.keyboard.press('e')
  await reading(page, 'Left just now').waitFor()
  await page.goto('about:blank')
  while ((await waits()).includes(second)) await rest(page)
  await page.goto(`${fixture.base}/app/feedback?show=todo&q=left`)
  await reading(page, 'Left just now').waitFor()
  await rest(page)
  assert.deepEqual(await waits(), [sent.json.data.id])
  assert.deepEqual(faults, [])
})

test('Rows read before the service handled a change do not bring a finished comment back', async () => {
  const [first = ''] = await seed(3, (at) => `Came back ${at + 1}`)
  const { page, faults } = await openDesk(fixture, people.manager.email, '/feedback?show=all&q=came+back')
  await reading(page, 'Came back 1').waitFor()
  const read = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  await page.route('**/api/dashboard/feedback/recent?*', async (route) => {
    const response = await route.fetch()
    read.resolve()
    await taken.promise
    // The page may have cancelled the request meanwhile.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.route('**/api/dashboard/feedback/bulk', async (route) => {
    await read.promise
    await route.continue()
  })
  await page.keyboard.press('e')
  await reading(page, 'Came back 2').waitFor()
  const settled = answered(page)
  // Creating a task reloads the rows.
  await page.keyboard.press('t')
  await writing(page)
  await page.keyboard.press('Enter')
  await settled
  taken.resolve()
  await page.getByText('Saving').waitFor({ state: 'hidden' })
  await rest(page)
  await page.locator(`[data-row="${first}"]`).getByText('Done').waitFor()
  assert.deepEqual(faults, [])
})

test('While a dialog is open, keys do not act on the list behind it', async () => {
  const [only = ''] = await seed(1, () => 'Behind a dialog')
  const { page, faults } = await openDesk(fixture, people.manager.email, '/feedback?show=todo&q=behind')
  await reading(page, 'Behind a dialog').waitFor()
  await page.keyboard.press('l')
  await writing(page)
  await page.getByRole('dialog').locator('input:focus').blur()
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.ok(await page.locator(`[data-row="${only}"]`).isVisible())
  assert.equal(await page.getByText('Saving').count(), 0)
  assert.deepEqual(faults, [])
})

test('Focus, read comment and keys move together in the middle of the list, and a reply names its recipient', {
  timeout: 120_000,
}, async () => {
  const ids = await seed(7, (at) => `In the middle ${at + 1}`)
  const { page, faults } = await openDesk(fixture, people.manager.email, '/feedback?show=todo&q=middle')
  const isAt = async (at: number): Promise<void> => {
    await focusIn(page, page.locator(`[data-row="${ids[at]}"] [data-row-link]`))
    await reading(page, `In the middle ${at + 1}`).waitFor()
  }
  await reading(page, 'In the middle 1').waitFor()
  await page.keyboard.press('j')
  await isAt(1)
  await page.keyboard.press('j')
  await isAt(2)
  await page.keyboard.press('e')
  await isAt(3)
  await page.getByText('Saving').waitFor()
  assert.match((await page.locator('.screen-title').textContent()) ?? '', /6 new Saving…$/)
  await page.keyboard.press('j')
  await isAt(4)
  await page.keyboard.press('r')
  await writing(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Washroom north · Main building').waitFor()
  await dialog.getByText('In the middle 5').waitFor()
  await page.keyboard.type('We look at it.')
  await dialog.getByRole('button', { name: 'Reply' }).click()
  await isAt(5)
  await page.keyboard.press('u')
  await isAt(4)
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await isAt(5)
  await page.keyboard.press('x')
  await page.keyboard.press('r')
  await dialog.getByText('In the middle 6').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await isAt(6)
  assert.deepEqual(faults, [])
})

test('When all of the last page is done, the inbox continues with the previous page', {
  timeout: 300_000,
}, async () => {
  const words = (at: number): string => `Leafed through ${at + 1}`
  await seed(55, words, 1)
  const address = '/feedback?show=todo&rating=1'
  const { page, faults } = await openDesk(fixture, people.admin.email, `${address}&page=2`)
  for (let at = 50; at < 55; at++) {
    await reading(page, words(at)).waitFor()
    await page.keyboard.press('e')
  }
  await reading(page, words(0)).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('page'), null)
  await page.locator('.pager').getByText('50 in total').waitFor()

  // A page number from when there were more rows.
  await page.goto(`${fixture.base}/app${address}&page=3`)
  await reading(page, words(0)).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('page'), null)
  assert.deepEqual(faults, [])
})

test('A comment marked as done just before the sign-out is saved', async () => {
  const [only = ''] = await seed(1, () => 'Before the way out')
  const { page, faults } = await openDesk(fixture, people.admin.email, '/feedback?show=todo&q=way+out')
  await reading(page, 'Before the way out').waitFor()
  await page.keyboard.press('e')
  await page.locator(`[data-row="${only}"]`).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: people.admin.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname.includes('sign-in'))
  assert.deepEqual(
    (await items('done=true&q=way+out')).map(({ id }) => id),
    [only],
  )
  assert.deepEqual(faults, [])
})

test('Single keys do nothing if they are switched off, and on a phone the comment opens after the list', async () => {
  const [only = ''] = await seed(1, () => 'Seen on a phone')
  const { page } = await openDesk(fixture, people.admin.email, '/feedback')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await page.locator(`[data-row="${only}"] [data-row-link]`).click()
  await reading(page, 'Seen on a phone').waitFor()
  assert.match(page.url(), new RegExp(`id=${only}`))
  assert.ok(!(await page.locator('.inbox-list').isVisible()))
  await page.goBack()
  await page.locator('.inbox-list').waitFor()
  assert.ok(!(await page.locator('.reading').isVisible()))
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('switch').click()
  await rest(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  assert.ok(await page.locator(`[data-row="${only}"]`).isVisible())
  await page.locator(`[data-row="${only}"] [data-row-link]`).click()
  await Promise.all([answered(page), page.getByRole('button', { name: 'Mark as done' }).click()])
  assert.ok((await items('done=true')).some(({ id }) => id === only))
})

test('With review by an administrator, Approve removes a comment from the list, and the next one opens', async () => {
  const { token, email } = people.admin
  const set = await server.call('PATCH', '/api/admin/settings', {
    token,
    body: { privacy: { moderation: 'AFTER' } },
  })
  assert.equal(set.status, 200, set.text)
  for (const comment of ['Earlier to review', 'Later to review'])
    await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 4, comment } })
  const { page, faults } = await openDesk(fixture, email, '/feedback')
  await page.getByRole('button', { name: '2 to review' }).click()
  await reading(page, 'Later to review').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await writing(page)
  await page.keyboard.press('Enter')
  await reading(page, 'Earlier to review').waitFor()
  await page.getByRole('button', { name: '1 to review' }).waitFor()
  assert.deepEqual(
    (await items('toReview=true')).map(({ comment }) => comment),
    ['Earlier to review'],
  )
  assert.deepEqual(faults, [])
})
