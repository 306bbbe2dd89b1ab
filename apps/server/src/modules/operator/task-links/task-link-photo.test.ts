import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { linkFeedback } from '#server/modules/tasks/public.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { openTaskLinks, picture } from '../testing/task-links.ts'

const server = await startTestServer()
const { read, send, photo, mailed, withTask, taskOf } = openTaskLinks(server)

test('If a photo is required, finishing needs one that was taken after the work', async () => {
  const tenant = await createTenant(server)
  await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { work: { photoRequiredToFinish: true } },
  })
  const { token, task } = await withTask(tenant)
  const refused = await send(token, { act: 'finish', text: 'Ready', formId: 'a' })
  assert.equal(refused.status, 400)
  assert.match(refused.html, /Add a photo of the result before you finish/)
  await photo(token, await picture(), { kind: 'BEFORE', formId: 'b' })
  assert.equal((await send(token, { act: 'finish', formId: 'c' })).status, 400)
  await photo(token, await picture(), { kind: 'AFTER', formId: 'd' })
  assert.equal((await send(token, { act: 'finish', formId: 'e' })).status, 303)
  assert.equal((await taskOf(tenant, task.id)).status, 'DONE')
})

test('After “not fixed” the link requires another photo before the task can be finished', async () => {
  const tenant = await createTenant(server)
  await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { work: { photoRequiredToFinish: true } },
  })
  const { qrCode } = await createPlace(server, tenant)
  const { token, email, task } = await withTask(tenant)
  const said = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body: { qrCode, rating: 2 } })
  const { id: feedbackId, trackingToken } = said.json.data
  await tenant.inside((ctx) => linkFeedback(ctx, [{ taskId: task.id, feedbackId }]))
  const asks = async (link: string) =>
    /Add a photo of the result before you finish/.test((await read(link)).html)
  assert.equal(await asks(token), true)
  await photo(token, await picture(), { kind: 'AFTER', formId: 'a' })
  assert.equal(await asks(token), false)
  assert.equal((await send(token, { act: 'finish', formId: 'b' })).status, 303)
  await server.call('POST', `/api/feedback/track/${trackingToken}`, { body: { fixed: false } })
  const again = (await mailed(email)).at(-1) ?? ''
  assert.equal(await asks(again), true)
  assert.equal((await send(again, { act: 'finish', formId: 'c' })).status, 400)
  await photo(again, await picture(), { kind: 'AFTER', formId: 'd' })
  assert.equal(await asks(again), false)
  assert.equal((await send(again, { act: 'finish', formId: 'e' })).status, 303)
})

test('The type of a photo is determined by its content, and a file that is no photo is refused with an explanation', async () => {
  const tenant = await createTenant(server)
  const { token } = await withTask(tenant)
  const webp = readFileSync(new URL('../../uploads/testing/webp-announced-as-jpeg.bin', import.meta.url))
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  for (const [formId, bytes, type] of [
    ['a', webp, 'image/jpeg'],
    ['b', png, 'application/octet-stream'],
    ['c', png, ''],
  ] as const) {
    const taken = await photo(token, new Blob([new Uint8Array(bytes)], { type }), { formId })
    assert.equal(taken.status, 303, `${formId} ${taken.html}`)
  }
  const text = new Blob(['Shopping: soap, paper'], { type: 'image/png' })
  const refused = await photo(token, text, { formId: 'd' })
  assert.equal(refused.status, 400)
  assert.match(refused.html, /This photo could not be read/)
})

test('A photo whose form says charset=utf8 is accepted', async () => {
  const { token } = await withTask(await createTenant(server))
  const form = new FormData()
  form.append('act', 'photo')
  form.append('formId', 'a')
  form.append('photo', await picture(), 'photo.jpg')
  const sent = new Response(form)
  const reply = await server.call('POST', `/o/${token}`, {
    body: new Uint8Array(await sent.arrayBuffer()),
    headers: { 'content-type': `${sent.headers.get('content-type')}; charset=utf8` },
  })
  assert.equal(reply.status, 303, reply.text)
})

test('The page asks whether a photo shows before or after without a default; a photo without an answer confirms nothing', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const { html } = await read(token)
  const fields = [...html.matchAll(/<input[^>]*name="kind"[^>]*>/g)].map(([field]) => [
    /value="(\w+)"/.exec(field)?.[1],
    /\brequired\b/.test(field),
    /\bchecked\b/.test(field),
  ])
  assert.deepEqual(fields, [
    ['BEFORE', true, false],
    ['AFTER', true, false],
  ])
  await photo(token, await picture(), { formId: 'a' })
  await photo(token, await picture(), { kind: 'DAMAGE', formId: 'b' })
  await photo(token, await picture(), { kind: 'BEFORE', formId: 'c' })
  assert.equal((await send(token, { act: 'finish', formId: 'd' })).status, 303)
  const { attachments, verification } = await taskOf(tenant, task.id)
  assert.deepEqual(
    [attachments.map(({ kind }) => kind).sort(), verification],
    [['BEFORE', 'OTHER', 'OTHER'], 'CLAIMED'],
  )
})
