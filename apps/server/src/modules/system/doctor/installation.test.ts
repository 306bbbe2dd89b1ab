/** Who sees the checks of an installation. The tests go on from each other: one tenant, a super admin, two tenants. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type InstallationCheck, installationChecks } from '#contracts/installation.ts'
import type { PlatformUsage } from '#contracts/super-admin/platform.ts'
import type { WizardState } from '#contracts/wizard.ts'
import { startTestServer } from '#test/server.ts'
import { signInSuperAdmin } from '#test/super-admin.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { de } from './words-de.ts'
import { en } from './words-en.ts'

const server = await startTestServer({ own: true })
let tenant: TestTenant
before(async () => {
  tenant = await createTenant(server)
})

const state = '/api/wizard/state'
const read = async (token: string, query: string): Promise<WizardState> => {
  const reply = await server.call<WizardState>('GET', `${state}?${query}`, { token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
const check = (checks: readonly InstallationCheck[] | undefined, name: string) =>
  checks?.find((one) => one.name === name)

test('An administrator of the only organisation sees every check in order, in either language, without a folder', async () => {
  const { token } = tenant.admin
  assert.equal((await read(token, 'health=true')).runsAlone, true)
  const { installation, health } = await read(token, 'installation=en')
  assert.equal(health, undefined)
  assert.deepEqual(
    installation?.map(({ name }) => name),
    [...installationChecks],
  )
  assert.deepEqual(check(installation, 'BACKUPS'), {
    name: 'BACKUPS',
    state: 'WARN',
    title: 'Backups',
    text: 'None are made.',
    advice: 'Set BACKUP_DIR to a folder on another disk.',
  })
  assert.equal(check(installation, 'DATABASE')?.state, 'OK')
  const said = installation?.map(({ text, advice }) => `${text} ${advice}`).join('\n') ?? ''
  assert.ok(!said.includes(server.built.platform.config.dataDir) && !said.includes('{'), said)
  const german = (await read(token, 'installation=de')).installation
  assert.equal(check(german, 'BACKUPS')?.title, 'Sicherungen')
  assert.equal((await server.call('GET', `${state}?installation=fr`, { token })).status, 400)
})

test('A manager and a caller without a session see nothing', async () => {
  const query = `${state}?installation=en`
  assert.equal((await server.call('GET', query, { token: tenant.manager.token })).status, 403)
  assert.equal((await server.call('GET', query, {})).status, 401)
  const usage = '/api/super-admin/usage?installation=en'
  assert.equal((await server.call('GET', usage, {})).status, 401)
  assert.ok([401, 403].includes((await server.call('GET', usage, { token: tenant.admin.token })).status))
})

test('Where there is a super admin, the checks are theirs, and no administrator of a tenant sees them', async () => {
  const root = await signInSuperAdmin(server)
  const usage = async (query: string): Promise<PlatformUsage['system']> => {
    const reply = await server.call<PlatformUsage>('GET', `/api/super-admin/usage${query}`, { token: root })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.system
  }
  assert.equal((await usage('?installation=de')).installation?.length, installationChecks.length)
  assert.equal((await usage('')).installation, undefined)
  assert.equal((await read(tenant.admin.token, 'installation=en')).installation, undefined)
  assert.equal((await read(tenant.admin.token, 'health=true')).runsAlone, false)
})

test('Where there are two organisations, no administrator sees the checks', async () => {
  await server.built.platform.databases.app.query('delete from platform_user')
  assert.ok((await read(tenant.admin.token, 'installation=en')).installation)
  const other = await createTenant(server)
  for (const { admin } of [tenant, other])
    assert.equal((await read(admin.token, 'installation=en')).installation, undefined)
})

test('Both languages say every finding, with the same facts', () => {
  const factsIn = (texts: readonly (string | undefined)[]): string[] =>
    [...texts.join(' ').matchAll(/\{\w+\}/g)].map(([fact]) => fact).sort()
  for (const [finding, texts] of Object.entries(en.findings))
    assert.deepEqual(factsIn(de.findings[finding as keyof typeof de.findings]), factsIn(texts), finding)
})
