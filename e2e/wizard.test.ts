/** From registration to a printed sheet: clicks, typing and waiting of a person. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createTenant } from '#test/world.ts'
import { axeFindings } from './axe.ts'
import { openFixture, password } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture = await openFixture()
const { base, server, people } = fixture

const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return
  await rest(page)
  await page.screenshot({ path: path.join(process.env.PICTURES, `wizard-${name}.png`), fullPage: true })
}

/** Characters a minute of a typing person. */
const typing = 200

/** Counts the actions of a person. */
const countActions = () => {
  const began = performance.now()
  let clicks = 0
  let typed = 0
  return {
    click: async (target: Locator): Promise<void> => {
      clicks++
      await target.click()
    },
    /** A field that is reached by Tab costs no click. */
    type: async (target: Locator, text: string): Promise<void> => {
      typed += text.length
      await target.fill(text)
    },
    /** From another window: one press for the field and one for pasting. */
    paste: async (target: Locator, text: string): Promise<void> => {
      clicks += 2
      await target.fill(text)
    },
    sum: () => ({
      clicks,
      typed,
      seconds: Math.round((performance.now() - began) / 1000 + (typed / typing) * 60),
    }),
  }
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

test('From registration to a printed sheet in ten minutes and at most 25 clicks, with a live tick at the first scan', async () => {
  const { page, context, faults } = await fixture.open('desk')
  const hand = countActions()
  await page.goto(`${base}/app/register`)
  await hand.type(page.getByLabel('Organisation'), 'Harbour offices')
  await hand.type(page.getByLabel('Your name'), 'Ana Lind')
  await hand.type(page.getByLabel('Email'), 'ana@harbour.example')
  await hand.type(page.getByLabel('Password', { exact: true }), 'grey tiles and lamps')
  await hand.click(button(page, 'Create account'))
  await hand.click(page.getByRole('link', { name: 'Set up a building' }).last())
  await heading(page, 'Set up a building').waitFor()
  await page.getByText('Washrooms, meeting rooms and a coffee point').waitFor()
  await picture(page, '1-kind')
  await hand.click(page.getByRole('button', { name: /^Office/ }))
  await hand.type(page.getByRole('textbox', { name: 'Name' }), 'Harbour house')
  await hand.type(page.getByLabel('Address'), 'Quay 1, Hamburg')
  await picture(page, '2-place')
  await hand.click(button(page, 'Next'))
  await page.getByRole('heading', { name: '17 rooms' }).waitFor()
  await picture(page, '3-rooms')
  await hand.click(button(page, 'Next'))
  await hand.type(
    page.getByLabel('Email addresses of colleagues'),
    'ben@harbour.example, cem@harbour.example',
  )
  await picture(page, '4-people')
  await hand.click(button(page, 'Next'))
  await page.getByText('17 stickers').waitFor()
  await picture(page, '5-preview')
  await hand.click(button(page, 'Create building'))
  await heading(page, 'Harbour house is set up').waitFor()
  const download = page.waitForEvent('download')
  await hand.click(button(page, 'Download sheet'))
  // The service of the test is on this machine only, which the sheet says before it is saved.
  await picture(page, '6-local')
  await hand.click(page.getByRole('alert').getByRole('button', { name: 'Download PDF' }))
  const sheet = await readFile(await (await download).path())
  const { clicks, typed, seconds } = hand.sum()
  console.log(
    `sign-up to printed sheet: ${clicks} clicks, ${typed} characters, ${seconds} s at ${typing} characters a minute`,
  )
  assert.equal(sheet.subarray(0, 5).toString(), '%PDF-')
  assert.ok(clicks <= 25 && seconds <= 600, `${clicks} clicks, ${seconds} s`)
  await page.getByText('Waiting for your scan').waitFor()
  await picture(page, '6-print')
  await server.drain()
  const invited = server.mails.filter(({ to }) => /^(ben|cem)@harbour\.example$/.test(to))
  assert.equal(invited.length, 2)

  const phone = await fixture.open('phone')
  const tenant = await server.call<{ tokens: { accessToken: string } }>('POST', '/api/auth/login', {
    body: { email: 'ana@harbour.example', password: 'grey tiles and lamps' },
  })
  const token = tenant.json.data.tokens.accessToken
  const run = await server.call<{ result: { first: { url: string }; testTrackingUrl: string } }>(
    'GET',
    '/api/wizard/state',
    { token },
  )
  await phone.page.goto(run.json.data.result.first.url)
  await page.getByText(/Stickers and pages work/).waitFor()
  await picture(page, '7-scanned')
  await phone.page.goto(run.json.data.result.testTrackingUrl)
  await phone.page.getByText('This is a test report').waitFor()
  await picture(phone.page, '8-test')
  assert.deepEqual([...faults, ...phone.faults], [])
  await context.close()
  await phone.context.close()
})

test('Rooms are pasted from a spreadsheet, faults are shown for each cell and fixed in place', async () => {
  const { page, context, faults } = await fixture.open('desk', { as: people.admin.email })
  await page.goto(`${base}/app/wizard`)
  await heading(page, 'Set up a building').waitFor()
  await page.getByRole('button', { name: /^None of these/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old mill')
  await page.getByRole('textbox', { name: 'Floors' }).fill('Ground\nFirst')
  await button(page, 'Next').click()
  await page
    .getByLabel('Room list')
    .fill('Room\tFloor\tKind\nTap 1\tGround\tWashroom\nTap 2\tRoof\tBathhouse\n\tFirst\tLift')
  await button(page, 'Next').click()
  await page.getByText('3 cells need fixing.').waitFor()
  await picture(page, '3-faults')
  assert.match(page.url(), /step=rooms/)
  await page.getByRole('button', { name: 'Only rows to fix (2)' }).click()
  await page.getByLabel('Floor, row 2').selectOption('First')
  await page.getByLabel('Kind, row 2').selectOption('WASHROOM')
  await page.getByLabel('Room, row 3').fill('Lift')
  await button(page, 'Next').click()
  await page.getByLabel('Email addresses of colleagues').waitFor()
  const other = await fixture.open('phone', { as: people.admin.email })
  await other.page.goto(`${base}/app/wizard`)
  await other.page.getByLabel('Email addresses of colleagues').waitFor()
  await picture(other.page, 'phone-people')
  await other.page.goto(`${base}/app/wizard?step=rooms`)
  await other.page.getByLabel('Room, row 3').waitFor()
  assert.equal(
    await other.page.getByLabel('Room, row 3').inputValue(),
    'Lift',
    'gone on with on another device',
  )
  await picture(other.page, 'phone-rooms')
  await other.page.goto(`${base}/app/wizard?step=place`)
  await other.page.getByRole('textbox', { name: 'Name' }).fill('Old paper mill')
  await button(other.page, 'Next').click()
  await other.page.getByLabel('Room, row 3').waitFor()
  await page.goto(`${base}/app/wizard?step=place`)
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Old paper mill')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  const colleague = await fixture.tenant.person(['ADMIN'])
  await server.call('PUT', '/api/wizard/state', {
    token: colleague.token,
    body: { step: 'BUILDING', data: { name: 'Theirs' } },
  })
  await button(page, 'Next').click()
  await page.getByText(`${colleague.name} has changed this setup in the meantime`).waitFor()
  await picture(page, 'overtaken')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await button(page, 'Keep my changes').click()
  assert.equal((await saved).status(), 200)
  await page.getByText(/has changed this setup/).waitFor({ state: 'detached' })
  const state = await server.call<{ steps: { data: { name?: string } }[] }>('GET', '/api/wizard/state', {
    token: people.admin.token,
  })
  assert.equal(state.json.data.steps[0]?.data.name, 'Mine')
  assert.deepEqual([...faults, ...other.faults], [])
  await other.context.close()
  await context.close()
})

test('A list that is longer than the plan allows says so at once, and the first rooms or chosen ones are created', async () => {
  const owner = await (await createTenant(server, { plan: 'TRIAL' })).person(['ADMIN'], { password })
  const { page, context, faults } = await fixture.open('desk', { as: owner.email })
  await page.goto(`${base}/app/wizard`)
  await page.getByRole('button', { name: /^None of these/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old mill')
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: 'Paste a list' }).check()
  await page
    .getByLabel('Room list')
    .fill(Array.from({ length: 60 }, (_, index) => `Tap ${index + 1}\t\tWashroom`).join('\n'))
  await button(page, 'Import list').click()
  const over = page.getByRole('alert')
  await over.getByText('Linked QR codes: 0 used and 60 more; your plan allows 50.').waitFor()
  await over.getByText(/^npx wellkept plan .* ENTERPRISE$/).waitFor()
  await over.getByRole('link', { name: 'Choose another plan' }).waitFor()
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, `3-over-${width}`)
    assert.deepEqual(await axeFindings(page), [], colorScheme)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  }
  await button(page, 'Next').click()
  await page.getByLabel('Email addresses of colleagues').waitFor()
  await page.goto(`${base}/app/wizard?step=print`)
  await over.getByText(/60 more/).waitFor()
  await picture(page, '5-over')
  await over.getByRole('button', { name: 'Create only the first 50' }).click()
  await button(page, 'Create building').waitFor()
  await page.goto(`${base}/app/wizard?step=rooms`)
  await page.getByText('10 left out.').waitFor()
  await page.getByRole('checkbox', { name: 'Create row 2', exact: true }).uncheck()
  await button(page, 'Next rows').click()
  await page.getByRole('checkbox', { name: 'Create row 60' }).check()
  await page.getByRole('heading', { name: '50 rooms' }).waitFor()
  await button(page, 'Next').click()
  await page.goto(`${base}/app/wizard?step=print`)
  await button(page, 'Create building').click()
  const download = page.waitForEvent('download')
  await button(page, 'Download rooms (10)').click()
  const left = await readFile(await (await download).path(), 'utf8')
  assert.match(left, /"Old mill","Tap 2","","Washroom"/)
  assert.doesNotMatch(left, /"Tap 60"/)
  await picture(page, '6-left')
  assert.deepEqual(faults, [])
  await context.close()
})

test('The example fills the draft, is marked on each step, and can be cleared, adapted or created', async () => {
  const owner = await (await createTenant(server)).person(['ADMIN'], { password })
  const { page, context, faults } = await fixture.open('phone', { as: owner.email })
  await page.goto(`${base}/app/wizard`)
  await page.getByRole('button', { name: /^None of these/ }).click()
  const band = page.getByRole('note')
  const name = page.getByRole('textbox', { name: 'Name' })
  await button(page, 'Fill in example').click()
  await band.getByText('This is the example, not your building.').waitFor()
  assert.deepEqual(
    [await name.inputValue(), await page.getByLabel('Monday').inputValue()],
    ['Example building', '07:00–18:00'],
  )
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, `phone-example-${colorScheme}`)
    assert.deepEqual(await axeFindings(page), [], colorScheme)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  }
  await button(page, 'Clear example').click()
  await band.waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), '')
  await button(page, 'Fill in example').click()
  await band.waitFor()
  await name.fill('Harbour house')
  await page.getByLabel('Tuesday').fill('9 to 5')
  await button(page, 'Next').click()
  await page.getByText('Enter hours like 07:00–18:00, in order and without overlap.').waitFor()
  await band.waitFor({ state: 'detached' })
  await page.getByLabel('Tuesday').fill('9–17')
  await button(page, 'Next').click()
  await page.getByRole('heading', { name: '17 rooms' }).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/wizard/state', async (route) => {
    await held.promise
    await route.continue()
  })
  await button(page, 'Next').click()
  // The skip button is for the visible step, and this one is being saved.
  await button(page, 'Skip this step').and(page.locator(':disabled')).waitFor()
  assert.equal(await button(page, 'Back').isDisabled(), true)
  held.resolve()
  await page.getByRole('heading', { name: 'Alerts' }).waitFor()
  await page.unroute('**/api/wizard/state')
  await button(page, 'Skip this step').click()
  await button(page, 'Create building').waitFor()
  await page.goto(`${base}/app/wizard?step=place`)
  await name.fill('')
  await page.getByLabel('Address').fill('')
  await button(page, 'Fill in example').click()
  await band.waitFor()
  await page.goto(`${base}/app/wizard?step=print`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await band.waitFor()
  await page.getByText('1 building · with own service hours').waitFor()
  await page.getByText('17 stickers').waitFor()
  await picture(page, '5-example')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, '5-example-dark')
  await button(page, 'Create example building').click()
  await heading(page, 'Example building is set up').waitFor()
  await picture(page, '6-example')
  await page.getByRole('link', { name: 'Open example building' }).click()
  await heading(page, 'Example building').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})
