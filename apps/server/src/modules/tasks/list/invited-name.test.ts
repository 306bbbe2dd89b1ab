import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer()

test('The name that an invited person enters appears in the list at once', async () => {
  const tenant = await createTenant(server)
  const { manager, admin } = tenant
  const email = `ines-${tenant.id}@example.com`
  const send = (path: string, body: unknown, token = admin.token) =>
    server.call<{ id: string }>('POST', path, { token, body })
  const list = async () => (await server.call('GET', '/api/tasks', { token: manager.token })).text
  const linkTo = async (): Promise<string> => {
    await server.drain()
    const mail = server.mails.filter(({ to }) => to === email).at(-1)
    return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const invited = await send('/api/admin/users', { email, name: 'Ines', roles: ['TECHNICIAN'] })
  const invitation = await linkTo()
  const task = await makeTask(server, manager, {})
  const given = await send(`/api/tasks/${task.id}/assign`, { userId: invited.json.data.id }, manager.token)
  assert.equal(given.status, 200, given.text)
  assert.match(await list(), /"Ines"/)
  const accepted = await server.call('POST', '/api/auth/reset-password', {
    body: { token: invitation, name: 'Ines Duarte', password: 'a passphrase for her' },
  })
  assert.equal(accepted.status, 200, accepted.text)
  assert.match(await list(), /"Ines Duarte"/)
})
