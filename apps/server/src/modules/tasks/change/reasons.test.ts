import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { eraseAuthorOfTasks } from '../notes/erase-author.ts'
import { makeTask, move } from '../testing/test-tasks.ts'
import { reasonTexts } from './reason-texts.ts'
import { type Reason, sayReasons } from './reasons.ts'

const server = await startTestServer({ worker: false })

const speaks = (tenant: TestTenant, { id }: TestPerson, language: string): Promise<unknown> =>
  tenant.inside((ctx) =>
    ctx.run('update app_user set language = $3 where tenant_id = $1 and id = $2', [tenant.id, id, language]),
  )

const reasonFor = async ({ token }: TestPerson, id: string): Promise<string | undefined> =>
  (await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token })).json.data.routing?.reason

test('An assignment reason is worded in the language of its reader', async () => {
  const tenant = await createTenant(server)
  const { admin, manager, technician } = tenant
  await speaks(tenant, technician, 'tr')
  await speaks(tenant, manager, 'de-AT')
  await speaks(tenant, admin, 'en')
  const { id } = await makeTask(server, manager, { assignee: { userId: technician.id } })
  assert.equal(await reasonFor(technician, id), `Atayan: ${manager.name}`)
  assert.equal(await reasonFor(manager, id), `Zugewiesen von ${manager.name}`)
  assert.equal(await reasonFor(admin, id), `Assigned by ${manager.name}`)
  const listed = await server.call<Task[]>('GET', '/api/tasks', { token: technician.token })
  assert.equal(listed.json.data[0]?.routing?.reason, `Atayan: ${manager.name}`)
})

test('A person who starts, puts on hold, finishes or reopens an unassigned task claims it, without a time limit', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const acts: Record<string, unknown>[] = [
    { status: 'IN_PROGRESS' },
    { status: 'OPEN', blocked: { reason: 'PARTS' } },
    { status: 'DONE' },
  ]
  const taken = async (id: string, body: Record<string, unknown>) => {
    await tenant.inside((ctx) =>
      ctx.run('update task set routing = $3 where tenant_id = $1 and id = $2', [
        tenant.id,
        id,
        JSON.stringify({
          ruleId: null,
          why: [{ code: 'RULE', rule: 'Quick', name: 'Harbour Plumbing' }],
          reason: 'The rule “Quick” assigns it to Harbour Plumbing',
          tried: [],
          takeBy: new Date(ctx.now.getTime() + 60_000).toISOString(),
        }),
      ]),
    )
    const moved = await move(server, technician, id, body)
    assert.equal(moved.json.data.assignee?.id, technician.id, moved.text)
    const { json } = await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token: manager.token })
    const { routing } = json.data
    assert.deepEqual([routing?.reason, routing?.takeBy], [`Taken by ${technician.name}`, null])
  }
  for (const body of acts) await taken((await makeTask(server, manager)).id, body)
  const done = await makeTask(server, manager)
  await move(server, manager, done.id, { status: 'DONE' })
  await taken(done.id, { status: 'IN_PROGRESS' })
})

test('A reason stored as text, before reasons were facts, is presented as it was written', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeTask(server, tenant.manager)
  await tenant.inside((ctx) =>
    ctx.run('update task set routing = $3 where tenant_id = $1 and id = $2', [
      tenant.id,
      id,
      JSON.stringify({ ruleId: null, reason: 'Handed over while Kim is absent' }),
    ]),
  )
  assert.equal(await reasonFor(tenant.manager, id), 'Handed over while Kim is absent')
})

test('The name of an erased person is in no stored reason', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const { id } = await makeTask(server, manager, { assignee: { userId: technician.id } })
  await tenant.inside((ctx) => eraseAuthorOfTasks(ctx, manager.id, manager.name))
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ routing: string }>('select routing::text from task where tenant_id = $1 and id = $2', [
      tenant.id,
      id,
    ]),
  )
  assert.ok(row)
  assert.ok(!row.routing.includes(manager.name), row.routing)
  assert.match(row.routing, /"why": \[\{"code": "ASSIGNED"/)
})

test('Every reason contains all its facts in every language, and braces in a name are not placeholders', () => {
  const values = { name: '{rule} & Söhne', rule: '{name}', minutes: 90, percent: 75, clock: 'RESPOND' }
  for (const language of visitorLanguages) {
    const { clocks, between: _, ...texts } = reasonTexts[language]
    for (const [code, text] of Object.entries(texts)) {
      const said = sayReasons([{ code, ...values } as Reason], language)
      for (const key of ['name', 'rule'] as const)
        assert.equal(said.includes(values[key]), text.includes(`{${key}}`), `${language} ${code}: ${said}`)
      if (text.includes('{minutes}')) assert.match(said, /90/, `${language} ${code}`)
      if (text.includes('{percent}')) assert.match(said, /75/, `${language} ${code}`)
      if (text.includes('{clock}')) assert.ok(said.includes(clocks.RESPOND), `${language} ${code}`)
      const english = reasonTexts.en[code as Reason['code']]
      const placesOf = (one: string): string[] => (one.match(/\{\w+\}/g) ?? []).sort()
      assert.deepEqual(placesOf(text), placesOf(english), `${language} ${code}`)
    }
  }
})
