import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { HistoryEntry, Note, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson } from '#test/world.ts'
import { historyOf, listOf, makeTask, move } from '../testing/test-tasks.ts'
import { historyTypes } from './history.ts'
import { historyTexts } from './history-texts.ts'
import { historyWords } from './history-words.ts'

const server = await startTestServer({})

const speak = async ({ token }: TestPerson, language: VisitorLanguage): Promise<void> => {
  const reply = await server.call('PATCH', '/api/auth/me', { token, body: { language } })
  assert.equal(reply.status, 200, reply.text)
}

/** A task that visitors reported twice, with history of almost every type. */
const livedTask = async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { manager, technician } = tenant
  const place = await createPlace(server, tenant)
  for (const from of ['10.9.0.1', '10.9.0.2']) {
    const body = { qrCode: place.qrCode, issues: ['NO_SOAP'] }
    assert.equal((await server.call('POST', '/api/feedback', { body, from })).status, 201)
    await server.drain()
  }
  const [task] = (await listOf(server, manager)).json.data
  assert.ok(task)
  const by = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<void> => {
    const reply = await server.call<Task>(method, `/api/tasks/${task.id}${path}`, {
      token: manager.token,
      body,
    })
    assert.ok(reply.status < 300, reply.text)
  }
  await by('PATCH', '', { priority: 'LOW', labels: ['{from}'] })
  await by('POST', '/assign', { userId: technician.id })
  await by('POST', '/assign', {})
  await by('POST', '/assign', { userId: technician.id })
  await move(server, technician, task.id, { status: 'IN_PROGRESS', blocked: { reason: 'PARTS' } })
  await move(server, technician, task.id, { status: 'DONE', note: 'Part came' })
  await move(server, manager, task.id, { status: 'OPEN' })
  // History as written by the clock, a visitor on the tracking page, and a previous version.
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
       select $1, gen_random_uuid(), $2, now() + row.n * interval '1 minute', row.kind, '', row.name, row.action, row.changes
       from (values (1, 'SYSTEM', 'Wellkept', 'SLA_AT_RISK', '{"clock": [null, "RESPOND"]}'::jsonb),
         (2, 'SYSTEM', 'Wellkept', 'SLA_BREACHED', '{"clock": [null, "RESOLVE"]}'),
         (3, 'SYSTEM', 'Wellkept', 'PRIORITY_RAISED', '{"priority": ["LOW", "HIGH"]}'),
         (4, 'USER', 'Kim', 'MERGED', '{"tasks": [null, "#7, #8"]}'),
         (5, 'SYSTEM', 'Wellkept', 'ESCALATED', '{"reason": [null, "Escalated by rule Late"]}'),
         (6, 'VISITOR', 'Visitor', 'REOPENED', '{"status": ["DONE", "OPEN"], "verification": ["CONFIRMED", "REJECTED"]}'))
         as row (n, kind, name, action, changes) returning 1`,
      [ctx.tenantId, task.id],
    ),
  )
  return { admin: tenant.admin, manager, technician, task }
}

const saidBy = (entries: readonly HistoryEntry[]): string[] => entries.map(({ text }) => text).toSorted()

test('Every history line is presented in the reader’s language; text stored by a previous version is presented as it was written', async () => {
  const { manager, technician, task } = await livedTask()
  await speak(technician, 'pl')
  await speak(manager, 'ar')
  const polish = await historyOf(server, technician, task.id)
  assert.deepEqual(
    saidBy(polish),
    [
      'Utworzono',
      'Zgłoszono ponownie, zgłoszeń razem: 2',
      'Zmieniono: etykiety, priorytet',
      `Przydzielono: ${technician.name}`,
      `Przydzielono: ${technician.name}`,
      'Oddano, każdy może wziąć to zadanie',
      'Zmiana z „nierozpoczęte” na „w toku”',
      'Wstrzymano: brakuje części',
      'Już nie jest wstrzymane',
      'Dodano notatkę',
      'Zmiana z „w toku” na „zrobione”',
      'Otwarto ponownie: znów „nierozpoczęte”',
      'Minęły trzy czwarte czasu na rozpoczęcie',
      'Minął czas na wykonanie',
      'Podniesiono priorytet z „niski” na „wysoki”',
      'Połączono z #7, #8',
      'Escalated by rule Late',
      'Otwarto ponownie: gość mówi, że to nie jest naprawione',
    ].toSorted(),
  )
  const arabic = await historyOf(server, manager, task.id)
  const lineIn = (entries: readonly HistoryEntry[], type: string) => entries.find((one) => one.type === type)
  assert.equal(lineIn(arabic, 'BLOCKED')?.text, 'عُلّقت: تنقص قطع')
  assert.equal(lineIn(arabic, 'EDITED')?.text, 'تغيّر: الوسوم، الأولوية')
  assert.equal(lineIn(arabic, 'ESCALATED')?.text, 'Escalated by rule Late')
  for (const { type, text } of arabic)
    if (type !== 'ESCALATED') assert.doesNotMatch(text.replace(technician.name, ''), /[a-z{}]/i, type)
  assert.deepEqual(
    [polish.at(-1)?.actor, arabic.at(-1)?.actor],
    ['Gość', 'زائر'].map((name) => ({ id: null, name, kind: 'VISITOR' })),
  )
  assert.equal(lineIn(arabic, 'BLOCKED')?.actor.name, technician.name)
  assert.deepEqual(
    arabic.map(({ id, changes }) => [id, changes]),
    polish.map(({ id, changes }) => [id, changes]),
    'the facts are the same in each language',
  )
})

test('Notes about merged tasks are written in the organisation’s language', async () => {
  const { admin, manager } = await createTenant(server, { plan: 'BUSINESS' })
  const body = { visitorLanguages: ['pl', 'en'] }
  const set = await server.call('PATCH', '/api/admin/settings', { token: admin.token, body })
  assert.equal(set.status, 200, set.text)
  const [kept, merged] = [await makeTask(server, manager), await makeTask(server, manager)]
  const reply = await server.call('POST', `/api/tasks/${kept.id}/merge`, {
    token: manager.token,
    body: { taskIds: [merged.id] },
  })
  assert.equal(reply.status, 200, reply.text)
  const noteOf = async ({ id }: Task) =>
    (await server.call<Note[]>('GET', `/api/tasks/${id}/notes`, { token: manager.token })).json.data[0]?.text
  assert.equal(await noteOf(kept), `Połączono z #${merged.number}: ${merged.title}`)
  assert.equal(await noteOf(merged), `Włączono do #${kept.number}: ${kept.title}`)
})

const spelledAlike = new Set(['de labels', 'nl labels', 'fr description'])

test('Each type of history line has the same facts in every language, and no word stays English', () => {
  const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
  const others = visitorLanguages.filter((language) => language !== 'en')
  assert.deepEqual(
    historyTypes.filter((type) => type !== 'ESCALATED' && !(type in historyTexts.en)),
    [],
  )
  for (const language of others) {
    for (const [key, english] of Object.entries(historyTexts.en)) {
      const text = historyTexts[language][key as keyof typeof historyTexts.en]
      assert.deepEqual(placesOf(text), placesOf(english), `${language} ${key}`)
      assert.notEqual(text, english, `${language} ${key}`)
    }
    for (const [code, english] of Object.entries(historyWords.en))
      if (historyWords[language][code as keyof typeof historyWords.en] === english)
        assert.ok(spelledAlike.has(`${language} ${code}`), `${language} ${code}`)
  }
})

test('History, activity and audit log name whom a task was assigned to, by the name that person has now', async () => {
  const { admin, manager, technician, task } = await livedTask()
  const name = 'Ada {to} Lund'
  const renamed = await server.call('PATCH', `/api/admin/users/${technician.id}`, {
    token: admin.token,
    body: { name },
  })
  assert.equal(renamed.status, 200, renamed.text)
  const assigned = (await historyOf(server, manager, task.id)).filter(({ type }) => type === 'ASSIGNED')
  assert.deepEqual(
    assigned.map(({ text }) => text.includes(name)),
    [true, false, true],
  )
  const overview = await server.call<Overview>('GET', '/api/dashboard/overview', { token: manager.token })
  const told = overview.json.data.activity.filter(({ type }) => type === 'task.assigned')
  assert.deepEqual(
    told.map(({ text }) => text.includes(name)),
    [true, false, true],
  )
  const log = await server.call<AuditEntry[]>('GET', '/api/admin/audit-log?action=tasks.assignTask', {
    token: admin.token,
  })
  assert.deepEqual(
    log.json.data.map((entry) => entry.told.some(({ text }) => text.includes(name))),
    [true, false, true],
  )
})
