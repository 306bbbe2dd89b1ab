import assert from 'node:assert/strict'
import type { TestServer } from './server.ts'

/** Opens the link in the last email to an address and presses its button. */
export const confirmByMail = async (server: TestServer, email: string): Promise<void> => {
  await server.drain()
  const mail = server.mails.findLast(({ to }) => to === email)
  const [, path] = /(\/m\/[\w-]+)/.exec(mail?.text ?? '') ?? []
  assert.ok(path, `no link to confirm was mailed to ${email}`)
  const { status, text } = await server.call('POST', path, {
    body: new TextEncoder().encode('action=confirm'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(status, 200, text)
}
