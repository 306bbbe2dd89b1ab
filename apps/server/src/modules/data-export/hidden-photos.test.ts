import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackDetail } from '#contracts/dashboard.ts'
import { exportsOn } from '#test/exports.ts'
import { fillTenant } from '#test/fill-tenant.ts'
import { startTestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'

const server = await startTestServer()
const { exported, download } = exportsOn(server)

interface Line {
  id: string
  feedbackId: string | null
  hiddenAt: string | null
  file: string
}

test('A hidden photo is in the export and marked as hidden; an erased one is not', async () => {
  const { tenant, feedbackId } = await fillTenant(server, 'Campion')
  const { token } = tenant.admin
  const target = `/api/admin/feedback/${feedbackId}`
  const photosOf = async () => {
    const zip = unzip((await download((await exported(tenant)).url)).bytes)
    const lines = String(zip.get('photos.jsonl')).trim().split('\n')
    return { zip, photos: lines.map((line) => JSON.parse(line) as Line) }
  }
  const seen = await server.call<FeedbackDetail>('GET', `/api/dashboard/feedback/${feedbackId}`, { token })
  const [image] = seen.json.data.images
  assert.ok(image)
  const hidden = await server.call('PATCH', target, {
    token,
    body: { hidden: true, hiddenImages: [image.key], reason: 'Shows a face' },
  })
  assert.equal(hidden.status, 200, hidden.text)
  assert.equal((await server.call('GET', new URL(image.url).pathname)).status, 404)

  const { zip, photos } = await photosOf()
  assert.deepEqual(photos.map((line) => [line.feedbackId === feedbackId, line.hiddenAt !== null]).sort(), [
    [false, false],
    [true, true],
  ])
  const line = photos.find(({ hiddenAt }) => hiddenAt !== null)
  assert.ok(line && Math.abs(Date.parse(line.hiddenAt ?? '') - server.clock.now().getTime()) < 60_000)
  assert.equal(zip.get(line.file)?.subarray(0, 3).toString('hex'), 'ffd8ff')
  assert.ok(String(zip.get('feedback.jsonl')).includes('"state":"HIDDEN"'))

  assert.equal((await server.call('DELETE', target, { token })).status, 200)
  const after = await photosOf()
  assert.deepEqual(
    after.photos.map(({ id }) => id),
    photos.filter(({ hiddenAt }) => hiddenAt === null).map(({ id }) => id),
  )
  assert.ok(!after.zip.has(line.file))
})
