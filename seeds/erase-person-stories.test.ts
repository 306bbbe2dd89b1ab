import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson } from '#test/world.ts'
import { erasePerson } from './erase-person.ts'

const server = await startTestServer()

test('A name is erased from the history of a cause task in every language of the organisation', async () => {
  const tenant = await createTenant(server)
  const call = async <T>({ token }: TestPerson, method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await server.call<T>(method, path, { token, body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json.data
  }
  const named = async (name: string): Promise<TestPerson> => {
    const person = await tenant.person(['MANAGER'])
    await call(person, 'PATCH', '/api/auth/me', { name })
    return person
  }
  const [ana, colleague] = [await named('Ana'), await named('Ana Maria')]
  let visitors = 0
  const report = async (qrCode: string): Promise<void> => {
    const from = `10.6.0.${++visitors}`
    const reply = await server.call('POST', '/api/feedback', { body: { qrCode, issues: ['LEAK'] }, from })
    assert.equal(reply.status, 201, reply.text)
    await server.drain()
  }
  for (const [at, language] of visitorLanguages.entries()) {
    await call(tenant.admin, 'PATCH', '/api/admin/settings', { visitorLanguages: [language] })
    const { qrCode, amenityId } = await createPlace(server, tenant, { name: `Washroom ${language}` })
    const finish = async (by: TestPerson, resolution: string | undefined): Promise<void> => {
      const path = `/api/tasks?status=OPEN&amenityId=${amenityId}`
      const [open] = await call<{ id: string }[]>(tenant.admin, 'GET', path)
      await call(by, 'PATCH', `/api/tasks/${open?.id}/status`, {
        status: 'DONE',
        ...(resolution === undefined ? {} : { resolution }),
      })
      await server.drain()
    }
    await report(qrCode)
    // With and without a note about the work.
    await finish(ana, at % 2 === 0 ? 'Sealed' : undefined)
    await report(qrCode)
    await finish(colleague, at % 2 === 0 ? undefined : 'Sealed by Ana')
    await report(qrCode)
  }
  const stories = async (): Promise<string[][]> => {
    const rows = await tenant.inside(({ run }) =>
      run<{ description: string }>(
        "select description from task where tenant_id = $1 and 'cause' = any(labels) order by number",
        [tenant.id],
      ),
    )
    return rows.map(({ description }) => description.split('\n'))
  }
  const before = await stories()
  assert.equal(before.length, visitorLanguages.length)
  for (const [, , first = '', second = ''] of before)
    assert.ok(/Ana(?! Maria)/.test(first) && second.includes('Ana Maria'), `${first}\n${second}`)
  await call(tenant.admin, 'DELETE', `/api/admin/users/${ana.id}`)
  await erasePerson(server.built, tenant.id, ana.id)
  assert.deepEqual(
    await stories(),
    before.map((lines) => lines.map((line, at) => (at === 2 ? line.replace('Ana', 'Former member') : line))),
  )
  const found = await server.call('GET', '/api/tasks?q=former', { token: tenant.admin.token })
  assert.equal(found.json.total, visitorLanguages.length, 'the search knows the story as it reads now')
})
