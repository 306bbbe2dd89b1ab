/** For tests of the operator registry: companies and operators created over the API. */
import assert from 'node:assert/strict'
import type { Company, Operator } from '#contracts/operator/records.ts'
import { activate } from '#test/company.ts'
import type { Reply, TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'

/** Active unless stated otherwise, even if incomplete. */
export const makeCompany = async (
  server: TestServer,
  tenant: TestTenant,
  { state = 'ACTIVE', ...body }: Record<string, unknown> = {},
): Promise<Company> => {
  const reply = await server.call<Company>('POST', '/api/operator/companies', {
    token: tenant.admin.token,
    body: { name: 'Sparkle', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  if (state === 'DRAFT') return reply.json.data
  await activate(tenant, reply.json.data.id)
  return { ...reply.json.data, state: 'ACTIVE' }
}

export const makeOperator = async (
  server: TestServer,
  tenant: TestTenant,
  body: Record<string, unknown> = {},
): Promise<Operator> => {
  const reply = await server.call<Operator>('POST', '/api/operator/operators', {
    token: tenant.admin.token,
    body: { name: 'Jo', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

/** Calls as an administrator, unless another token is given. */
export const operatorCalls = (server: TestServer, tenant: TestTenant) => {
  const send =
    (method: string, end = '') =>
    <T = Operator>(id: string, body?: unknown, token = tenant.admin.token): Promise<Reply<T>> =>
      server.call<T>(method, `/api/operator/operators/${id}${end}`, { token, body })
  return {
    get: send('GET'),
    patch: send('PATCH'),
    certify: send('PUT', '/certifications'),
    shift: send('PUT', '/shifts'),
    duty: send('POST', '/duty'),
  }
}

/** Shifts day and night, all week. */
export const always = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' })),
  exceptions: [],
}
