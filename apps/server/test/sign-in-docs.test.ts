/** Runs the commands of docs/sign-in.md in order; only curl is replaced. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import { commandsOf } from './docs.ts'
import { startTestServer } from './server.ts'

const oidc = new OAuth2Server()
await oidc.issuer.keys.generate('RS256')
await oidc.start(0, 'localhost')
after(() => oidc.stop())
const issuer = oidc.issuer.url ?? ''
const tokenOf = (claims: Record<string, unknown>): Promise<string> =>
  oidc.issuer.buildToken({ scopesOrTransform: (_header, payload) => void Object.assign(payload, claims) })

const server = await startTestServer({
  env: {
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_ISSUER: issuer,
    MICROSOFT_CLIENT_ID: 'microsoft-client',
    MICROSOFT_ISSUER: issuer,
  },
})
interface SignedIn {
  user: { email: string; roles: string[] }
  tokens: { accessToken: string; refreshToken: string }
  isNewUser: boolean
}

/** Values that the page assumes: earlier answers and emails. */
const known: Record<string, string> = { BASE: server.base }

const { commands, run } = commandsOf('sign-in.md', server, known)

let at = 0
const next = async <T = SignedIn>(what: RegExp, status = 200): Promise<T> => {
  const command = commands[at++] ?? ''
  assert.match(command, what)
  const reply = await run<T>(command)
  assert.equal(reply.status, status, `${command}\n${reply.text}`)
  return reply.json.data
}
const mailed = async (to: string): Promise<{ token: string; digits: string }> => {
  await server.drain()
  const text = server.mails.findLast((mail) => mail.to === to)?.text ?? ''
  return {
    token: /#token=([\w.~-]+)/.exec(text)?.[1] ?? '',
    digits: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  }
}

test('Every command of docs/sign-in.md does what the page says', async () => {
  const ana = 'ana@harbour.example'
  await next(/auth\/register/, 201)
  await next(/auth\/login/)

  await next(/magic-link\/request/)
  known.TOKEN = (await mailed(ana)).token
  assert.equal((await next(/token=\$TOKEN"/)).user.email, ana)
  // The previous email is used up, so a new one is requested.
  await run(commands[at - 2] ?? '')
  known.DIGITS = (await mailed(ana)).digits
  const { user, tokens } = await next(/token=\$DIGITS&email/)
  assert.equal(user.email, ana)

  const invite = async (email: string): Promise<string> => {
    const body = { email, name: 'Somebody', roles: ['TECHNICIAN'] }
    await server.call('POST', '/api/admin/users', { token: tokens.accessToken, body })
    return (await mailed(email)).token
  }
  known.INVITATION = await invite('ben@harbour.example')
  assert.deepEqual((await next(/INVITATION/)).user.roles, ['TECHNICIAN'])
  await next(/reset-password/)
  known.RESET = (await mailed(ana)).token
  const reset = await next(/RESET/)
  assert.equal((await server.call('GET', '/api/auth/me', { token: tokens.accessToken })).status, 401)

  known.GOOGLE_ID_TOKEN = await tokenOf({
    aud: 'google-client',
    sub: '107691503500061501',
    email: 'mia@elsewhere.example',
    email_verified: true,
  })
  assert.equal((await next(/auth\/google/)).isNewUser, true)
  known.MICROSOFT_ACCESS_TOKEN = await tokenOf({
    aud: 'microsoft-client',
    tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
    oid: '00000000-0000-4000-8000-000000000001',
    preferred_username: 'max@office.example',
  })
  assert.equal((await next(/auth\/microsoft/)).isNewUser, true)

  known.REFRESH = reset.tokens.refreshToken
  known.ACCESS = (await next<SignedIn['tokens']>(/auth\/refresh/)).accessToken
  const other = await server.call<SignedIn>('POST', '/api/auth/login', {
    body: { email: ana, password: 'two green buckets' },
  })
  const me = await next<{ sessions: { id: string; current: boolean }[] }>(/auth\/me/)
  known.SESSION = me.sessions.find(({ current }) => !current)?.id ?? ''
  const left = await next<{ sessions: { id: string }[] }>(/endSession/)
  assert.equal(left.sessions.length, me.sessions.length - 1)
  assert.equal(
    (await server.call('GET', '/api/auth/me', { token: other.json.data.tokens.accessToken })).status,
    401,
  )
  await next(/change-password/)
  await next(/auth\/logout/)
  assert.equal((await run(commands.find((command) => /auth\/me" -H/.test(command)) ?? '')).status, 401)
  assert.equal(at, commands.length)
})
