import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeSigningCertificate } from '#server/platform/crypto/certificate.ts'
import { startTestServer } from '#test/server.ts'
import { checkAddress, checkBackups, checkClock, checkEncryption } from './surroundings.ts'

const server = await startTestServer()
const { platform } = server.built

test('A clock that differs from the one of the database is a fault', async () => {
  assert.notEqual((await checkClock(platform, () => new Date())).finding, 'CLOCK_APART')
  const { finding, facts } = await checkClock(platform, () => new Date(Date.now() - 600_000))
  assert.equal(finding, 'CLOCK_APART')
  assert.ok(Math.abs(Number(facts?.seconds) - 600) <= 1)
})

test('An address of this machine answers but reaches no visitor, and a name without an address is a fault', async () => {
  const findings = async (address: string): Promise<string[]> =>
    (await checkAddress(address)).map(({ finding }) => finding)
  assert.deepEqual(await findings(server.base), ['ADDRESS', 'REACH_MACHINE'])
  assert.deepEqual(await findings('http://127.0.0.1:9'), ['ADDRESS_SILENT', 'REACH_MACHINE'])
  assert.deepEqual(await findings('http://nobody.invalid'), ['ADDRESS_UNKNOWN'])
})

test('A certificate that browsers do not trust is a fault, and http beyond this machine needs a look', async () => {
  const { privateKey, certificate } = await makeSigningCertificate('localhost', new Date())
  const tls = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end())
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done))
  after(() => tls.close())
  const { port } = tls.address() as AddressInfo
  const findingOf = async (address: string): Promise<string> =>
    (await checkEncryption(address, new Date())).finding
  assert.equal(await findingOf(`https://localhost:${port}`), 'CERTIFICATE_REFUSED')
  assert.equal(await findingOf('https://localhost:9'), 'ENCRYPTION_SILENT')
  assert.equal(await findingOf('http://feedback.example.com'), 'ENCRYPTION_NONE')
  assert.equal(await findingOf(server.base), 'ENCRYPTION_HERE')
})

test('Without BACKUP_DIR there are no backups, and a folder that cannot be read is a fault', async () => {
  assert.equal((await checkBackups(platform)).finding, 'BACKUPS_NONE')
  const config = { ...platform.config, backupDir: '/nowhere/at/all' }
  assert.equal((await checkBackups({ ...platform, config })).finding, 'BACKUPS_UNREADABLE')
})
