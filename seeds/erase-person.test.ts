import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import type { WizardState } from '#contracts/wizard.ts'
import { openTaskLinks, picture } from '#server/modules/operator/testing/task-links.ts'
import { eraseAuditNames } from '#server/platform/audit/erase-names.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { formerMember } from '#server/platform/former-member.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { EraseError, erasePerson } from './erase-person.ts'

const server = await startTestServer()
const { owner } = exportsOn(server)
const { platform } = server.built

const call = async <T extends object = { id: string }>(
  by: TestPerson,
  method: string,
  target: string,
  body?: unknown,
): Promise<T> => {
  const reply = await server.call<T>(method, target, { token: by.token, body })
  assert.ok(reply.status < 300, `${method} ${target}: ${reply.text}`)
  return reply.json.data
}

const logOf = (tenant: TestTenant) =>
  call<AuditEntry[]>(tenant.admin, 'GET', '/api/admin/audit-log?pageSize=100&sort=at')

/** A person whose name is in everything that people can leave behind. */
const withLeaver = async (name: string) => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const leaver = await tenant.person(['ADMIN'], {
    email: `${name.split(' ')[0]?.toLowerCase()}.${tenant.id}@example.com`,
  })
  await call(leaver, 'PATCH', '/api/auth/me', { name })
  const task = await call(leaver, 'POST', '/api/tasks', { title: 'Tap drips' })
  await call(leaver, 'POST', `/api/tasks/${task.id}/notes`, { text: 'Looked at it' })
  await call(leaver, 'POST', `/api/tasks/${task.id}/assign`, { userId: tenant.technician.id })
  await call(leaver, 'POST', `/api/tasks/${task.id}/attachments`, {
    contentType: 'image/png',
    size: 1000,
    kind: 'BEFORE',
  })
  await call(leaver, 'POST', '/api/admin/api-keys', { name: 'Nightly', scopes: ['read'] })
  const feedback = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, comment: 'Cold' },
  })
  await call(leaver, 'PATCH', `/api/admin/feedback/${feedback.json.data.id}`, {
    hidden: true,
    reason: 'Rude',
  })
  await call(leaver, 'POST', '/api/dashboard/feedback/bulk', {
    ids: [feedback.json.data.id],
    done: true,
    reply: 'We are on it',
  })
  // The same fault for the third time: the cause task says who finished it before.
  for (const from of ['10.5.0.1', '10.5.0.2', '10.5.0.3']) {
    await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, issues: ['LEAK'] }, from })
    await server.drain()
    const open = await call<{ id: string; source: string }[]>(
      leaver,
      'GET',
      '/api/tasks?status=OPEN&category=LEAK',
    )
    for (const { id, source } of open)
      if (source === 'FEEDBACK') await call(leaver, 'PATCH', `/api/tasks/${id}/status`, { status: 'DONE' })
    await server.drain()
  }
  await call(tenant.admin, 'POST', '/api/operator/companies', {
    name: 'Sparkle',
    kind: 'PROVIDER',
    contacts: [{ name, email: 'office@sparkle.example', phone: '+49 30 1' }, { name: 'Dispatch' }],
  })
  const tested = { at: server.clock.now().toISOString(), version: 1, ok: true, email: leaver.email }
  await tenant.inside(({ db, tenantId }) =>
    db
      .insertInto('sso_configuration')
      .values({ tenant_id: tenantId, protocol: 'OIDC', last_test: JSON.stringify(tested) })
      .execute(),
  )
  // A wizard run that nobody has applied.
  const typed = `${leaver.email.toUpperCase()}\tTechnician\nsomebody@example.com\tTechnician`
  await call(tenant.admin, 'PUT', '/api/wizard/state', { step: 'BUILDING', data: { name: 'Harbour house' } })
  await call(tenant.admin, 'PUT', '/api/wizard/state', { step: 'TEAM', data: { text: typed } })
  await call(tenant.admin, 'PATCH', `/api/admin/users/${leaver.id}`, { roles: ['MANAGER'] })
  return { tenant, leaver, taskId: task.id }
}
const remove = (tenant: TestTenant, { id }: TestPerson) =>
  call(tenant.admin, 'DELETE', `/api/admin/users/${id}`)

/** Tables with rows that contain one of the words. Events are left out, since they are deleted after 30 days. */
const placesOf = async (tenantId: string, ...words: string[]): Promise<string[]> => {
  const tables = await owner<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'event' order by 1`,
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as name from ${name} r where r.tenant_id = $1
      and exists (select from unnest($2::text[]) w where position(lower(w) in lower(to_jsonb(r)::text)) > 0)`,
  )
  const found = await owner<{ name: string }>(counts.join(' union '), [tenantId, words])
  return found.map(({ name }) => name).sort()
}

test('The name of a person who was removed is erased wherever it is kept, and the chain still verifies', async () => {
  const { tenant, leaver, taskId } = await withLeaver('Zephyrine Quill')
  await remove(tenant, leaver)
  const words = ['Zephyrine', leaver.email]
  const before = await placesOf(tenant.id, ...words)
  for (const name of [
    'api_key',
    'app_user',
    'audit_entry',
    'feedback',
    'feedback_handled',
    'feedback_reply',
    'sso_configuration',
    'task',
    'task_history',
    'task_note',
    'task_word',
    'upload',
    'wizard_run',
  ])
    assert.ok(before.includes(name), `${name}: ${before}`)
  const log = await logOf(tenant)
  const entries = await erasePerson(server.built, tenant.id, leaver.id)
  assert.equal(
    entries,
    log.filter(({ actor, target }) => actor.id === leaver.id || target === leaver.id).length,
  )
  assert.deepEqual(await placesOf(tenant.id, ...words), [])
  assert.deepEqual((await verifyChain(platform, tenant.id)).breaks, [])
  const after = await logOf(tenant)
  assert.deepEqual(
    after.slice(0, -1).map(({ hash }) => hash),
    log.map(({ hash }) => hash),
  )
  for (const { actor, target, targetName } of after) {
    if (actor.id === leaver.id) assert.equal(actor.name, '')
    else assert.notEqual(actor.name, '')
    if (target === leaver.id) assert.equal(targetName, null)
  }
  const { action, actor, target } = after.at(-1) ?? {}
  assert.deepEqual([action, actor?.id, target], ['operator.erasePerson', 'operator', leaver.id])
  const notes = await call<{ author: { name: string }; text: string }[]>(
    tenant.admin,
    'GET',
    `/api/tasks/${taskId}/notes`,
  )
  assert.ok(notes.some((note) => note.author.name === 'Former member' && note.text === 'Looked at it'))
  const { steps } = await call<WizardState>(tenant.admin, 'GET', '/api/wizard/state')
  assert.deepEqual(
    steps.flatMap(({ name, state, data }) => (state === 'SAVED' ? [[name, data]] : [])),
    [['BUILDING', { name: 'Harbour house' }]],
    'only the team is to be typed again',
  )
})

test('Actions by an emailed task link name nobody once the operator is erased, even if they got an account later', async () => {
  const tenant = await createTenant(server)
  const { send, photo, withTask } = openTaskLinks(server)
  const worked = async (name: string, priority: string): Promise<string> => {
    const { operator, token } = await withTask(tenant, { title: 'Mop the hall' }, { name })
    await call(tenant.admin, 'POST', '/api/admin/routing-rules', {
      name: priority,
      when: { priorities: [priority] },
      then: { assign: { operatorId: operator.id } },
    })
    await call(tenant.manager, 'POST', '/api/tasks', { title: 'Sweep the yard', priority })
    await server.drain()
    const done = [
      await send(token, { act: 'note', text: 'Looked at it', formId: 'a' }),
      await photo(token, await picture(), { formId: 'b' }),
      await send(token, { act: 'finish', formId: 'c' }),
    ]
    assert.deepEqual(
      done.map(({ status }) => status),
      [303, 303, 303],
    )
    const before = await placesOf(tenant.id, name)
    for (const place of ['operator', 'task', 'task_history', 'task_note', 'upload'])
      assert.ok(before.includes(place), `${place}: ${before}`)
    return operator.id
  }
  const without = await worked('Ludmila Vane', 'HIGH')
  const later = await worked('Wilhelmina Roth', 'LOW')
  await call(tenant.admin, 'PATCH', `/api/operator/operators/${without}`, { state: 'INACTIVE' })
  await erasePerson(server.built, tenant.id, without)
  assert.deepEqual(await placesOf(tenant.id, 'Ludmila'), [])
  const account = await tenant.person(['TECHNICIAN'])
  await call(tenant.admin, 'PATCH', `/api/operator/operators/${later}`, { userId: account.id })
  await remove(tenant, account)
  await erasePerson(server.built, tenant.id, account.id)
  assert.deepEqual(await placesOf(tenant.id, 'Wilhelmina'), [])
})

test('Members, people of another tenant and unknown ids are not erased', async () => {
  const [mine, theirs] = [await withLeaver('Ottoline Marsh'), await withLeaver('Ottoline Marsh')]
  await remove(theirs.tenant, theirs.leaver)
  const record = { name: 'Ottoline Marsh', userId: mine.leaver.id }
  await call(mine.tenant.admin, 'POST', '/api/operator/operators', record)
  for (const person of [mine.leaver.id, theirs.leaver.id, 'not-an-id', mine.tenant.id])
    await assert.rejects(erasePerson(server.built, mine.tenant.id, person), EraseError)
  await assert.rejects(erasePerson(server.built, 'nobody', mine.leaver.id), EraseError)
  assert.ok((await placesOf(mine.tenant.id, 'Ottoline')).includes('operator'), 'nor is who works here')
  // The database function rejects them too.
  await mine.tenant.inside(async (ctx) => {
    for (const person of [mine.leaver.id, mine.tenant.admin.id, theirs.leaver.id])
      assert.equal(await eraseAuditNames(ctx, person), 0)
  })
  for (const { tenant } of [mine, theirs])
    assert.ok((await logOf(tenant)).every(({ actor }) => actor.name !== ''))
  await remove(mine.tenant, mine.leaver)
  await erasePerson(server.built, mine.tenant.id, mine.leaver.id.toUpperCase())
  assert.ok((await placesOf(theirs.tenant.id, 'Ottoline')).includes('audit_entry'))
})

test('An inactive operator is erased too, and so is the operator of a removed member', async () => {
  const tenant = await createTenant(server)
  const { admin } = tenant
  const operator = await call(admin, 'POST', '/api/operator/operators', {
    name: 'Ludovica Brandt',
    email: 'ludovica@ops.example',
  })
  await call(admin, 'PUT', `/api/operator/operators/${operator.id}/certifications`, {
    certifications: [{ name: 'Lifts of Ludovica' }],
  })
  await call(admin, 'POST', '/api/operator/companies', {
    name: 'Sparkle',
    kind: 'PROVIDER',
    contacts: [{ name: 'Ludovica Brandt', email: 'ludovica@sparkle.example' }, { name: 'Dispatch' }],
  })
  await call(admin, 'POST', '/api/tasks', { title: 'Tap', assignee: { operatorId: operator.id } })
  await call(admin, 'POST', `/api/operator/operators/${operator.id}/duty`, { state: 'ABSENT' })
  await assert.rejects(erasePerson(server.built, tenant.id, operator.id), EraseError, 'may still work')
  await call(admin, 'PATCH', `/api/operator/operators/${operator.id}`, { state: 'INACTIVE' })
  assert.ok((await placesOf(tenant.id, 'Ludovica')).includes('audit_entry'))
  await erasePerson(server.built, tenant.id, operator.id)
  assert.deepEqual(await placesOf(tenant.id, 'Ludovica'), [])
  const [company] = await call<{ contacts: object[] }[]>(admin, 'GET', '/api/operator/companies')
  assert.deepEqual(company?.contacts, [
    { name: formerMember, email: null, phone: null },
    { name: 'Dispatch', email: null, phone: null },
  ])
  const leaver = await tenant.person(['TECHNICIAN'])
  await call(admin, 'POST', '/api/operator/operators', { name: 'Hyacinth Moor', userId: leaver.id })
  await remove(tenant, leaver)
  await erasePerson(server.built, tenant.id, leaver.id)
  assert.deepEqual(await placesOf(tenant.id, 'Hyacinth'), [])
  assert.deepEqual((await verifyChain(platform, tenant.id)).breaks, [])
})

test('If the audit entry cannot be written, nothing is erased', async () => {
  const { tenant, leaver } = await withLeaver('Perpetua Holm')
  await remove(tenant, leaver)
  const before = await placesOf(tenant.id, 'Perpetua')
  await owner(
    "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
  )
  await owner('create trigger refuse before insert on audit_entry for each row execute function refuse()')
  await assert.rejects(erasePerson(server.built, tenant.id, leaver.id))
  await owner('drop trigger refuse on audit_entry')
  assert.deepEqual(await placesOf(tenant.id, 'Perpetua'), before)
})

test('If the audit log cannot be changed, the name is erased everywhere else, and a second time completes it', async () => {
  const { tenant, leaver } = await withLeaver('Apollonia Reed')
  await remove(tenant, leaver)
  await owner(
    "create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
  )
  await owner('create trigger refuse before update on audit_entry for each row execute function refuse()')
  await assert.rejects(erasePerson(server.built, tenant.id, leaver.id))
  await owner('drop trigger refuse on audit_entry')
  assert.deepEqual(await placesOf(tenant.id, 'Apollonia'), ['audit_entry'])
  await erasePerson(server.built, tenant.id, leaver.id)
  assert.deepEqual(await placesOf(tenant.id, 'Apollonia'), [])
})
