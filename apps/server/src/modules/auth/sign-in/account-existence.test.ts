/** Answers that must not reveal whether an account exists: same bytes, same time, same work. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const { keys, databases } = server.built.platform
const password = 'a-lamp-under-the-stairs'
/** More rounds if a few give no clear result. */
const rounds = { few: 7, many: 25 }

const login = (email: string) =>
  server.call('POST', '/api/auth/login', { body: { email, password: 'not the password of anybody' } })
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

let tenant: TestTenant
let people: Record<string, string>
before(async () => {
  tenant = await createTenant(server)
  const [known, disabled, closed, sso] = [
    await tenant.person(['MANAGER'], { password }),
    await tenant.person(['MANAGER'], { password }),
    await tenant.person(['MANAGER'], { password }),
    await tenant.person(['MANAGER']),
  ]
  await server.call('PATCH', `/api/admin/users/${disabled.id}`, {
    token: tenant.admin.token,
    body: { active: false },
  })
  await tenant.inside(({ db }) =>
    db.updateTable('app_user').set({ failed_sign_ins: 100 }).where('id', '=', closed.id).execute(),
  )
  const invited = 'somebody-invited@example.com'
  await server.call('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email: invited, name: 'Invited', roles: ['TECHNICIAN'] },
  })
  people = {
    unknown: 'nobody-at-all@example.com',
    known: known.email,
    disabled: disabled.email,
    closed: closed.email,
    'without a password': sso.email,
    invited,
  }
})

test('A failed sign-in gives the same bytes, work and time for every kind of account', async (t) => {
  const times = new Map<string, number[]>(Object.keys(people).map((kind) => [kind, []]))
  const work = new Map<string, Set<number>>(Object.keys(people).map((kind) => [kind, new Set()]))
  const bodies = new Set<string>()
  let connections = 0
  const count = (): void => void connections++
  databases.app.on('acquire', count)
  const medians = () => [...times].map(([kind, values]) => [kind, median(values)] as const)
  // One derivation more or less doubles the time or removes it; smaller differences are noise of a busy machine.
  const differs = (): string | undefined => {
    const all = median([...times.values()].flat())
    const odd = medians().find(([, value]) => value <= all * 0.65 || value >= all * 1.5)
    return odd && `${odd[0]}: ${odd[1]} against ${all}`
  }
  for (let round = -2; round < rounds.few || (round < rounds.many && differs()); round++) {
    const kinds = Object.entries(people)
    // Rotated, so that no kind always follows the same one.
    const offset = (round + kinds.length) % kinds.length
    const turned = [...kinds.slice(offset), ...kinds.slice(0, offset)]
    for (const [kind, email] of turned) {
      connections = 0
      const started = performance.now()
      const reply = await login(email)
      const took = performance.now() - started
      assert.equal(reply.status, 401)
      bodies.add(reply.text)
      if (round < 0) continue
      times.get(kind)?.push(took)
      work.get(kind)?.add(connections)
    }
  }
  databases.app.off('acquire', count)
  assert.equal(bodies.size, 1)
  assert.equal(
    new Set([...work.values()].flatMap((counts) => [...counts])).size,
    1,
    JSON.stringify([...work].map(([kind, counts]) => [kind, [...counts]])),
  )
  t.diagnostic(
    medians()
      .map(([kind, value]) => `${kind} ${value.toFixed(1)} ms`)
      .join(', '),
  )
  assert.equal(differs(), undefined)
})

test('A request for a link or a reset takes equally long for known and unknown addresses', async () => {
  for (const path of ['/api/auth/magic-link/request', '/api/auth/reset-password']) {
    const replies = new Set<string>()
    for (const email of [people.known, people.unknown, people.disabled]) {
      const started = performance.now()
      const reply = await server.call('POST', path, { body: { email } })
      assert.ok(performance.now() - started >= 55, `${path} ${email}`)
      assert.equal(reply.status, 200)
      replies.add(reply.text)
    }
    assert.equal(replies.size, 1)
  }
})

const link = async (
  kind: 'SIGN_IN' | 'RESET' | 'INVITATION',
  userId: string,
  more: object = {},
): Promise<string> => {
  const id = newId(server.clock.now().getTime())
  const at = server.clock.now()
  await tenant.inside(({ db }) =>
    db
      .insertInto('mail_link')
      .values({
        tenant_id: tenant.id,
        id,
        kind,
        user_id: userId,
        created_at: at,
        expires_at: new Date(at.getTime() + 600_000),
        ...more,
      })
      .execute(),
  )
  return id
}

test('Reset-password accepts a reset and an invitation once; every other token gets the same bytes as an answer and changes nothing', async () => {
  const { manager, technician } = tenant
  const take = (token: string) =>
    server.call('POST', '/api/auth/reset-password', { body: { token, password: 'a-kettle-on-the-roof' } })
  const past = new Date(server.clock.now().getTime() - 1)
  const stranger = deriveKeys('a secret of another server, 0123456789')
  const elsewhere = await createTenant(server)
  const reset = keys.seal('reset', tenant.id, await link('RESET', manager.id))
  assert.equal((await take(reset)).status, 200)
  const invitation = keys.seal('invitation', tenant.id, await link('INVITATION', technician.id))
  assert.equal((await take(invitation)).status, 200)
  const fresh = await link('RESET', manager.id)
  const refused: Record<string, string> = {
    'a used reset': reset,
    'a used invitation': invitation,
    'a sign-in link': keys.seal('sign-in', tenant.id, await link('SIGN_IN', manager.id)),
    'a sign-in link as a reset': keys.seal('reset', tenant.id, await link('SIGN_IN', manager.id)),
    'a reset as an invitation': keys.seal('invitation', tenant.id, fresh),
    'an expired reset': keys.seal('reset', tenant.id, await link('RESET', manager.id, { expires_at: past })),
    'an expired invitation': keys.seal(
      'invitation',
      tenant.id,
      await link('INVITATION', manager.id, { expires_at: past }),
    ),
    'a reset of another server': stranger.seal('reset', tenant.id, fresh),
    'a reset of another tenant': keys.seal('reset', elsewhere.id, fresh),
    'a tracking token': keys.seal('tracking', tenant.id, fresh),
    'a reset of nobody': keys.seal('reset', tenant.id, newId(Date.now())),
    'a cut reset': keys.seal('reset', tenant.id, fresh).slice(0, -1),
    'an access token': tenant.admin.token,
    garbage: 'garbage',
  }
  const bodies = new Set<string>()
  for (const [kind, token] of Object.entries(refused)) {
    const reply = await take(token)
    assert.equal(reply.status, 401, `${kind}: ${reply.text}`)
    assert.equal(reply.headers.get('set-cookie'), null)
    bodies.add(reply.text)
  }
  assert.equal(bodies.size, 1)
  assert.equal(
    (await take(keys.seal('reset', tenant.id, fresh))).status,
    200,
    'the refused ones have spent nothing',
  )
})

test('Signing in by an emailed link accepts the invitation, and the invitation’s own link stops working', async () => {
  const email = 'accepts-by-link@example.com'
  const invited = await server.call<{ id: string }>('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email, name: 'Invited', roles: ['TECHNICIAN'] },
  })
  const { id } = invited.json.data
  await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
  const links = await tenant.inside(({ db }) =>
    db.selectFrom('mail_link').select(['id', 'kind']).where('user_id', '=', id).execute(),
  )
  const linkId = (kind: string): string => links.find((one) => one.kind === kind)?.id ?? ''
  const token = keys.seal('sign-in', tenant.id, linkId('SIGN_IN'))
  assert.equal((await server.call('GET', `/api/auth/magic-link/verify?token=${token}`)).status, 200)
  const member = await server.call<{ state: string }>('GET', `/api/admin/users/${id}`, {
    token: tenant.admin.token,
  })
  assert.equal(member.json.data.state, 'ACTIVE')
  const late = await server.call('POST', '/api/auth/reset-password', {
    body: { token: keys.seal('invitation', tenant.id, linkId('INVITATION')) },
  })
  assert.equal(late.status, 401)
})
