/** Photos as the apps send them: request an address, upload the bytes, send the key back. */
import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import type { TestServer } from '#test/server.ts'
import type { TestPerson } from '#test/world.ts'

export const openPhotos = async (server: TestServer) => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0e5a63' } })
    .jpeg()
    .toBuffer()

  const attach = <T>(by: TestPerson, taskId: string, body: unknown) =>
    server.call<T>('POST', `/api/tasks/${taskId}/attachments`, { token: by.token, body })

  const send = async ({ url, method, headers }: Upload): Promise<void> => {
    const sent = await fetch(server.base + new URL(url).pathname, {
      method,
      headers,
      body: new Uint8Array(photo),
    })
    assert.ok(sent.ok, await sent.text())
  }

  /** Requests an address and uploads the photo there. */
  const upload = async (by: TestPerson, taskId: string, kind = 'OTHER'): Promise<string> => {
    const ticket = await attach<Upload>(by, taskId, { contentType: 'image/jpeg', size: photo.length, kind })
    assert.equal(ticket.status, 201, ticket.text)
    await send(ticket.json.data)
    return ticket.json.data.key
  }

  return { photo, attach, send, upload }
}
