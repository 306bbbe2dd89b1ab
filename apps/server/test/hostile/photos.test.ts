/** Files that are not photos, polyglot photos, and names with paths. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Image, Upload } from '#contracts/records.ts'
import { startTestServer } from '../server.ts'
import { createPlace, createTenant } from '../world.ts'

const server = await startTestServer({ worker: false, own: true })
const place = await createPlace(server, await createTenant(server))

const photo = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()

const ask = (bytes: Uint8Array, contentType = 'image/jpeg', more: object = {}) =>
  server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode: place.qrCode, contentType, size: bytes.length, ...more },
  })

const ticket = async (bytes: Uint8Array, contentType?: string): Promise<Upload> => {
  const reply = await ask(bytes, contentType)
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const put = (upload: Pick<Upload, 'url'>, bytes: Uint8Array, type = 'image/jpeg') =>
  server.call('PUT', new URL(upload.url).pathname, { body: bytes, headers: { 'content-type': type } })

const filesOnDisk = async (): Promise<string[]> => {
  const folder = path.join(server.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}

test('A file that is not a photo is VALIDATION_ERROR whatever its declared type, and is never stored', async () => {
  const before = (await filesOnDisk()).length
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()
  const frames = await sharp(randomBytes(8 * 8 * 3 * 500), {
    raw: { width: 8, height: 8 * 500, channels: 3, pageHeight: 8 },
  })
    .webp({ loop: 0 })
    .toBuffer()
  const hostile: [string, Uint8Array, string][] = [
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/jpeg'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'image/webp'],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'image/png'],
    ['half a JPEG', (await photo()).subarray(0, 900), 'image/jpeg'],
    ['49 megapixels', await blank(7000, 7000), 'image/png'],
    ['256 megapixels', await blank(16_000, 16_000), 'image/png'],
    ['500 frames', frames, 'image/webp'],
    [
      'HTML behind the first bytes of a JPEG',
      Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
      'image/jpeg',
    ],
    ['PHP that says PNG', Buffer.from('<?php system($_GET[0]) ?>'), 'image/png'],
    ['one byte', Buffer.from([0xff]), 'image/jpeg'],
  ]
  for (const [name, bytes, type] of hostile) {
    const upload = await ticket(bytes, type)
    const reply = await put(upload, bytes, type)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', name)
    assert.equal(reply.json.details?.[0]?.path, 'body', name)
    assert.equal((await put(upload, bytes, type)).json.code, 'UNAUTHORIZED', 'refused bytes spend the ticket')
  }
  assert.equal((await filesOnDisk()).length, before)
})

test('A JPEG with an appended script is served as a clean image', async () => {
  const bytes = Buffer.concat([
    await photo(),
    Buffer.from('<script>alert(1)</script><?php system($_GET[0]) ?>'),
  ])
  const upload = await ticket(bytes)
  assert.equal((await put(upload, bytes)).status, 200)
  const report = await server.call<{ trackingToken: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 2, imageKeys: [upload.key] },
  })
  const tracking = await server.call<{ images: Image[] }>(
    'GET',
    `/api/feedback/track/${report.json.data.trackingToken}`,
  )
  const [image] = tracking.json.data.images
  assert.ok(image)
  for (const url of [image.url, image.thumbnailUrl]) {
    const served = await server.call('GET', new URL(url).pathname)
    assert.equal(served.headers.get('content-type'), 'image/jpeg')
    assert.ok(!/script|php/.test(Buffer.from(served.bytes).toString('latin1')))
  }
})

test('A client’s file name is not used: URLs and paths contain only our own', async () => {
  const bytes = await photo(8, 8)
  const named = (name: string) => ask(bytes, undefined, { name, fileName: name, key: name })
  for (const name of ['../../x-name', 'con', 'a b".jpg', `${'x-name'.repeat(50)}.jpg`]) {
    const { json } = await named(name)
    assert.match(json.data.url, /\/upload\/[\w-]{59}$/, name)
    assert.equal((await put(json.data, bytes)).status, 200)
  }
  const files = await filesOnDisk()
  assert.ok(files.length >= 8)
  for (const name of files) assert.match(name, /^[0-9a-f-]{36}(?:-small)?\.(?:jpg|webp)$/)
  assert.equal((await named('a\u0000.jpg')).json.code, 'VALIDATION_ERROR')
})
