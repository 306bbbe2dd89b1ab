/** Sign-in with Google and Microsoft in a browser, against a test provider. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { button, close, desk, isIn, openSignInFixture, work } from './sign-in-fixture.ts'

const { base, people, provider, open, invite, me } = await openSignInFixture()

test('Google signs a known person in, registers an organisation for a new one, and accepts an invitation', async () => {
  const visit = await open('desk')
  const { page } = visit
  const google = { sub: '107691503500061501', email_verified: true, name: 'Mia Manager' }
  provider.answer = { claims: { ...google, email: people.manager.email } }
  await page.goto(`${base}/app/sign-in?next=/app/tasks`)
  await button(page, 'Continue with Google').click()
  await isIn(page, /^\/app\/tasks/)
  assert.equal((await me(page)).email, people.manager.email)
  assert.deepEqual(
    ['response_type', 'response_mode', 'scope', 'redirect_uri', 'prompt'].map((name) =>
      provider.asked.get(name),
    ),
    ['id_token', 'fragment', 'openid email profile', `${base}/app/sign-in`, 'select_account'],
  )

  provider.answer = { claims: { ...google, sub: '107691503500061502', email: 'new@elsewhere.example' } }
  await page.goto(`${base}/app/sign-in`)
  await button(page, 'Continue with Google').click()
  await isIn(page, desk)
  assert.equal((await me(page)).email, 'new@elsewhere.example')
  await close(visit)

  const invited = await open()
  await invited.page.goto(await invite('dana@stage.example'))
  provider.answer = { claims: { ...google, sub: '107691503500061503', email: 'dana@private.example' } }
  await button(invited.page, 'Join with Google').click()
  await isIn(invited.page, work)
  assert.equal((await me(invited.page)).email, 'dana@stage.example')
  await close(invited)
})

test('Microsoft registers an organisation for a new person, recognises them later, and accepts an invitation', async () => {
  const visit = await open()
  const { page } = visit
  const claims = {
    ver: '2.0',
    tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
    oid: '00000000-0000-4000-8000-000000000001',
    preferred_username: 'max@office.example',
    name: 'Max Office',
  }
  provider.answer = { claims }
  for (const moment of ['new', 'known']) {
    await page.goto(`${base}/app/sign-in`)
    await button(page, 'Continue with Microsoft').click()
    await isIn(page, desk)
    assert.equal((await me(page)).email, 'max@office.example', moment)
  }
  assert.match(provider.asked.get('code_challenge') ?? '', /^[\w-]{43}$/)
  await close(visit)

  const invited = await open()
  await invited.page.goto(await invite('erin@stage.example'))
  provider.answer = { claims: { ...claims, oid: '00000000-0000-4000-8000-000000000002' } }
  await button(invited.page, 'Join with Microsoft').click()
  await isIn(invited.page, work)
  assert.equal((await me(invited.page)).email, 'erin@stage.example')
  await close(invited)
})

test('Going back at the provider shows a calm message, and an invitation stays valid', async () => {
  const visit = await open()
  const { page } = visit
  provider.answer = { error: 'access_denied' }
  for (const name of ['Google', 'Microsoft']) {
    await page.goto(`${base}/app/sign-in`)
    await button(page, `Continue with ${name}`).click()
    await page.getByText(`You came back from ${name} without signing in.`).waitFor()
    assert.equal(
      new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash,
      '/app/sign-in',
    )
  }
  await page.goto(await invite('finn@stage.example'))
  await button(page, 'Join with Google').click()
  await page.getByText('You came back from Google without signing in.').waitFor()
  await page.getByLabel('Your name').fill('Finn')
  await button(page, 'Join the team').click()
  await isIn(page, work)
  await close(visit)
})

test('An answer that this tab did not request signs nobody in and is not sent on', async () => {
  const visit = await open()
  const { page } = visit
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const claims = { sub: '1', email: people.admin.email, email_verified: true }
  const foreign = [
    `#id_token=e30.e30.e30&state=${'a'.repeat(43)}`,
    `?code=abc&state=${'a'.repeat(43)}`,
    '?error=access_denied&state=x',
  ]
  for (const address of foreign) {
    await page.goto('about:blank')
    await page.goto(`${base}/app/sign-in${address}`)
    await page.getByText(/not started in this window/).waitFor()
    assert.equal(page.url(), `${base}/app/sign-in`)
  }
  // A token of another sign-in with the right state.
  provider.answer = { claims: { ...claims, nonce: 'of-another-window' } }
  await page.goto(`${base}/app/sign-in`)
  await button(page, 'Continue with Google').click()
  await page.getByText(/not started in this window/).waitFor()
  assert.deepEqual(sent, [])
  // The service refuses an unverified address.
  provider.answer = { claims: { ...claims, email_verified: false } }
  await button(page, 'Continue with Google').click()
  await page.getByText('You could not be signed in by Google.').waitFor()
  assert.deepEqual(sent, ['/api/auth/google'])
  assert.equal(await page.evaluate(() => localStorage.getItem('wellkept.session')), null)
  await close(visit)
})
