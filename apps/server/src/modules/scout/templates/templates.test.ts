import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Template } from '#contracts/scout/templates.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()
const path = '/api/admin/inspection-templates'

const call = <T = Template>(
  tenant: TestTenant,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  rest = '',
  body?: object,
) => server.call<T>(method, `${path}${rest}`, { token: tenant.admin.token, ...(body ? { body } : {}) })
const create = (tenant: TestTenant, body: object) => call(tenant, 'POST', '', body)

const floor = { text: 'The floor is clean', kind: 'YES_NO' }
const list = (...questions: object[]) => ({ name: 'Washroom', sections: [{ title: 'All', questions }] })

test('A checklist starts PUBLISHED in version 1 with the defaults of each question, and every change is a new version', async () => {
  const tenant = await createTenant(server)
  const made = await create(tenant, list(floor, { text: 'Level', kind: 'SCALE' }))
  assert.equal(made.status, 201, made.text)
  const first = made.json.data
  assert.deepEqual(
    [first.state, first.version, first.passMark, first.presence],
    ['PUBLISHED', 1, 80, 'OPTIONAL'],
  )
  const [one, two] = first.sections[0]?.questions ?? []
  assert.deepEqual([one?.id, one?.required, one?.weight, one?.photo], ['q1', true, 1, 'OPTIONAL'])
  assert.deepEqual([two?.min, two?.max], [0, 5])
  const same = await call(tenant, 'PATCH', `/${first.id}`, { passMark: 80 })
  assert.equal(same.json.data.version, 1)
  const sections = [
    {
      id: 's1',
      title: 'All',
      questions: [
        { ...floor, id: 'q1', weight: 3 },
        { text: 'New', kind: 'TEXT' },
      ],
    },
  ]
  const second = (await call(tenant, 'PATCH', `/${first.id}`, { sections })).json.data
  assert.equal(second.version, 2)
  assert.deepEqual(
    second.sections[0]?.questions.map(({ id, weight }) => [id, weight]),
    [
      ['q1', 3],
      ['q3', 1],
    ],
    'a new question gets an id that none had before',
  )
  const older = await call<Template[]>(tenant, 'GET', `?id=${first.id}&version=1`)
  assert.deepEqual(older.json.data[0]?.sections, first.sections)
})

test('Questions need what their kind needs, and conditions name an earlier question', async () => {
  const tenant = await createTenant(server)
  const option = (code: string) => ({ code, text: code, share: 1 })
  for (const [where, ...questions] of [
    ['questions.0.max', { text: 'x', kind: 'SCALE', min: 5, max: 5 }],
    ['questions.0.passTo', { text: 'x', kind: 'NUMBER', passFrom: 2, passTo: 1 }],
    ['questions.0.options', { text: 'x', kind: 'CHOICE' }],
    ['questions.0.options', { text: 'x', kind: 'CHOICE', options: [option('A'), option('A')] }],
    ['questions.0.showIf.questionId', { ...floor, showIf: { questionId: 'q1', is: [true] } }],
    ['questions.1.id', { ...floor, id: 'a' }, { ...floor, id: 'a' }],
    ['sections.categories', { ...floor, category: 'NO_SUCH_ISSUE' }],
  ] as [string, ...object[]][]) {
    const refused = await create(tenant, list(...questions))
    assert.equal(refused.json.code, 'VALIDATION_ERROR', where)
    assert.ok(where === 'sections.categories' || refused.text.includes(where), `${where}: ${refused.text}`)
  }
  const many = Array.from({ length: 50 }, () => floor)
  const sections = Array.from({ length: 5 }, () => ({ title: 'All', questions: many }))
  assert.equal((await create(tenant, { name: 'Long', sections })).json.code, 'VALIDATION_ERROR')
  assert.equal(
    (await create(tenant, { ...list(floor), types: ['NO_SUCH_TYPE'] })).json.code,
    'VALIDATION_ERROR',
  )
})

test('Each of the twelve samples becomes a checklist, under another name where one is given', async () => {
  const tenant = await createTenant(server)
  const { samples } = (await server.call<Template[]>('GET', path, { token: tenant.admin.token }))
    .json as unknown as {
    samples: { code: string; questions: number }[]
  }
  assert.equal(samples.length, 12)
  for (const { code, questions } of samples) {
    const made = await create(tenant, { sample: code })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.data.sections.flatMap((section) => section.questions).length, questions)
  }
  assert.equal((await create(tenant, { sample: samples[0]?.code, name: 'Ours' })).json.data.name, 'Ours')
  assert.equal(
    (await create(tenant, { sample: samples[0]?.code, passMark: 10 })).json.code,
    'VALIDATION_ERROR',
  )
  assert.equal((await create(tenant, { sample: 'NONE' })).json.code, 'VALIDATION_ERROR')
})

test('A retired checklist stays readable, and is NOT_FOUND for changes; one of another tenant too', async () => {
  const tenant = await createTenant(server)
  const { id } = (await create(tenant, list(floor))).json.data
  const stranger = await createTenant(server)
  assert.equal((await call(stranger, 'DELETE', `/${id}`)).json.code, 'NOT_FOUND')
  assert.deepEqual((await call(tenant, 'DELETE', `/${id}`)).json.data, { id })
  assert.equal((await call(tenant, 'PATCH', `/${id}`, { passMark: 1 })).json.code, 'NOT_FOUND')
  assert.equal((await call(tenant, 'DELETE', `/${id}`)).json.code, 'NOT_FOUND')
  const retired = await call<Template[]>(tenant, 'GET', '?state=RETIRED')
  assert.deepEqual(
    retired.json.data.map(({ state }) => state),
    ['RETIRED'],
  )
})
