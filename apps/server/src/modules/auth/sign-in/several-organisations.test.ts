import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer()

interface SignedIn {
  user: { id: string; roles: string[] }
}

/** A person with accounts in two organisations; the first was used last. */
const createPair = async (email: string) => {
  const [first, second] = [await createTenant(server), await createTenant(server)]
  const theirs = {
    first: await first.person(['MANAGER'], { email }),
    second: await second.person(['TECHNICIAN'], { email }),
  }
  await first.inside(({ run }) =>
    run('update app_user set last_sign_in_at = $3 where tenant_id = $1 and id = $2', [
      first.id,
      theirs.first.id,
      new Date(server.clock.now().getTime() + 1000),
    ]),
  )
  const named = { first: 'Nordlicht', second: 'Hafen West' }
  for (const [which, tenant] of Object.entries({ first, second }))
    await tenant.inside(({ run }) =>
      run('update tenant set name = $2 where id = $1', [tenant.id, named[which as keyof typeof named]]),
    )
  return { first, second, theirs }
}

const mailTo = async (email: string) => {
  await server.drain()
  const mails = server.mails.filter(({ to }) => to === email)
  assert.equal(mails.length, 1, 'one mail for one question')
  const text = mails[0]?.text ?? ''
  server.mails.splice(0)
  return {
    text,
    tokens: [...text.matchAll(/#token=([\w.~-]+)/g)].map(([, token = '']) => token),
    digits: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  }
}
const ask = (email: string, more = {}) =>
  server.call('POST', '/api/auth/magic-link/request', { body: { email, ...more } })
const verify = (token: string, email?: string) =>
  server.call<SignedIn>(
    'GET',
    `/api/auth/magic-link/verify?token=${token}${email ? `&email=${encodeURIComponent(email)}` : ''}`,
  )

test('The emailed link signs in to the account used last, and the same email has a link for each other organisation', async () => {
  const email = 'both@example.com'
  const { second, theirs } = await createPair(email)
  await ask(email)
  const { text, tokens } = await mailTo(email)
  assert.match(text, /sign you in to Nordlicht/)
  assert.match(text, /Hafen West:\n/)
  const signedIn = await Promise.all(tokens.map((token) => verify(token)))
  assert.deepEqual(
    signedIn.map(({ json }) => json.data.user.id),
    [theirs.first.id, theirs.second.id],
  )
  await ask(email, { tenantId: second.id })
  const named = await mailTo(email)
  assert.equal(named.tokens.length, 1)
  assert.doesNotMatch(named.text, /Nordlicht|Hafen West/)
})

test('The digits of an email sign in to its organisation, also if that is not the one used last', async () => {
  const email = 'digits@example.com'
  const { second, theirs } = await createPair(email)
  await ask(email, { tenantId: second.id })
  const { digits } = await mailTo(email)
  assert.equal((await verify(digits, email)).json.data.user.id, theirs.second.id)
})

test('A reset email has a link for the password of each organisation', async () => {
  const email = 'reset@example.com'
  const { theirs } = await createPair(email)
  await server.call('POST', '/api/auth/reset-password', { body: { email } })
  const { text, tokens } = await mailTo(email)
  assert.match(text, /your account at Nordlicht/)
  const reset = await server.call<SignedIn>('POST', '/api/auth/reset-password', {
    body: { token: tokens[1], password: 'a-kettle-on-the-roof' },
  })
  assert.equal(reset.json.data.user.id, theirs.second.id)
})

test('An organisation whose account has not verified the address is not named in the email', async () => {
  const email = 'proved@example.com'
  const { second, theirs } = await createPair(email)
  await second.inside(({ run }) =>
    run('update app_user set email_verified_at = null where tenant_id = $1 and id = $2', [
      second.id,
      theirs.second.id,
    ]),
  )
  await ask(email)
  const { text, tokens } = await mailTo(email)
  assert.equal(tokens.length, 1)
  assert.doesNotMatch(text, /Hafen West/)
})

test('Who opens an emailed link has proved the address, so its account stands before unproved ones; what the version before proved meanwhile is noted at the next sign-in', async () => {
  const tenant = await createTenant(server)
  const email = 'first-link@example.com'
  const { id } = await tenant.person(['MANAGER'], { email })
  const isProved = async (): Promise<boolean | undefined> =>
    (
      await tenant.inside(({ run }) =>
        run<{ proved: boolean }>('select proved from email_directory where email = $1 and tenant_id = $2', [
          email,
          tenant.id,
        ]),
      )
    )[0]?.proved
  const forget = () =>
    tenant.inside(async ({ run }) => {
      await run('update email_directory set proved = false where email = $1 and tenant_id = $2', [
        email,
        tenant.id,
      ])
    })
  await forget()
  await tenant.inside(({ run }) =>
    run('update app_user set email_verified_at = null where tenant_id = $1 and id = $2', [tenant.id, id]),
  )
  await ask(email)
  const { tokens } = await mailTo(email)
  assert.equal(await isProved(), false)
  assert.equal((await verify(tokens[0] ?? '')).json.data.user.id, id)
  assert.equal(await isProved(), true)
  await forget()
  await ask(email)
  assert.equal(await isProved(), true)
  await mailTo(email)
})
