/** Every sign-in of the service's own, in a browser, with the real limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { password } from './fixture.ts'
import { button, close, desk, fillIn, heading, isIn, openSignInFixture, work } from './sign-in-fixture.ts'

const { base, server, people, tenant, open, mailTo, linkTo, invite, me } = await openSignInFixture()

test('Registering requires a password of the minimum length, and ends at the desk', async () => {
  const visit = await open('desk')
  const { page } = visit
  await page.goto(`${base}/app/register`)
  await page.getByText(/At least 10 characters/).waitFor()
  await page.getByLabel('Organisation').fill('Harbour offices')
  await page.getByLabel('Your name').fill('Ana Lind')
  await page.getByLabel('Email').fill('ana@harbour.example')
  await page.getByLabel('Password', { exact: true }).fill('nine chars'.slice(0, 9))
  await button(page, 'Create account').click()
  await page.getByText('Use at least 10 characters.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('grey tiles')
  await button(page, 'Create account').click()
  await isIn(page, desk)
  await heading(page, '').first().waitFor()
  assert.equal((await me(page)).email, 'ana@harbour.example')
  await close(visit)
})

test('One invited technician joins with a password, another without', async () => {
  for (const [email, secret] of [
    ['ben@stage.example', 'ladder and lamp'],
    ['cem@stage.example', ''],
  ] as const) {
    const visit = await open()
    const { page } = visit
    await page.goto(await invite(email))
    await heading(page, 'Join your team').waitFor()
    assert.equal(new URL(page.url()).hash, '', 'the token is out of the address')
    await page.getByLabel('Your name').fill('Ben or Cem')
    if (secret) await page.getByLabel('Password (optional)').fill(secret)
    else {
      // A reload loses the token, which is no longer in the address, and says what to do; the link is still valid.
      const link = await linkTo(email)
      await page.reload()
      await page.getByText(/Open the link in your invitation email again/).waitFor()
      await page.goto(link)
      await page.getByLabel('Your name').fill('Ben or Cem')
    }
    await button(page, 'Join the team').click()
    await isIn(page, work)
    assert.deepEqual((await me(page)).name, 'Ben or Cem')
    await close(visit)
  }
})

test('A wrong password and an unknown address get the same answer; the right password returns to the requested page', async () => {
  const visit = await open('desk')
  const { page } = visit
  await page.goto(`${base}/app/sign-in?next=/app/tasks`)
  const texts: (string | null)[] = []
  for (const email of [people.manager.email, 'nobody@stage.example']) {
    await fillIn(page, email, 'not my password')
    const text = page.getByText(/Wrong email or password/)
    await text.waitFor()
    texts.push(await page.getByRole('main').textContent())
    await page.reload()
  }
  assert.equal(texts[0], texts[1])
  // By keyboard only, past the skip link.
  for (const keys of [people.manager.email, password]) {
    do await page.keyboard.press('Tab')
    while ((await page.locator('input:focus').count()) === 0)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(keys)
  }
  await page.keyboard.press('Enter')
  await isIn(page, /^\/app\/tasks/)
  await close(visit)
})

test('A locked-out person is told until when, signs in by an emailed link, and a known device is not locked out', async () => {
  const email = people.technician.email
  const known = await open()
  await known.page.goto(`${base}/app/sign-in`)
  await fillIn(known.page, email, password)
  await isIn(known.page, work)
  await known.page.evaluate(() => localStorage.removeItem('wellkept.session'))
  for (let tries = 0; tries < 5; tries++)
    await server.call('POST', '/api/auth/login', { body: { email, password: 'wrong password' } })

  const visit = await open()
  const { page } = visit
  await page.clock.install()
  await page.goto(`${base}/app/sign-in`)
  await fillIn(page, email, password)
  const lockout = page
    .getByRole('alert')
    .getByText(/too many attempts\. The password works again at \d\d:\d\d\./)
  await lockout.waitFor()
  const before = await lockout.textContent()
  await page.getByText('15 minutes left').waitFor()
  await page.clock.fastForward('05:01')
  await page.getByText('10 minutes left').waitFor()
  assert.equal(await lockout.textContent(), before, 'what is read out does not change')
  await page.clock.fastForward('10:01')
  await page.getByText('You can try again now.').waitFor()

  await button(page, 'Email me a sign-in link').click()
  await heading(page, 'Check your email').waitFor()
  await page.goto(await linkTo(email))
  await button(page, 'Sign in').click()
  await isIn(page, work)
  assert.equal((await me(page)).email, email)
  await close(visit)

  await known.page.goto(`${base}/app/sign-in`)
  await fillIn(known.page, email, password)
  await isIn(known.page, work)
  await close(known)
})

test('The code of the email signs in; a used link says so and offers a new one', async () => {
  const person = await tenant.person(['TECHNICIAN'], { email: 'code@stage.example' })
  const visit = await open()
  const { page } = visit
  await page.goto(`${base}/app/sign-in`)
  await page.getByLabel('Email').fill(person.email)
  await button(page, 'Email me a sign-in link').click()
  await heading(page, 'Check your email').waitFor()
  const code = /\b\d{6}\b/.exec((await mailTo(person.email)).text)?.[0] ?? ''
  const link = await linkTo(person.email)
  await page.getByLabel('Code from the email').fill('12345')
  await button(page, 'Sign in with code').click()
  await page.getByText('Enter the 6 digits from the email.').waitFor()
  await page.getByLabel('Code from the email').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await button(page, 'Sign in with code').click()
  await isIn(page, work)
  await page.goto(link)
  await button(page, 'Sign in').click()
  await page.getByText(/has been used or has expired/).waitFor()
  await button(page, 'Email me a sign-in link').waitFor()
  await close(visit)
})

test('A sign-in token of a redirect works without a click and continues; a used one says so', async () => {
  const person = await tenant.person(['MANAGER'], { email: 'confirmed@stage.example' })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: person.email } })
  const token = new URL(await linkTo(person.email)).hash.replace('#token=', '')
  const visit = await open('desk')
  const { page } = visit
  await page.goto(`${base}/app/sign-in?next=/app/tasks#sso=${token}`)
  await isIn(page, /^\/app\/tasks/)
  assert.equal((await me(page)).email, person.email)
  await page.goto(`${base}/app/sign-in#sso=${token}`)
  await page.getByText(/took too long/).waitFor()
  assert.equal(page.url(), `${base}/app/sign-in`)
  await close(visit)
})

test('A forgotten password is reset by an emailed link, and the old one is refused', async () => {
  const person = await tenant.person(['TECHNICIAN'], { email: 'forgot@stage.example', password })
  const visit = await open()
  const { page } = visit
  await page.goto(`${base}/app/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await button(page, 'Email me the link').click()
  await page.getByText(/a link is on its way/).waitFor()
  await page.goto(await linkTo(person.email))
  await page.getByLabel('New password').fill('two green buckets')
  await button(page, 'Save password and sign in').click()
  await isIn(page, work)
  for (const [secret, status] of [
    [password, 401],
    ['two green buckets', 200],
  ] as const)
    assert.equal(
      (await server.call('POST', '/api/auth/login', { body: { email: person.email, password: secret } }))
        .status,
      status,
    )
  await close(visit)
})

test('After signing out nothing opens, and a person signed out elsewhere is told so', async () => {
  const visit = await open('desk')
  const { page } = visit
  await page.goto(`${base}/app/sign-in`)
  await fillIn(page, 'ana@harbour.example', 'grey tiles')
  await isIn(page, desk)
  await page.getByRole('button', { name: /Ana Lind/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in').waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('wellkept.session')), null)
  await page.goto(`${base}/app/tasks`)
  await isIn(page, /sign-in/)
  await close(visit)

  const phone = await open()
  await phone.page.goto(`${base}/app/sign-in`)
  await fillIn(phone.page, 'ben@stage.example', 'ladder and lamp')
  await isIn(phone.page, work)
  const other = await server.call<{ tokens: { accessToken: string } }>('POST', '/api/auth/login', {
    body: { email: 'ben@stage.example', password: 'ladder and lamp' },
  })
  const ended = await server.call('POST', '/api/auth/logout', {
    token: other.json.data.tokens.accessToken,
    body: { everywhere: true },
  })
  assert.equal(ended.status, 200)
  await phone.page.goto(`${base}/app/work?from=here`)
  await button(phone.page, 'Check for new tasks').click()
  await phone.page.getByRole('link', { name: 'Sign in' }).click()
  await phone.page.getByText(/Your session has ended/).waitFor()
  await fillIn(phone.page, 'ben@stage.example', 'ladder and lamp')
  await phone.page.waitForURL(`${base}/app/work?from=here`)
  await close(phone)
})
