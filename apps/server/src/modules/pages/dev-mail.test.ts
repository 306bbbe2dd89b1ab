import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { ServiceError } from '#server/platform/errors.ts'
import { mountDevMail } from './dev-mail.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'wellkept-dev-mail-'))
after(() => rm(folder, { recursive: true, force: true }))
const mail = {
  to: 'ann@example.com',
  subject: 'Sign in',
  text: 'http://localhost:3000/app',
  at: '2026-11-25',
}
await writeFile(path.join(folder, '1.json'), JSON.stringify(mail))

const open = (baseUrl: string) => {
  // A separate app, so that `inject` can set the remote address of a request.
  const app = fastify()
  app.setErrorHandler((error, _, reply) =>
    reply.code(error instanceof ServiceError && error.code === 'NOT_FOUND' ? 404 : 500).send(),
  )
  mountDevMail(app, folder, baseUrl)
  return async (from: { remoteAddress?: string; headers?: Record<string, string> } = {}) => {
    const { headers, ...rest } = from
    const reply = await app.inject({
      url: '/dev/mail',
      headers: { host: 'localhost:3000', ...headers },
      ...rest,
    })
    return { status: reply.statusCode, shown: reply.body.includes('ann@example.com') }
  }
}

test('In development emails are shown at /dev/mail on the same machine', async () => {
  const ask = open('http://localhost:3000')
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    assert.deepEqual(await ask({ remoteAddress }), { status: 200, shown: true }, remoteAddress)
})

test('Emails are not shown to other machines, through a proxy, under another host name, or if BASE_URL is public', async () => {
  const ask = open('http://localhost:3000')
  const none = { status: 404, shown: false }
  for (const remoteAddress of ['203.0.113.9', '192.168.1.7', '::ffff:203.0.113.9', '2001:db8::1'])
    assert.deepEqual(await ask({ remoteAddress }), none, remoteAddress)
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { host: 'feedback.example.com' },
    { host: 'localhost.evil.example' },
  ] as Record<string, string>[])
    assert.deepEqual(await ask({ headers }), none, JSON.stringify(headers))
  assert.deepEqual(await open('https://feedback.example.com')(), none)
})
