import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Image, Upload } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import {
  attachmentsOfTask,
  attachUploads,
  createUpload,
  eraseUploadsOf,
  eraseUploadsOfTasks,
  hiddenImagesOf,
  hideImages,
  imagesOf,
} from './photos.ts'

const server = await startTestServer()
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)

const photo = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()

const ticket = async (bytes: Uint8Array, contentType = 'image/jpeg'): Promise<Upload> => {
  const reply = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode: place.qrCode, contentType, size: bytes.length },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const put = (upload: Pick<Upload, 'url'>, bytes: Uint8Array, type = 'image/jpeg') =>
  server.call('PUT', new URL(upload.url).pathname, { body: bytes, headers: { 'content-type': type } })

const get = (url: string) => server.call('GET', new URL(url).pathname)

const inside = <T>(work: (ctx: TenantContext) => Promise<T>, of: TestTenant = tenant): Promise<T> =>
  of.inside(work)

/** A stored photo of an invented submission. */
const storedPhoto = async (): Promise<{ feedbackId: string; image: Image; upload: Upload }> => {
  const bytes = await photo()
  const upload = await ticket(bytes)
  assert.equal((await put(upload, bytes)).status, 200)
  const feedbackId = newId(Date.now())
  const images = await inside(async (ctx) => {
    await attachUploads(ctx, [upload.key], { feedbackId, amenityId: place.amenityId })
    return imagesOf(ctx, { feedbackIds: [feedbackId] })
  })
  const [image] = images.get(feedbackId) ?? []
  assert.ok(image)
  return { feedbackId, image, upload }
}

const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(path.join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })).flatMap(
    (entry) => (entry.isFile() ? [entry.name] : []),
  )

test('An upload URL lives 10 minutes, is for PUT, and lists the required headers', async () => {
  const upload = await ticket(await photo())
  assert.equal(upload.method, 'PUT')
  assert.deepEqual(upload.headers, { 'Content-Type': 'image/jpeg' })
  assert.equal(upload.url, `http://localhost:3000/upload/${upload.key}`)
  assert.ok(Math.abs(Date.parse(upload.expiresAt) - Date.now() - 600_000) < 60_000)
})

test('The served copy is re-encoded, without the metadata of the upload, with a thumbnail', async () => {
  const bytes = await sharp({ create: { width: 2600, height: 1300, channels: 3, background: '#a70' } })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>SECRET-PLACE</place></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const sent = await sharp(bytes).metadata()
  assert.ok(sent.exif && sent.xmp && sent.icc)
  const upload = await ticket(bytes)
  const stored = await put(upload, bytes)
  assert.equal(stored.status, 200)
  assert.deepEqual(stored.json, { success: true, data: { key: upload.key, width: 2048, height: 1024 } })
  const feedbackId = newId(Date.now())
  const [image] = await inside(async (ctx) => {
    await attachUploads(ctx, [upload.key], { feedbackId, amenityId: place.amenityId })
    return (await imagesOf(ctx, { feedbackIds: [feedbackId] })).get(feedbackId) ?? []
  })
  assert.ok(image)
  const full = await get(image.url)
  assert.equal(full.headers.get('content-type'), 'image/jpeg')
  assert.equal(full.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(full.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(full.headers.get('cache-control'), 'no-store')
  assert.ok(!Buffer.from(full.bytes).includes('SECRET-PLACE'))
  const thumbnail = await get(image.thumbnailUrl)
  for (const { bytes: copy } of [full, thumbnail]) {
    const { exif, xmp, iptc, icc } = await sharp(copy).metadata()
    assert.deepEqual([exif, xmp, iptc, icc], Array(4).fill(undefined))
    assert.ok(!/SECRET-PLACE|Exif|xmpmeta|ICC_PROFILE/.test(Buffer.from(copy).toString('latin1')))
  }
  assert.equal((await sharp(thumbnail.bytes).metadata()).width, 320)
  const again = await server.call('GET', new URL(image.url).pathname, {
    headers: { 'if-none-match': full.headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
  assert.equal((await server.call('HEAD', new URL(image.url).pathname)).status, 200)
})

test('The content of a photo determines its type, not its announced Content-Type', async () => {
  const webp = await readFile(new URL('./testing/webp-announced-as-jpeg.bin', import.meta.url))
  const [png, jpeg] = [
    await sharp(await photo())
      .png()
      .toBuffer(),
    await photo(),
  ]
  for (const [bytes, type] of [
    [webp, 'image/jpeg'],
    [png, 'image/jpeg'],
    [jpeg, 'image/webp'],
  ] as const) {
    const reply = await put(await ticket(bytes, type), bytes, type)
    assert.equal(reply.status, 200, reply.text)
  }
  const text = Buffer.from('Shopping: soap, paper')
  const refused = await put(await ticket(text, 'image/png'), text, 'image/png')
  assert.deepEqual(
    [refused.json.code, refused.json.details],
    ['VALIDATION_ERROR', [{ path: 'body', message: 'is not a JPEG, PNG or WebP photo' }]],
  )
})

test('An upload URL works once, also if it is used many times at the same moment', async () => {
  const bytes = await photo()
  // Whether two uses collide is chance, so there are several rounds.
  for (let round = 0; round < 8; round++) {
    const upload = await ticket(bytes)
    const replies = await Promise.all(Array.from({ length: 12 }, () => put(upload, bytes)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 401))
    assert.equal((await put(upload, bytes)).json.code, 'UNAUTHORIZED')
  }
})

test('Another size, another type, an unknown token and one for something else are UNAUTHORIZED', async () => {
  const bytes = await photo()
  const upload = await ticket(bytes)
  const longer = Buffer.concat([bytes, Buffer.alloc(1)])
  assert.equal((await put(upload, longer)).json.code, 'UNAUTHORIZED')
  assert.equal((await put(upload, bytes.subarray(1))).json.code, 'UNAUTHORIZED')
  assert.equal((await put(upload, bytes, 'image/png')).json.code, 'UNAUTHORIZED')
  assert.equal((await put(upload, bytes, 'image/jpeg; charset=x')).json.code, 'UNAUTHORIZED')
  const untold = await ticket(bytes)
  const chunked = await fetch(`${server.base}/upload/${untold.key}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array(longer))
        controller.close()
      },
    }),
    duplex: 'half',
  })
  assert.equal(chunked.status, 401)
  assert.equal((await put(untold, bytes)).status, 401, 'its length was not told, so the ticket is spent')
  const last = upload.key.at(-1) === 'A' ? 'E' : 'A'
  for (const token of [
    `${upload.key.slice(0, -1)}${last}`,
    'x',
    'a'.repeat(59),
    server.built.platform.keys.seal('tracking', tenant.id, newId(1)),
  ]) {
    assert.equal((await put({ url: `http://x/upload/${token}` }, bytes)).json.code, 'UNAUTHORIZED')
  }
  assert.equal((await put(upload, bytes)).status, 200, 'none of these has spent the ticket')
})

test('An upload URL is UNAUTHORIZED after its 10 minutes', async () => {
  const bytes = await photo()
  const upload = await ticket(bytes)
  server.clock.advance(10 * 60_000 + 1000)
  assert.equal((await put(upload, bytes)).json.code, 'UNAUTHORIZED')
  await assert.rejects(
    inside((ctx) => attachUploads(ctx, [upload.key], { feedbackId: newId(Date.now()) })),
    { code: 'VALIDATION_ERROR' },
  )
})

test('A content type other than JPEG, PNG and WebP and a size over 10 MB are VALIDATION_ERROR', async () => {
  const ask = (body: object) =>
    server.call('POST', '/api/feedback/upload-url', { body: { qrCode: place.qrCode, ...body } })
  for (const body of [
    { contentType: 'image/svg+xml', size: 10 },
    { contentType: 'image/gif', size: 10 },
    { contentType: 'image/jpeg', size: 10_000_001 },
    { contentType: 'image/jpeg', size: 0 },
    { contentType: 'image/jpeg', size: '10' },
    { contentType: 'image/jpeg' },
  ]) {
    assert.equal((await ask(body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
  assert.equal(
    (await ask({ qrCode: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ', contentType: 'image/jpeg', size: 1 })).json.code,
    'NOT_FOUND',
  )
})

test('A repeated Idempotency-Key returns the first URL again', async () => {
  const ask = () =>
    server.call<Upload>('POST', '/api/feedback/upload-url', {
      body: { qrCode: place.qrCode, contentType: 'image/jpeg', size: 10 },
      headers: { 'idempotency-key': 'photo-1' },
    })
  assert.equal((await ask()).json.data.key, (await ask()).json.data.key)
})

test('Keys that are unknown, of another tenant, of another amenity or already attached are VALIDATION_ERROR, and none is attached', async () => {
  const other = await createTenant(server)
  const feedbackId = newId(Date.now())
  const [free, foreign, elsewhere] = [
    await ticket(await photo()),
    await other.inside((ctx) =>
      createUpload(ctx, { purpose: 'FEEDBACK', contentType: 'image/jpeg', size: 1 }),
    ),
    await inside((ctx) =>
      createUpload(ctx, {
        purpose: 'FEEDBACK',
        amenityId: newId(Date.now()),
        contentType: 'image/jpeg',
        size: 1,
      }),
    ),
  ]
  const task = await inside((ctx) =>
    createUpload(ctx, { purpose: 'TASK', taskId: newId(Date.now()), contentType: 'image/jpeg', size: 1 }),
  )
  const attach = (keys: readonly string[]) =>
    inside((ctx) => attachUploads(ctx, keys, { feedbackId, amenityId: place.amenityId }))
  for (const key of [
    foreign.key,
    elsewhere.key,
    task.key,
    'nonsense',
    server.built.platform.keys.seal('upload', tenant.id, newId(Date.now())),
  ]) {
    await assert.rejects(
      attach([free.key, key]),
      (error: { code?: string; details?: { path: string }[] }) => {
        assert.equal(error.code, 'VALIDATION_ERROR')
        assert.equal(error.details?.[0]?.path, 'body.imageKeys')
        return true
      },
    )
  }
  await attach([free.key])
  await assert.rejects(attach([free.key]), { code: 'VALIDATION_ERROR' })
})

test('A photo whose PUT comes after the report is shown once it is stored', async () => {
  const bytes = await photo()
  const upload = await ticket(bytes)
  const feedbackId = newId(Date.now())
  await inside((ctx) => attachUploads(ctx, [upload.key], { feedbackId, amenityId: place.amenityId }))
  const images = () =>
    inside(async (ctx) => (await imagesOf(ctx, { feedbackIds: [feedbackId] })).get(feedbackId) ?? [])
  assert.deepEqual(await images(), [])
  assert.equal((await put(upload, bytes)).status, 200)
  assert.equal((await images()).length, 1)
})

test('A hidden photo is NOT_FOUND and in no list, and returns when it is shown again', async () => {
  const { feedbackId, image } = await storedPhoto()
  const images = () =>
    inside(async (ctx) => (await imagesOf(ctx, { feedbackIds: [feedbackId] })).get(feedbackId) ?? [])
  assert.deepEqual(await inside((ctx) => hideImages(ctx, feedbackId, [image.key])), [image.key])
  assert.equal((await get(image.url)).json.code, 'NOT_FOUND')
  assert.deepEqual(await images(), [])
  assert.deepEqual(await inside((ctx) => hiddenImagesOf(ctx, feedbackId)), [image.key])
  await inside((ctx) => hideImages(ctx, feedbackId, []))
  assert.equal((await get(image.url)).status, 200)
  assert.equal((await images()).length, 1)
})

test('File URLs that were changed, cut, contain path traversal or have expired are NOT_FOUND', async () => {
  const { image } = await storedPhoto()
  const key = new URL(image.url).pathname.slice('/files/'.length)
  const small = key.replace('.f', '.s')
  for (const wrong of [
    small,
    key.slice(0, -1),
    `${key}x`,
    key.split('.')[0] ?? '',
    '..%2f..%2fsecret',
    '%2e%2e%2fx',
    'a%00.jpg',
    'con',
    'x'.repeat(300),
  ]) {
    const reply = await server.call('GET', `/files/${wrong}`)
    assert.equal(reply.status, 404, wrong)
    assert.equal(reply.json.code, 'NOT_FOUND', wrong)
  }
  server.clock.advance(2 * 24 * 3600_000)
  const late = await get(image.url)
  assert.equal(late.status, 404)
  assert.equal(late.json.code, 'NOT_FOUND')
})

test('Photos never uploaded, never attached within 24 hours, or erased are purged with their files', async () => {
  const kept = await storedPhoto()
  const erased = await storedPhoto()
  const bytes = await photo()
  const unbound = await ticket(bytes)
  assert.equal((await put(unbound, bytes)).status, 200)
  await ticket(bytes)
  await inside((ctx) => eraseUploadsOf(ctx, [erased.feedbackId]))
  assert.equal((await get(erased.image.url)).json.code, 'NOT_FOUND')
  server.clock.advance(24 * 3600_000 + 1000)
  await server.built.worker?.runCronJob('purge-uploads')
  const left = await inside((ctx) =>
    ctx.run<{ id: string }>('select id from upload where tenant_id = $1 and attached_at is null', [
      ctx.tenantId,
    ]),
  )
  assert.deepEqual(left, [])
  assert.ok(
    !(await filesOnDisk()).some((name) =>
      name.includes(server.built.platform.keys.unseal('upload', unbound.key)?.id ?? '?'),
    ),
  )
  assert.ok(
    !(await filesOnDisk()).some((name) =>
      name.includes(server.built.platform.keys.unseal('upload', erased.upload.key)?.id ?? '?'),
    ),
  )
  assert.ok(
    (await filesOnDisk()).some((name) =>
      name.includes(server.built.platform.keys.unseal('upload', kept.upload.key)?.id ?? '?'),
    ),
  )
})

test('If the storage fails the answer is SERVICE_UNAVAILABLE and the same PUT works later', async () => {
  const bytes = await photo()
  const upload = await ticket(bytes)
  const { storage } = server.built.platform
  const original = storage.put
  Object.assign(storage, { put: () => Promise.reject(new Error('disk full')) })
  try {
    assert.ok((await put(upload, bytes)).status >= 500)
  } finally {
    Object.assign(storage, { put: original })
  }
  assert.equal((await put(upload, bytes)).status, 200)
})

test('A photo of a task has its kind, note and author, and is deleted with the task', async () => {
  const bytes = await photo()
  const taskId = newId(Date.now())
  const noteId = newId(Date.now())
  const uploads = await inside(async (ctx) => {
    const ticketFor = () =>
      createUpload(ctx, {
        purpose: 'TASK',
        taskId,
        kind: 'AFTER',
        contentType: 'image/jpeg',
        size: bytes.length,
      })
    return [await ticketFor(), await ticketFor()]
  })
  for (const upload of uploads) assert.equal((await put(upload, bytes)).status, 200)
  const [first = '', second = ''] = uploads.map(({ key }) => key)
  await inside((ctx) => attachUploads(ctx, [first], { taskId }, 'body.key'))
  await inside((ctx) => attachUploads(ctx, [second], { taskId, noteId }))
  const attachments = await inside((ctx) => attachmentsOfTask(ctx, taskId))
  assert.deepEqual(
    attachments.map(({ kind, noteId: of, author }) => ({ kind, of, author })),
    [
      { kind: 'AFTER', of: null, author: { id: null, name: 'Wellkept', kind: 'SYSTEM' } },
      { kind: 'AFTER', of: noteId, author: { id: null, name: 'Wellkept', kind: 'SYSTEM' } },
    ],
  )
  await assert.rejects(
    inside((ctx) => attachUploads(ctx, [second], { feedbackId: newId(1) })),
    { code: 'VALIDATION_ERROR' },
  )
  await inside((ctx) => eraseUploadsOfTasks(ctx, [taskId]))
  assert.deepEqual(await inside((ctx) => attachmentsOfTask(ctx, taskId)), [])
  assert.equal((await get(attachments[0]?.image.url ?? '')).json.code, 'NOT_FOUND')
})
