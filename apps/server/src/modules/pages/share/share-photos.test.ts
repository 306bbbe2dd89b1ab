import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0a7' } })
  .jpeg()
  .toBuffer()

const reportWithPhoto = async (tenant: TestTenant): Promise<string> => {
  const { qrCode } = await createPlace(server, tenant)
  const { data } = (
    await server.call<Upload>('POST', '/api/feedback/upload-url', {
      body: { qrCode, contentType: 'image/jpeg', size: photo.length },
    })
  ).json
  const put = await server.call('PUT', new URL(data.url).pathname, {
    body: photo,
    headers: { 'content-type': 'image/jpeg' },
  })
  assert.equal(put.status, 200, put.text)
  const sent = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode, rating: 2, comment: 'See the photo', imageKeys: [data.key] },
  })
  assert.equal(sent.status, 201, sent.text)
  return sent.json.data.id
}

const share = async ({ admin }: TestTenant): Promise<NewShareLink> => {
  const reply = await server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: admin.token,
    body: { kind: 'DASHBOARD', name: 'Landlord', redaction: { comments: false, photos: false } },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const photosIn = async (token: string): Promise<string[]> => {
  const { status, text } = await server.call('GET', `/s/${token}`)
  assert.equal(status, 200, text)
  return [
    ...new Set(
      [...text.matchAll(/"(?:https?:\/\/[^"/]+)?(\/s\/photos\/[\w.-]+)"/g)].map(([, at]) => at ?? ''),
    ),
  ]
}

const statuses = (paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await server.call('GET', path)).status))

test('A shared photo is served only while the share shows it', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const feedbackId = await reportWithPhoto(tenant)
  const by = { token: tenant.admin.token }
  const ends: [string, (link: NewShareLink) => Promise<{ status: number; text: string }>][] = [
    [
      'photos hidden',
      ({ id }) =>
        server.call('PATCH', `/api/sharing/links/${id}`, { ...by, body: { redaction: { photos: true } } }),
    ],
    ['another address', ({ id }) => server.call('POST', `/api/sharing/links/${id}/rotate`, by)],
    [
      'a password',
      ({ id }) =>
        server.call('PATCH', `/api/sharing/links/${id}`, { ...by, body: { password: 'long enough 12' } }),
    ],
    ['revoked', ({ id }) => server.call('DELETE', `/api/sharing/links/${id}`, by)],
    [
      'the report hidden',
      () =>
        server.call('PATCH', `/api/admin/feedback/${feedbackId}`, {
          ...by,
          body: { hidden: true, reason: 'A face' },
        }),
    ],
  ]
  for (const [what, end] of ends) {
    const link = await share(tenant)
    const paths = await photosIn(link.token)
    assert.ok(paths.length > 0, what)
    assert.deepEqual(new Set(await statuses(paths)), new Set([200]), what)
    const reply = await end(link)
    assert.ok(reply.status < 300, `${what}: ${reply.text}`)
    assert.deepEqual(new Set(await statuses(paths)), new Set([404]), what)
  }
})

test('The URL of a shared photo serves no other photo, and does not work as a staff URL', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  await reportWithPhoto(tenant)
  const [path = ''] = await photosIn((await share(tenant)).token)
  const key = path.replace('/s/photos/', '')
  const [photoPart = '', linkPart = '', epoch = '', size = '', mac = ''] = key.split('.')
  for (const wrong of [
    `/files/${key}`,
    `/s/photos/${key.slice(0, -1)}`,
    `/s/photos/${photoPart}.${photoPart}.${epoch}.${size}.${mac}`,
    `/s/photos/${linkPart}.${linkPart}.${epoch}.${size}.${mac}`,
    `/s/photos/${photoPart}.${linkPart}.${Number(epoch) + 1}.${size}.${mac}`,
    '/s/photos/x',
  ])
    assert.equal((await server.call('GET', wrong)).status, 404, wrong)
})
