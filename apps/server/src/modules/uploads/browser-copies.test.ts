import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { addressOfImage, attachUploads, imagesOf, keepImage } from './photos.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0a7' } })
  .jpeg()
  .toBuffer()

const owners = ['feedbackId', 'reportId', 'taskId', 'noteId'] as const

const stored = async (): Promise<string> => {
  const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode: place.qrCode, contentType: 'image/jpeg', size: bytes.length },
  })
  const put = await server.call('PUT', new URL(ticket.json.data.url).pathname, {
    body: bytes,
    headers: { 'content-type': 'image/jpeg' },
  })
  assert.equal(put.status, 200, put.text)
  return ticket.json.data.key
}

const keeping = async (url: string, headers = {}): Promise<string | null> => {
  const reply = await server.call('GET', new URL(url).pathname, { headers })
  assert.ok(reply.status === 200 || reply.status === 304, `${reply.status}`)
  return reply.headers.get('cache-control')
}

test('Browsers cache no photo of people, so that none stays on the device after sign-out', async () => {
  for (const owner of owners) {
    const key = await stored()
    const id = newId(Date.now())
    const [image] = await tenant.inside(async (ctx) => {
      await attachUploads(ctx, [key], { feedbackId: newId(Date.now()), amenityId: place.amenityId })
      await ctx.run(
        `update upload set feedback_id = $2, report_id = $3, task_id = $4, note_id = $5 where tenant_id = $1
         and id = (select id from upload where tenant_id = $1 order by id desc limit 1)`,
        [ctx.tenantId, ...owners.map((one) => (one === owner ? id : null))],
      )
      return (await imagesOf(ctx, { [`${owner}s`]: [id] })).get(id) ?? []
    })
    assert.ok(image, owner)
    for (const url of [image.url, image.thumbnailUrl]) assert.equal(await keeping(url), 'no-store', owner)
    const { headers } = await server.call('GET', new URL(image.url).pathname)
    assert.equal(
      await keeping(image.url, { 'if-none-match': headers.get('etag') ?? '' }),
      'no-store',
      `${owner} again`,
    )
  }
})

test('A logo may be cached for an hour, but not longer than its URL is valid', async () => {
  const key = await stored()
  const url = await tenant.inside(async (ctx) => {
    assert.ok(await keepImage(ctx, key))
    return addressOfImage(ctx, key) ?? ''
  })
  assert.equal(await keeping(url), 'private, max-age=3600')
  const day = 24 * 3600_000
  const ends = (Math.floor(server.clock.now().getTime() / day) + 2) * day
  server.clock.set(new Date(ends - 90_000))
  const seconds = Number(/^private, max-age=(\d+)$/.exec((await keeping(url)) ?? '')?.[1])
  assert.ok(seconds > 60 && seconds <= 90, `${seconds}`)
  server.clock.set(new Date(ends))
  assert.equal((await server.call('GET', new URL(url).pathname)).json.code, 'NOT_FOUND')
})
