/** Searches for secrets in every log line and every column of the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer, systemSecret } from './server.ts'
import { createPlace, createTenant } from './world.ts'

const lines: string[] = []
const server = await startTestServer({ onLog: (line) => void lines.push(line) })

/** All values of all data tables as text. */
const everyRow = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
      texts.push(...found.rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

test('No password, token, key, secret or visitor address is in a log line or the database, also after errors', async () => {
  const secrets = new Map<string, string>()
  const keep = (name: string, value: string | undefined): string => {
    assert.ok(value, `no ${name}`)
    secrets.set(name, value)
    return value
  }
  keep('SECRET', server.built.platform.config.secret)
  keep('SYSTEM_SECRET', systemSecret)
  const almost = keep('wrong system secret', `${systemSecret.slice(0, -1)}x`)
  const password = keep('password', 'orchid-lantern-9917-harbour')
  const wrong = keep('wrong password', 'not-the-lantern-5521-harbour')
  const next = keep('new password', 'violet-lantern-3318-harbour')
  const address = keep('visitor address', '203.0.113.77')
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const post = (path: string, body: unknown, token?: string) =>
    server.call<Record<string, never>>('POST', path, { body, token, from: address })

  const registered = await post('/api/auth/register', {
    organisation: 'Log',
    name: 'Lo',
    email: 'lo@log.example',
    password,
  })
  const { tokens } = registered.json.data as unknown as {
    tokens: { accessToken: string; refreshToken: string }
  }
  keep('access token', tokens.accessToken)
  keep('refresh token', tokens.refreshToken)
  await post('/api/auth/login', { email: 'lo@log.example', password: wrong })
  const login = await post('/api/auth/login', { email: 'lo@log.example', password })
  keep('device cookie', login.headers.get('set-cookie')?.split(/[=;]/)[1])
  await post(
    '/api/auth/change-password',
    { currentPassword: password, newPassword: next },
    tokens.accessToken,
  )
  await post('/api/auth/magic-link/request', { email: 'lo@log.example' })
  await post('/api/auth/reset-password', { email: 'lo@log.example' })
  await server.drain()
  for (const mail of server.mails) {
    const token = /#token=([\w-]+)/.exec(mail.text)?.[1]
    if (token) keep(`token of "${mail.subject}"`, token)
  }
  const link = [...secrets].find(([name]) => name.startsWith('token of'))?.[1] ?? ''
  await server.call('GET', `/api/auth/magic-link/verify?token=${link}`, { from: address })
  await server.call('GET', `/api/auth/magic-link/verify?token=${link}`, { from: address })
  const sent = await post('/api/feedback', { qrCode, rating: 1, comment: 'Dark' })
  keep('tracking token', (sent.json.data as unknown as { trackingToken: string }).trackingToken)
  await server.drain()

  for (const secret of [systemSecret, almost])
    await server.call('GET', '/api/system/metrics', { secret, from: address })

  // Makes everything fail, so that errors are logged with their context.
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  await client.query(
    'alter table session rename to session_gone; alter table app_user rename column name to name_gone; alter table feedback rename to feedback_gone; alter table event rename to event_gone',
  )
  const before = lines.length
  const failing = [
    await post('/api/auth/login', { email: 'lo@log.example', password: next }),
    await post('/api/auth/refresh', { refreshToken: tokens.refreshToken }),
    await post('/api/feedback', { qrCode, rating: 1, comment: 'Dark' }),
    await server.call('GET', '/api/auth/me', { token: tokens.accessToken, from: address }),
    await server.call('GET', '/api/system/metrics', { secret: systemSecret, from: address }),
    await server.call('GET', '/api/auth/me', {
      headers: { 'x-api-key': keep('API key', 'wk_live_0123456789abcdefghijABCDEFGHIJ0123456') },
    }),
  ]
  await client.query(
    'alter table session_gone rename to session; alter table app_user rename column name_gone to name; alter table feedback_gone rename to feedback; alter table event_gone rename to event',
  )
  await client.end()
  assert.ok(
    failing.some(({ status }) => status === 500),
    failing.map(({ text }) => text).join('\n'),
  )
  assert.ok(lines.length > before, 'the faults were not logged')

  const log = lines.join('\n')
  const rows = await everyRow()
  assert.ok(rows.includes('lo@log.example'), 'the search sees the rows')
  for (const [name, value] of secrets) {
    assert.ok(
      !log.includes(value),
      `${name} is in the log: ${lines.find((line) => line.includes(value))?.slice(0, 500)}`,
    )
    assert.ok(!rows.includes(value), `${name} is in the database`)
  }
  for (const { text } of failing) assert.doesNotMatch(text, /session|app_user|select/)
})
