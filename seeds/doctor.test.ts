import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { startTestServer } from '#test/server.ts'
import { checkAddress, checkBackups, checkClock, checkTls, sendTestMail } from './doctor.ts'

const server = await startTestServer()
const { platform } = server.built
const levels = (found: readonly { level: string }[]): string[] => found.map(({ level }) => level)

test('A clock that differs from the one of the database is BAD', async () => {
  assert.notEqual((await checkClock(platform, new Date())).level, 'BAD')
  const { level, text } = await checkClock(platform, new Date(Date.now() - 600_000))
  assert.equal(level, 'BAD')
  assert.match(text, /differs from the one of the database by (599|600|601) s/)
})

test('An address of this machine answers but is a warning, and a name without an address is BAD', async () => {
  const own = await checkAddress(server.base)
  assert.deepEqual(levels(own), ['ok', 'warning'])
  assert.match(own[1]?.text ?? '', /from this machine only/)
  assert.deepEqual(levels(await checkAddress('http://127.0.0.1:9')), ['warning', 'warning'])
  assert.deepEqual(levels(await checkAddress('http://nobody.invalid')), ['BAD'])
})

test('A certificate that browsers do not trust is BAD, and http beyond this machine a warning', async () => {
  const { privateKey, certificate } = await makeSigningCertificate('localhost', new Date())
  const tls = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end())
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done))
  after(() => tls.close())
  const { port } = tls.address() as AddressInfo
  const { level, text } = await checkTls(`https://localhost:${port}`, new Date())
  assert.equal(level, 'BAD')
  assert.match(text, /do not trust the certificate of localhost/)
  assert.equal((await checkTls('https://localhost:9', new Date())).level, 'warning')
  assert.equal((await checkTls('http://feedback.example.com', new Date())).level, 'warning')
  assert.equal((await checkTls(server.base, new Date())).level, 'ok')
})

test('A test email is sent to the address that was given, and what the server refuses is BAD', async () => {
  assert.equal((await sendTestMail(platform, 'me@example.com')).level, 'ok')
  assert.equal(server.mails.at(-1)?.to, 'me@example.com')
  const mail = {
    ...platform.mail,
    send: async () => {
      throw new Error('no such recipient')
    },
  }
  const { level, text } = await sendTestMail({ ...platform, mail }, 'me@example.com')
  assert.equal(level, 'BAD')
  assert.match(text, /no such recipient/)
})

test('Without BACKUP_DIR there is a warning, and a folder that cannot be read is BAD', async () => {
  assert.match((await checkBackups(platform)).text, /^backups: none are made; set BACKUP_DIR/)
  const config = { ...platform.config, backupDir: '/nowhere/at/all' }
  assert.equal((await checkBackups({ ...platform, config })).level, 'BAD')
})
