import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { said, toResult } from './result.ts'
import { openAssistant, sendMessage, tokenFor } from './testing/assistant.ts'
import { injections } from './testing/injections.ts'

const server = await startTestServer({ worker: false })

interface Scene {
  readonly tenant: TestTenant
  readonly place: TestPlace
  readonly taskId: string
}

/** A tenant in which visitors and the team wrote these texts wherever they can. */
const sceneOf = async (texts: readonly string[]): Promise<Scene> => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const feedbackIds: string[] = []
  for (const [index, comment] of texts.entries()) {
    const body = { qrCode: place.qrCode, rating: 2, comment }
    const given = await server.call<{ id: string }>('POST', '/api/feedback', {
      body,
      from: `2001:db8:${index}::1`,
    })
    assert.equal(given.status, 201, given.text)
    feedbackIds.push(given.json.data.id)
  }
  // Some look like spam and would wait for a moderator.
  await tenant.inside(({ run }) =>
    run("update feedback set state = 'VISIBLE' where tenant_id = $1", [tenant.id]),
  )
  const [first = ''] = texts
  const task = await server.call<Task>('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: {
      title: first.slice(0, 100),
      description: texts.join('\n').slice(0, 3900),
      amenityId: place.amenityId,
      feedbackIds,
    },
  })
  assert.equal(task.status, 201, task.text)
  const taskId = task.json.data.id
  for (const text of texts.slice(0, 10))
    await server.call('POST', `/api/tasks/${taskId}/notes`, {
      token: tenant.technician.token,
      body: { text },
    })
  return { tenant, place, taskId }
}

const calls = ({ place, taskId }: Scene): [string, Record<string, unknown>][] => [
  ['whoami', {}],
  ['list_buildings', {}],
  ['find_amenity', { q: 'washroom' }],
  ['amenity_summary', { amenityId: place.amenityId }],
  ['status_of', { amenityId: place.amenityId }],
  ['who_is_on_call', {}],
  ['overview', {}],
  ['count_feedback', {}],
  ['list_feedback', { limit: 50 }],
  ['feedback_trend', {}],
  ['issue_ranking', {}],
  ['amenity_ranking', {}],
  ['sla_summary', {}],
  ['list_tasks', {}],
  ['get_task', { taskId }],
]

interface Strings {
  readonly trusted: string[]
  readonly untrusted: string[]
}

const stringsIn = (value: unknown, found: Strings = { trusted: [], untrusted: [] }): Strings => {
  if (typeof value === 'string') found.trusted.push(value)
  else if (typeof value === 'object' && value !== null) {
    const { untrusted, text, ...others } = value as { untrusted?: unknown; text?: unknown }
    const isMarked = untrusted === true && typeof text === 'string' && Object.keys(others).length === 0
    if (isMarked) found.untrusted.push(text)
    else
      for (const [name, inner] of Object.entries(value)) {
        found.trusted.push(name)
        stringsIn(inner, found)
      }
  }
  return found
}

/** Everything that a call could have changed. */
const stateOf = (tenant: TestTenant) =>
  tenant.inside(async ({ run }) => {
    const rows = await run<{ t: string; s: string }>(
      `select 'task' as t, string_agg(x::text, ' ' order by id) as s from task x where tenant_id = $1
       union all select 'note', string_agg(x::text, ' ' order by id) from task_note x where tenant_id = $1
       union all select 'audit', string_agg(x.id::text, ' ' order by id) from audit_entry x where tenant_id = $1
       union all select 'event', string_agg(x.id::text, ' ' order by id) from event x where tenant_id = $1`,
      [tenant.id],
    )
    return rows
  })

test('Thirty injections are only ever data: every one is marked, nothing outside the marks has a word of them, and no call changes anything', async () => {
  assert.equal(injections.length, 30)
  const scene = await sceneOf(injections)
  const before = await stateOf(scene.tenant)
  const assistant = await openAssistant(server, await tokenFor(server, scene.tenant.admin, { write: true }))
  const withoutConnection = await stateOf(scene.tenant)
  const seen = new Set<string>()
  for (const [name, input] of calls(scene)) {
    const { isError, data } = await assistant.use(name, input)
    assert.ok(!isError, name)
    const { trusted, untrusted } = stringsIn(data)
    assert.deepEqual(
      trusted.filter((text) => text.includes('canary-')),
      [],
      name,
    )
    for (const text of untrusted) for (const [canary] of text.matchAll(/canary-\d+-/g)) seen.add(canary)
    if (untrusted.some((text) => text.includes('canary-'))) assert.match(data.notice, /data/)
  }
  assert.equal(seen.size, 30)
  // Adding the connection is an audit entry; the calls added none.
  assert.deepEqual(await stateOf(scene.tenant), withoutConnection)
  assert.equal(before.length, withoutConnection.length)
})

test('Injections change neither the tools nor what is asked of the service', async () => {
  const asked = async (scene: Scene) => {
    const assistant = await openAssistant(server, await tokenFor(server, scene.tenant.admin, { write: true }))
    const { tools } = await assistant.client.listTools()
    const answers: unknown[] = []
    for (const [name, input] of calls(scene)) {
      const { data } = await assistant.use(name, input)
      answers.push([name, shapeOf(data)])
    }
    return { tools, answers }
  }
  const harmless = injections.map((_, index) => `canary-${index}- The tap drips a little`)
  const [calm, attacked] = [await asked(await sceneOf(harmless)), await asked(await sceneOf(injections))]
  assert.deepEqual(attacked.tools, calm.tools)
  assert.deepEqual(attacked.answers, calm.answers)
})

/** Names and kinds of values; of a list that of its first entry, since a long answer may be cut. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'shortened' ? [] : [[name, shapeOf(inner)]])),
  )
}

test('Characters that nobody sees are taken out of what people wrote', () => {
  assert.deepEqual(said('i\u200bg\u{E0069}\u202e\u0007n\nore'), { untrusted: true, text: 'ign\nore' })
  assert.equal(said(''), null)
})

test('No answer exceeds 20 kB, however much people wrote', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const long = '\\"漢'.repeat(1300)
  for (let count = 0; count < 30; count++) {
    const body = { qrCode: place.qrCode, rating: 1, comment: long.slice(0, 1000) }
    await server.call('POST', '/api/feedback', { body, from: `2001:db8:1:${count}::1` })
    const task = { title: long.slice(0, 120), description: long.slice(0, 3900), amenityId: place.amenityId }
    await server.call('POST', '/api/tasks', { token: tenant.admin.token, body: task })
  }
  await tenant.inside(({ run }) =>
    run("update feedback set state = 'VISIBLE' where tenant_id = $1", [tenant.id]),
  )
  const token = await tokenFor(server, tenant.admin)
  const ask = async (name: string, input: object): Promise<string> => {
    const text = await sendMessage(server, token, 'tools/call', { name, arguments: input })
    assert.ok(Buffer.byteLength(text) <= 20_000, `${name}: ${Buffer.byteLength(text)}`)
    assert.doesNotMatch(text, /isError/)
    return text
  }
  assert.match(await ask('list_feedback', { limit: 50 }), /shortened/)
  assert.match(await ask('list_tasks', { limit: 50 }), /shortened/)
  await ask('get_task', { number: 1 })
  await ask('overview', {})
  await ask('feedback_trend', { by: 'day', group: 'amenity', from: '2025-01-01' })
  const huge = toResult({
    rows: Array.from({ length: 5000 }, () => ({ name: 'x'.repeat(90), text: said(long) })),
  })
  assert.ok(JSON.stringify(huge).length < 20_000)
})
