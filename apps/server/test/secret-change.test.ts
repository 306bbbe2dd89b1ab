/** Changes SECRET as in README: the new and the old one together, then the new one alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import type { Settings } from '#contracts/settings.ts'
import type { NewWebhook, SentNow } from '#contracts/webhooks.ts'
import { makeOperator, operatorCalls } from '#server/modules/operator/testing/test-operators.ts'
import {
  adminPassword,
  base,
  createSsoTenant,
  oidcOf,
  openBrowser,
  type SsoTenant,
  startOidcProvider,
} from '#server/modules/sso/testing/test-sso.ts'
import { type Receiver, startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { openStage, verified } from '#server/modules/webhooks/testing/stage.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { prepareDatabase } from '#server/platform/db/prepare.ts'
import { cronJobs, subscribers } from '../build.ts'
import { startTestServer, type TestServer } from './server.ts'
import { createKey, createTenant } from './world.ts'

const env = (secret: string) => ({ SECRET: secret, BASE_URL: base, WEBHOOK_ALLOW_PRIVATE: 'true' })
const [old, next] = [
  'the-first-secret-of-sufficient-length-0123',
  'another-secret-of-sufficient-length-012345',
]
const first = await startTestServer({ env: env(old) })
const provider = await startOidcProvider()

const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#aaa' } })
  .jpeg()
  .toBuffer()

const uploaded = async (ticket: Upload): Promise<string> => {
  const stored = await first.call('PUT', new URL(ticket.url).pathname, {
    body: photo,
    headers: { 'content-type': 'image/jpeg' },
  })
  assert.equal(stored.status, 200, stored.text)
  return ticket.key
}
const image = { contentType: 'image/jpeg', size: photo.length }

/** Creates one of everything that is stored encrypted or sealed, under the first secret. */
const furnish = async (receiver: Receiver) => {
  const tenant = await createSsoTenant(first)
  const { token } = tenant.admin
  const hooks = (await createKey(first, tenant, 'webhooks:manage')).key
  const write = (await createKey(first, tenant, 'write')).key
  const stage = openStage(first)
  const subscriber = { ...tenant, hooks, write }
  const webhook = await stage.subscribe(subscriber, receiver, ['task.created'])
  // Two replaced secrets that still sign.
  for (let time = 0; time < 2; time++) {
    const path = `/api/admin/webhooks/${webhook.id}/rotate-secret`
    assert.equal((await first.call('POST', path, { key: hooks })).status, 200)
  }
  await tenant.set({ enabled: true, ...oidcOf(provider), domains: [tenant.domain] })
  const building = await first.call<{ id: string }>('POST', '/api/admin/buildings', {
    token,
    body: { name: 'Main building' },
  })
  const amenity = await first.call<{ qrCode: string }>('POST', '/api/admin/amenities', {
    token,
    body: { name: 'Washroom', type: 'WASHROOM', buildingId: building.json.data.id },
  })
  const logo = await first.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode: amenity.json.data.qrCode, ...image },
  })
  const branded = await first.call<Settings>('PATCH', '/api/admin/settings', {
    token,
    body: { branding: { logoKey: await uploaded(logo.json.data) } },
  })
  assert.equal(branded.status, 200, branded.text)
  const { id: operatorId } = await makeOperator(first, tenant)
  const proof = await operatorCalls(first, tenant).certify<Upload>(operatorId, { proof: image })
  const certifications = [{ name: 'Lifts', proofKey: await uploaded(proof.json.data) }]
  const certify = async (server: TestServer): Promise<void> => {
    const reply = await operatorCalls(server, tenant).certify(operatorId, { certifications })
    assert.equal(reply.status, 200, reply.text)
  }
  await certify(first)
  return { subscriber, webhook, operatorId, certify, metadata: await metadataOf(first, tenant) }
}

const signIn = async (server: TestServer, { chief }: SsoTenant): Promise<{ token: string }> => {
  const reply = await server.call<{ tokens: { accessToken: string } }>('POST', '/api/auth/login', {
    body: { email: chief.email, password: adminPassword },
  })
  assert.equal(reply.status, 200, reply.text)
  return { token: reply.json.data.tokens.accessToken }
}

const metadataOf = async (server: TestServer, tenant: SsoTenant): Promise<string> =>
  (await openBrowser(server).open(`/sso/${tenant.slug}/metadata?encryption=true`)).text

/** All stored values of it. */
const storedOf = (tenant: SsoTenant) =>
  tenant.inside((ctx) =>
    ctx.run<Record<string, unknown>>(
      `select t.settings #>> '{branding,logoKey}' as logo, w.secret, w.former_secret, w.older_secrets::text as older, w.version, c.proof_key,
         s.client_secret, s.configuration_version, k.private_key, k.encryption_private_key
       from tenant t join webhook w on w.tenant_id = t.id join operator_certification c on c.tenant_id = t.id
       join sso_configuration s on s.tenant_id = t.id join sso_key k on k.tenant_id = t.id where t.id = $1`,
      [tenant.id],
    ),
  )

test('Stored values survive a change of SECRET: webhooks, single sign-on, the logo and certificate documents', async () => {
  const receiver = await startReceiver()
  const { subscriber, webhook, operatorId, certify, metadata } = await furnish(receiver)
  const before = await storedOf(subscriber)
  await first.built.worker?.runCronJob('secret-renewal')
  assert.deepEqual(await storedOf(subscriber), before, 'with one secret there is nothing to renew')

  const both = await startTestServer({ beside: first, env: env(`${next},${old}`), worker: true })
  await both.built.worker?.runCronJob('secret-renewal')
  const renewed = await storedOf(subscriber)
  for (const [name, value] of Object.entries(renewed[0] ?? {}))
    if (value !== null && !name.endsWith('version')) assert.notEqual(value, before[0]?.[name], name)
  // A page opened the day before saves the key as it read it.
  await certify(both)
  await both.built.worker?.runCronJob('secret-renewal')
  assert.deepEqual(await storedOf(subscriber), renewed, 'a proof is the same, however its key is spelled')
  await both.built.worker?.runCronJob('secret-renewal')
  assert.deepEqual(await storedOf(subscriber), renewed, 'the second time there is nothing to do')

  const after = await startTestServer({ beside: first, env: env(next), worker: false })
  assert.deepEqual(after.built.platform.pushKeys, first.built.platform.pushKeys, 'devices need not ask anew')
  const own = await signIn(after, subscriber)
  const settings = await after.call<Settings>('GET', '/api/admin/settings', own)
  const operator = await operatorCalls(after, subscriber).get(operatorId, undefined, own.token)
  for (const url of [settings.json.data.branding.logoUrl, operator.json.data.certifications[0]?.proofUrl]) {
    assert.ok(url, 'its address is there')
    assert.equal((await after.call('GET', new URL(url).pathname)).status, 200)
  }
  assert.equal(await metadataOf(after, subscriber), metadata, 'the same keys towards the provider')
  const left = await openBrowser(after).open(`/sso/${subscriber.slug}/login`)
  assert.equal(new URL(left.location ?? '').origin, new URL(provider.issuer).origin, left.text)
  const sent = await after.call('POST', `/api/admin/webhooks/${webhook.id}/test`, { key: subscriber.hooks })
  assert.equal(sent.status, 200, sent.text)
  assert.ok(verified(receiver.requests.at(-1), webhook.secret))
})

test('A webhook with an unreadable secret is sent nothing unsigned: the attempt has the reason, and a new secret fixes it', async () => {
  const receiver = await startReceiver()
  const { subscriber, webhook } = await furnish(receiver)
  const lost = await startTestServer({ beside: first, env: env(next), worker: false })
  const key = subscriber.hooks
  const send = () => lost.call<SentNow>('POST', `/api/admin/webhooks/${webhook.id}/test`, { key })
  assert.equal((await send()).json.data.error, 'NO_SECRET')
  assert.equal(receiver.requests.length, 0)
  const [delivery] = await openStage(lost).deliveriesOf(subscriber, webhook.id)
  assert.equal(delivery?.attempts[0]?.error, 'NO_SECRET')
  const rotated = await lost.call<NewWebhook>('POST', `/api/admin/webhooks/${webhook.id}/rotate-secret`, {
    key,
  })
  assert.equal((await send()).json.data.error, null)
  assert.ok(verified(receiver.requests.at(-1), rotated.json.data.secret))
})

/** What a start and each command do first. @param lost gives up the previous secret */
const begin = ({ database }: TestServer, secret: string, lost = false): Promise<string[]> =>
  prepareDatabase(database.url, subscribers, cronJobs, { keys: deriveKeys(secret), lost })

const refuses = (server: TestServer, secret: string): Promise<void> =>
  assert.rejects(begin(server, secret), (error: Error) => {
    assert.match(error.message, /^SECRET is not the one .*SECRET=new,previous\..* "npx wellkept secret-lost"/)
    for (const one of secret.split(',')) assert.ok(!error.message.includes(one))
    return true
  })

const sealedIn = async ({ database }: TestServer): Promise<Record<string, unknown>> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(
      `select (select secret_proof from service_state) as proof, (select sealed from push_key) as push,
         (select jsonb_agg(h order by h.tenant_id) from audit_head h) as heads`,
    )
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

test('A start or a command with another SECRET is refused before it writes anything, until the previous one is given up as lost', async () => {
  const server = await startTestServer({ env: env(old), worker: false })
  const { admin } = await createTenant(server)
  await server.call('POST', '/api/admin/buildings', { token: admin.token, body: { name: 'Main building' } })
  // An older version stored no proof text; then the push key shows the wrong secret.
  await refuses(server, next)
  await begin(server, old)
  const before = await sealedIn(server)
  assert.ok(before.proof && before.push && before.heads)
  for (const secret of [next, `${next},a-third-secret-of-sufficient-length-0123456`])
    await refuses(server, secret)
  assert.deepEqual(await sealedIn(server), before)

  await begin(server, next, true)
  await startTestServer({ beside: server, env: env(next), worker: false })
  await begin(server, next)
  await refuses(server, old)
})

test('During a change of SECRET both values are required until the nightly re-encryption; then the new one is enough', async () => {
  const server = await startTestServer({ env: env(old), worker: false })
  const { admin, id } = await createTenant(server)
  await server.call('POST', '/api/admin/buildings', { token: admin.token, body: { name: 'Main building' } })
  await begin(server, old)
  await begin(server, `${next},${old}`)
  const both = await startTestServer({ beside: server, env: env(`${next},${old}`), worker: true })
  await refuses(server, next)
  await refuses(server, old)
  await both.built.worker?.runCronJob('secret-renewal')
  await begin(server, next)
  await refuses(server, old)
  const after = await startTestServer({ beside: server, env: env(next), worker: false })
  const { breaks, entries } = await verifyChain(after.built.platform, id)
  assert.deepEqual(breaks, [])
  assert.ok(entries > 0)
})
