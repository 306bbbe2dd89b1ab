import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()

test('Managers read the amenity types for filters, own types with their own names', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  await createPlace(server, tenant)
  for (const [of, name] of [
    [tenant, 'Nap pod'],
    [other, 'Foreign pod'],
  ] as const) {
    const made = await server.call('POST', '/api/admin/amenity-types', {
      token: of.admin.token,
      body: { code: 'NAP_POD', name, categories: [] },
    })
    assert.equal(made.status, 201, made.text)
  }
  const { types } = (
    await server.call<TaskSummary>('GET', '/api/tasks/summary', { token: tenant.manager.token })
  ).json.data
  assert.deepEqual(
    types.filter(({ builtIn }) => !builtIn),
    [{ code: 'NAP_POD', name: 'Nap pod', builtIn: false }],
  )
  assert.ok(types.some(({ code, builtIn }) => code === 'WASHROOM' && builtIn))
})

test('Managers read the names of administrators, technicians do not', async () => {
  const tenant = await createTenant(server)
  const gone = await tenant.person(['ADMIN'])
  await tenant.inside(({ run }) =>
    run("update app_user set state = 'DISABLED' where tenant_id = $1 and id = $2", [tenant.id, gone.id]),
  )
  const read = async (token: string): Promise<readonly string[] | undefined> =>
    (await server.call<Me>('GET', '/api/auth/me', { token })).json.data.tenant.administrators
  assert.deepEqual(await read(tenant.manager.token), [tenant.admin.name])
  assert.equal(await read(tenant.technician.token), undefined)
})
