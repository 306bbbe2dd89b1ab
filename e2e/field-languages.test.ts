/** The field app in the language of its user. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { rounds } from '#test/rounds.ts'
import { openFixture, password } from './fixture.ts'

const fixture = await openFixture()
const { base, server, place, people, tenant } = fixture

await server.call('POST', '/api/feedback', {
  body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'], comment: 'The left one overflows' },
})
await server.drain()
const tasks = await server.call<{ id: string }[]>('GET', '/api/tasks', { token: people.manager.token })
const taskId = tasks.json.data[0]?.id ?? ''

const chooses = (token: string, language: string) =>
  server.call('PATCH', '/api/auth/me', { token, body: { language } })

/** By field name, which is the same in every language. */
const signIn = async (page: Page, email: string): Promise<void> => {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((url) => url.pathname.startsWith('/app/work'))
}

const fits = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`), fullPage: true })
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
}

/** Languages whose texts the page has requested. */
const watchTexts = (context: BrowserContext): Set<string> => {
  const asked = new Set<string>()
  context.on('request', (request) => {
    const name = /\/app\/(?:field|sign-in)-assets\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(request.url())?.[1]
    const language = visitorLanguages.find((one) => one === name)
    if (language) asked.add(language)
  })
  return asked
}

/** The choice was saved for the person. */
const isSaved = (page: Page) =>
  page.waitForResponse(
    (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/api/auth/me'),
  )

/** The service worker of a language is active, so the whole app is cached. */
const isCachedIn = (page: Page, language: string) =>
  page.waitForFunction((wanted) => {
    const { navigator } = globalThis as unknown as {
      navigator: { serviceWorker: { controller: { scriptURL: string } | null } }
    }
    return navigator.serviceWorker.controller?.scriptURL.endsWith(`language=${wanted}`)
  }, language)

test('A Polish phone shows Polish from the sign-in on, loads no other language, and works offline', {
  timeout: 300_000,
}, async () => {
  await chooses(people.technician.token, 'pl')
  const { page, context, faults } = await fixture.open('phone', { locale: 'pl-PL' })
  const asked = watchTexts(context)
  await page.goto(`${base}/app/sign-in`)
  await page.getByRole('heading', { level: 1, name: 'Logowanie' }).waitFor()
  await fits(page, 'sign-in-pl')
  await signIn(page, people.technician.email)
  await page.getByRole('heading', { level: 1, name: 'Moje zadania' }).waitFor()
  await page.getByText('Jeszcze niczyje').first().waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'pl')
  await fits(page, 'tasks-pl')
  assert.deepEqual([...asked], ['pl'])

  await isCachedIn(page, 'pl')
  // The browser's HTTP cache may be emptied at any time; the service worker's cache stays.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Moje zadania' }).waitFor()
  // Polish plural forms: 1 czeka, 2 czekają.
  const take = page.getByRole('button', { name: /^Biorę/ })
  await take.click()
  await page.getByRole('link', { name: /1 czeka$/ }).waitFor()
  await page.getByRole('button', { name: /^Zacznij/ }).click()
  await page.getByRole('link', { name: /2 czekają$/ }).waitFor()
  await fits(page, 'offline-pl')
  // A language that is not cached on this phone: Polish is better than nothing.
  await page.evaluate('localStorage.setItem("wellkept.language", "ja")')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Moje zadania' }).waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('A page that was loading while the app was being cached is served from the cache too', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('phone')
  await page.goto(`${base}/app/sign-in?next=/app/work`)
  await signIn(page, people.manager.email)
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  await isCachedIn(page, 'en')
  await page.evaluate(`navigator.serviceWorker.getRegistration('/app/work').then((one) => one.unregister())`)
  const onItsWay = Promise.withResolvers<void>()
  const kept = Promise.withResolvers<void>()
  const late = await context.newPage()
  await late.route('**/app/work/me', async (route) => {
    onItsWay.resolve()
    await kept.promise
    await route.continue()
  })
  // Registering its own worker must not help: another page has the app cached.
  await late.addInitScript('navigator.serviceWorker.register = () => new Promise(() => {})')
  await page.goto(`${base}/app/sign-in`)
  const opened = late.goto(`${base}/app/work/me`)
  await onItsWay.promise
  await page.goto(`${base}/app/work`)
  await isCachedIn(page, 'en')
  kept.resolve()
  await opened
  await isCachedIn(late, 'en')
  assert.deepEqual(faults, [])
  await context.close()
})

test('The language of the person’s record takes precedence over the browser’s; Arabic is right to left', {
  timeout: 300_000,
}, async () => {
  const { email } = people.manager
  await chooses(people.manager.token, 'ar')
  const { page, context, faults } = await fixture.open('phone')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${base}/app/sign-in?next=/app/work`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await signIn(page, email)
  await page.getByRole('heading', { level: 1, name: 'مهامي' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await fits(page, 'tasks-ar')

  const tabs = page.getByRole('navigation').getByRole('link')
  const [first, last] = [await tabs.first().boundingBox(), await tabs.last().boundingBox()]
  assert.ok(first && last && first.x > last.x, 'the first of the tabs is the one on the right')

  await page.goto(`${base}/app/work/tasks/${taskId}`)
  await page.getByRole('link', { name: 'مهامي' }).locator('svg').waitFor()
  const arrow = await page.evaluate('getComputedStyle(document.querySelector(".back svg")).transform')
  assert.match(String(arrow), /^matrix\(-1, 0, 0, 1,/, 'the arrow back points to the right')
  await fits(page, 'task-ar')
  const acts = [
    ['PATCH', '', { priority: 'LOW', labels: ['east'] }],
    ['PATCH', '/status', { status: 'IN_PROGRESS', blocked: { reason: 'PARTS' } }],
    ['PATCH', '/status', { status: 'OPEN' }],
    ['POST', '/assign', {}],
  ] as const
  for (const [method, act, body] of acts) {
    const { token } = people.manager
    const reply = await server.call(method, `/api/tasks/${taskId}${act}`, { token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  await page.getByRole('button', { name: 'عرض السجل' }).click()
  await page.getByText('عُلّقت: تنقص قطع').waitFor()
  await fits(page, 'history-ar')

  await page.goto(`${base}/app/work/me`)
  await isCachedIn(page, 'ar')
  const saved = isSaved(page)
  await page.getByRole('combobox', { name: 'اللغة' }).selectOption('pl')
  await page.getByRole('heading', { level: 1, name: 'Ja' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('dir'), 'ltr')
  assert.equal((await (await saved).json()).data.user.language, 'pl')
  await isCachedIn(page, 'pl')
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  assert.equal(await page.getByText('Jest nowa wersja.').count(), 0, 'another language is no new version')
  await page.getByRole('navigation').getByRole('link').first().click()
  await page.locator('.task-row a').first().click()
  await page.getByRole('heading', { level: 1, name: /^Zatkana toaleta/ }).waitFor()
  await page.getByRole('button', { name: 'Pokaż historię' }).click()
  await page.getByText('Wstrzymano: brakuje części').waitFor()
  await fits(page, 'history-pl')
  await page.goto(`${base}/app/work/me`)
  await page.getByRole('heading', { level: 1, name: 'Ja' }).waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

/** Each screen, and a text that shows when it is complete. */
const screens = [
  ['', '.task-row'],
  [`/tasks/${taskId}`, 'blockquote'],
  [`/tasks/${taskId}/finish`, 'fieldset'],
  ['/waiting', '.empty'],
  ['/me', 'select[name=language]'],
  ['/me/profile', 'input[name=name]'],
  ['/me/notifications', '.ways'],
  ['/me/security', 'input[name=password]'],
  ['/me/shift', 'input[type=datetime-local]'],
] as const

/** Always tested: the longest words, no spaces, right to left, and many plural forms. */
const languages = visitorLanguages.filter(
  (language) => rounds(0, 1) === 1 || ['de', 'ja', 'ar', 'pl'].includes(language),
)

test(`Every screen fits a phone of 320 px in each of ${languages.length} languages`, {
  timeout: 300_000,
}, async () => {
  const person = await tenant.person(['TECHNICIAN'], { email: 'twelve@stage.example', password })
  const operator = await server.call('POST', '/api/operator/operators', {
    token: tenant.admin.token,
    body: { name: 'Twelve', userId: person.id },
  })
  assert.equal(operator.status, 201, operator.text)
  const context = await fixture.browser.newContext({
    viewport: { width: 320, height: 640 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(`${base}/app/sign-in`)
  await signIn(page, person.email)
  for (const language of languages) {
    await page.goto(`${base}/app/work/me`)
    // Choosing the language that is already stored saves nothing.
    const saved = language === 'en' ? undefined : isSaved(page)
    await page.locator('select[name=language]').selectOption(language)
    await saved
    await page.locator(`html[lang=${language}]`).waitFor()
    for (const [screen, sign] of screens) {
      // Navigates like a link within the app; loading screens directly is tested elsewhere.
      await page.evaluate((address) => {
        const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as {
          history: { pushState(state: null, title: string, address: string): void }
          dispatchEvent(event: unknown): void
          PopStateEvent: new (type: string) => unknown
        }
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/app/work${screen}`)
      await page.locator(sign).first().waitFor()
      await fits(page, `work${screen.replaceAll('/', '-').replace(taskId, 'task')}-${language}`)
    }
    await page.goto(`${base}/app/register`)
    await page.locator('form').waitFor()
    await page.locator(`html[lang=${language}]`).waitFor()
    await fits(page, `register-${language}`)
  }
  await context.close()
})
