import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import { startTestServer } from '#test/server.ts'

const oidc = new OAuth2Server()
await oidc.issuer.keys.generate('RS256')
await oidc.start(0, 'localhost')
after(() => oidc.stop())
const issuer = oidc.issuer.url ?? ''
let asked = 0
oidc.service.on('beforeWellKnownOpenIdConfiguration', () => {
  asked++
})

/** Answers every request the same way. */
const listen = async (answer: Parameters<typeof createServer>[1]): Promise<string> => {
  const server: Server = createServer(answer)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const env = {
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_ISSUER: issuer,
  MICROSOFT_CLIENT_ID: 'microsoft-client',
  MICROSOFT_ISSUER: issuer,
}
const plain = await startTestServer({ worker: false })
const server = await startTestServer({ worker: false, env: { ...env, PASSWORD_MIN_LENGTH: '10' } })
const random = 'r'.repeat(43)
const fair = `state=${random}&nonce=${'n'.repeat(43)}&challenge=${'c'.repeat(43)}`

const policyOf = (reply: { headers: Headers }): string => reply.headers.get('content-security-policy') ?? ''

test('The sign-in page gets the available ways to sign in and the password length as data attributes, not in a script', async () => {
  const bare = await plain.call('GET', '/app/sign-in')
  assert.match(bare.text, /<div id="root" data-ways="(organisation)?" data-password-min-length="12">/)
  const full = await server.call('GET', '/app/welcome')
  assert.match(
    full.text,
    /<div id="root" data-ways="google microsoft( organisation)?" data-password-min-length="10">/,
  )
  for (const page of [bare, full]) assert.match(policyOf(page), /connect-src 'self';/)
})

test('Only the page that returns with a code may call Microsoft’s token endpoint, and no other origin', async () => {
  const back = await server.call('GET', '/app/sign-in?code=abc&state=def')
  assert.match(policyOf(back), new RegExp(`connect-src 'self' ${issuer};`))
  assert.match(back.text, new RegExp(`data-microsoft-token-address="${issuer}/token"`))
  assert.match(back.text, /data-microsoft-client="microsoft-client"/)
  assert.match(policyOf(await server.call('GET', '/app/sign-in?code=abc')), /connect-src 'self';/)
  assert.match(policyOf(await plain.call('GET', '/app/sign-in?code=abc&state=def')), /connect-src 'self';/)
})

test('The redirect to Google requests an ID token in the fragment, with the page’s state and nonce', async () => {
  const reply = await server.call('GET', `/sso/google?${fair}`)
  assert.equal(reply.status, 302)
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  const target = new URL(reply.headers.get('location') ?? '')
  assert.equal(target.origin + target.pathname, `${issuer}/authorize`)
  assert.deepEqual(Object.fromEntries(target.searchParams), {
    client_id: 'google-client',
    redirect_uri: 'http://localhost:3000/app/sign-in',
    state: random,
    nonce: 'n'.repeat(43),
    prompt: 'select_account',
    response_type: 'id_token',
    response_mode: 'fragment',
    scope: 'openid email profile',
  })
})

test('The redirect to Microsoft requests a code with PKCE and a token for our own application', async () => {
  const reply = await server.call('GET', `/sso/microsoft?${fair}`)
  const { searchParams } = new URL(reply.headers.get('location') ?? '')
  assert.equal(searchParams.get('response_type'), 'code')
  assert.equal(searchParams.get('code_challenge'), 'c'.repeat(43))
  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  assert.equal(searchParams.get('scope'), 'microsoft-client/.default openid profile email')
  assert.equal(searchParams.get('redirect_uri'), 'http://localhost:3000/app/sign-in')
})

test('Discovery runs once, also for many requests at the same time', async () => {
  const fresh = await startTestServer({ worker: false, env })
  asked = 0
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => fresh.call('GET', `/sso/google?${fair}`)),
  )
  assert.ok(replies.every(({ status }) => status === 302))
  await fresh.call('GET', `/sso/microsoft?${fair}`)
  assert.equal(asked, 1)
})

test('Only random text is passed on; any error leads back to the page with a reason', async () => {
  const backWith = async (path: string, where = server): Promise<string> => {
    const reply = await where.call('GET', path)
    assert.equal(reply.status, 302, path)
    return reply.headers.get('location') ?? ''
  }
  const spent = '/app/sign-in#trouble=SPENT'
  for (const query of [
    '',
    'state=short&nonce=short',
    `state=${random}`,
    `state=${random}&state=${random}&nonce=${random}`,
    `state=${'x'.repeat(129)}&nonce=${random}`,
    `state=${encodeURIComponent(`${random}&redirect_uri=https://evil.example`)}&nonce=${random}`,
    `state[]=${random}&nonce=${random}`,
  ])
    assert.equal(await backWith(`/sso/google?${query}`), spent, query)
  assert.equal(await backWith(`/sso/microsoft?state=${random}&nonce=${random}`), spent)
  assert.equal(await backWith(`/sso/microsoft?state=${random}&nonce=${random}&challenge=plain`), spent)
  const notHere = '/app/sign-in#trouble=NOT_AVAILABLE'
  assert.equal(await backWith(`/sso/google?${fair}`, plain), notHere)
  assert.equal(await backWith(`/sso/microsoft?${fair}`, plain), notHere)
})

test('A provider that is down, silent, has another issuer or redirects away from https is reported as unreachable within four seconds', async () => {
  const json = (document: unknown) => (_: unknown, response: { end(text: string): void }) =>
    response.end(JSON.stringify(document))
  const named = (url: string, more: Record<string, unknown>): Record<string, unknown> => ({
    issuer: url,
    ...more,
  })
  const gone = 'http://localhost:9'
  const silent = await listen(() => {})
  const foreign = await listen(
    json(named('https://accounts.google.com', { authorization_endpoint: `${issuer}/authorize` })),
  )
  let scriptUrl = ''
  scriptUrl = await listen((request, response) =>
    json(named(scriptUrl, { authorization_endpoint: 'javascript:alert(1)' }))(request, response),
  )
  const elsewhere = await listen((_, response) => response.writeHead(302, { location: issuer }).end())
  const noJson = await listen((_, response) => response.end('<p>Welcome to the hotel</p>'))
  for (const [google, microsoft] of [
    [gone, silent],
    [foreign, scriptUrl],
    [elsewhere, noJson],
  ] as const) {
    const broken = await startTestServer({
      worker: false,
      env: { ...env, GOOGLE_ISSUER: google, MICROSOFT_ISSUER: microsoft },
    })
    const from = performance.now()
    for (const path of [`/sso/google?${fair}`, `/sso/microsoft?${fair}`]) {
      const reply = await broken.call('GET', path)
      assert.equal(reply.headers.get('location'), '/app/sign-in#trouble=PROVIDER_UNREACHABLE', path)
    }
    const page = await broken.call('GET', '/app/sign-in?code=abc&state=def')
    assert.match(policyOf(page), /connect-src 'self';/)
    assert.ok(performance.now() - from < 4000, `${google} and ${microsoft} took too long`)
  }
})
