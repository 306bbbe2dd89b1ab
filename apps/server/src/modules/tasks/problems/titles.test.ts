import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackDetail, Overview } from '#contracts/dashboard.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPerson } from '#test/world.ts'
import { listOf, makeTask } from '../testing/test-tasks.ts'
import { titleOfCause } from './cause-title.ts'
import { newTitle, titleFor } from './problem-title.ts'

const server = await startTestServer({ own: true })

const speak = async (person: TestPerson, language: string): Promise<void> => {
  const reply = await server.call('PATCH', '/api/auth/me', { token: person.token, body: { language } })
  assert.equal(reply.status, 200, reply.text)
}

test('A title created by the service is presented in the reader’s language everywhere, and an API key gets the stored one', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { manager, technician } = tenant
  const place = await createPlace(server, tenant)
  const sent = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, issues: ['NO_SOAP'], rating: 1 },
  })
  await server.drain()
  const [made] = (await listOf(server, manager)).json.data
  assert.ok(made)
  const english = made.title
  assert.match(english, /^No soap, /)
  const german = english.replace('No soap', 'Keine Seife')
  await speak(manager, 'de')
  await speak(technician, 'pl')

  const read = async <T>(path: string, by = manager): Promise<T> => {
    const reply = await server.call<T>('GET', path, { token: by.token })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data
  }
  assert.equal((await listOf(server, manager)).json.data[0]?.title, german)
  assert.equal((await read<TaskDetail>(`/api/tasks/${made.id}`)).title, german)
  assert.equal(
    (await read<Task>(`/api/tasks/${made.id}`, technician)).title,
    english.replace('No soap', 'Brak mydła'),
  )
  const overview = await read<Overview>('/api/dashboard/overview')
  const names = overview.attention.flatMap(({ kind, name }) => (kind === 'TASK' ? [name] : []))
  for (const name of names) assert.equal(name, `#${made.number} ${german}`)
  assert.ok(overview.activity.some(({ text }) => text.includes(`#${made.number} ${german}`)))
  assert.equal(
    (await read<FeedbackDetail>(`/api/dashboard/feedback/${sent.json.data.id}`)).tasks[0]?.title,
    german,
  )
  const file = await server.call('GET', '/api/dashboard/export?what=tasks&language=de', {
    token: manager.token,
  })
  assert.ok(file.text.includes(german), file.text)

  const { key } = await createKey(server, tenant, 'read')
  assert.equal((await server.call<Task>('GET', `/api/tasks/${made.id}`, { key })).json.data.title, english)
  assert.equal((await server.call<Task[]>('GET', '/api/tasks', { key })).json.data[0]?.title, english)
  const stored = await tenant.inside((ctx) =>
    ctx.run<{ title: string }>('select title from task where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      made.id,
    ]),
  )
  assert.equal(stored[0]?.title, english)
})

test('A task created by a rating alone is titled by it in the reader’s language, other tasks are not', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const titles = async (): Promise<string[]> =>
    (await listOf(server, manager)).json.data.map(({ title }) => title)
  for (const [rating, english, german] of [
    [1, 'Rated very poor', 'Sehr schlecht bewertet'],
    [2, 'Rated poor', 'Schlecht bewertet'],
  ] as const) {
    const { qrCode } = await createPlace(server, tenant)
    await server.call('POST', '/api/feedback', { body: { qrCode, rating } })
    await server.drain()
    const [made = ''] = (await titles()).filter((title) => title.startsWith(`${english}, `))
    assert.ok(made, (await titles()).join())
    await speak(manager, 'de')
    assert.ok((await titles()).includes(made.replace(english, german)), (await titles()).join())
    await speak(manager, 'en')
  }
  const { qrCode } = await createPlace(server, tenant)
  await server.call('POST', '/api/feedback', { body: { qrCode, rating: 1, issues: ['OTHER'] } })
  await server.drain()
  assert.equal((await titles()).filter((title) => title.startsWith('Something else, ')).length, 1)
})

test('A title written by a person stays the same in every language', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const place = await createPlace(server, tenant)
  const task = await makeTask(server, manager, {
    title: 'No soap, as Ms Ito says',
    amenityId: place.amenityId,
    category: 'NO_SOAP',
  })
  await speak(manager, 'de')
  assert.equal((await listOf(server, manager)).json.data[0]?.title, task.title)
})

test('A title is joined as its language requires, and one that a previous version joined with a Latin comma is recognised', () => {
  const problem = { category: 'NO_SOAP', names: null, amenity: 'Washroom East' }
  const arabic = newTitle(problem, 'ar')
  assert.match(arabic, /^[^,]+، Washroom East$/)
  assert.match(newTitle(problem, 'ja'), /^[^,]+、Washroom East$/)
  assert.equal(titleFor(arabic.replace('، ', ', '), problem, 'en'), newTitle(problem, 'en'))
})

test('A title is recognised in whichever language it was created, and that of a cause task with its numbers', () => {
  const problem = { category: 'NO_SOAP', names: null, amenity: 'Washroom East' }
  for (const made of ['en', 'de', 'ja', 'ar'] as const)
    assert.equal(titleFor(newTitle(problem, made), problem, 'fr'), newTitle(problem, 'fr'))
  const cause = titleOfCause('en', newTitle(problem, 'en'), 3, 14)
  assert.equal(cause, 'Cause: no soap, Washroom East (3 times in 14 days)')
  const german = titleFor(cause, problem, 'de')
  assert.equal(german, 'Ursache: Keine Seife, Washroom East (3-mal in 14 Tagen)')
  assert.equal(titleFor(german, problem, 'en'), cause)
  const oneDay = titleOfCause('de', newTitle(problem, 'de'), 4, 1)
  assert.equal(titleFor(oneDay, problem, 'en'), 'Cause: no soap, Washroom East (4 times in a day)')
  // A previous version worded cause titles in German or English, whatever the language of the problem.
  const polish = titleFor(cause, problem, 'pl')
  assert.equal(polish, 'Przyczyna: Brak mydła, Washroom East (3 razy w ciągu 14 dni)')
  const mixed = 'Cause: Brak mydła, Washroom East (3 times in 14 days)'
  assert.equal(titleFor(mixed, problem, 'pl'), polish)
  for (const [faults, days] of [
    [3, 14],
    [4, 1],
  ] as const)
    for (const made of visitorLanguages)
      for (const read of visitorLanguages) {
        const titleBy = (one: VisitorLanguage): string =>
          titleOfCause(one, newTitle(problem, one), faults, days)
        assert.equal(titleFor(titleBy(made), problem, read), titleBy(read), `${made} read in ${read}`)
      }
  // The amenity was renamed since, so the title cannot be recognised as the service's.
  assert.equal(titleFor(cause, { ...problem, amenity: 'Washroom West' }, 'de'), cause)
})

test('A title of a rating is recognised in whichever language it was created', () => {
  const problem = { category: 'OTHER', names: null, amenity: 'Washroom East' }
  const titles = new Set<string>()
  for (const rating of [1, 2, 3, 4, 5])
    for (const made of visitorLanguages)
      for (const read of visitorLanguages) {
        const title = newTitle({ ...problem, rating }, made)
        titles.add(title)
        assert.equal(titleFor(title, problem, read), newTitle({ ...problem, rating }, read))
      }
  assert.equal(titles.size, 5 * visitorLanguages.length)
  assert.equal(titleFor('Rated poor by Ms Ito', problem, 'de'), 'Rated poor by Ms Ito')
})

test('A problem without known category and place has a title in the reader’s language', () => {
  const nothing = { category: null, names: null, amenity: null }
  assert.equal(newTitle(nothing, 'en'), 'Something else')
  assert.equal(newTitle(nothing, 'de'), 'Etwas anderes')
  assert.equal(new Set(visitorLanguages.map((one) => newTitle(nothing, one))).size, visitorLanguages.length)
})
