import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readQrCode } from '#contracts/qr-code.ts'
import { memoryStorage } from '#offline/storage.ts'
import { formatCode } from '../src/data/room-code.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { failure, lamp, note, offline, photo, start, states, world } from './outbox-world.ts'

const found = { id: '01930000-0000-4000-8000-00000000000a', title: 'Tile is loose' }
const create = { kind: 'create', title: found.title, mine: true } as const

describe('A task that was made on the phone', () => {
  it('is sent in its turn, and what is about it follows under the id that the service gave it', async () => {
    const it = world()
    it.answer = offline
    await it.outbox.add(lamp, start)
    await it.outbox.add(found, create)
    await it.outbox.add(found, photo)
    await it.outbox.add(found, start)
    await it.outbox.add(lamp, note('Later'))
    await it.idle()
    assert.equal(it.created.length, 0, 'not before what was done before it')
    it.batches.length = 0
    it.answer = world().answer
    await it.outbox.flush()
    assert.deepEqual(
      it.created.map(({ title }) => title),
      ['Tile is loose'],
    )
    assert.deepEqual(
      it.batches.map((batch) => batch.map(({ taskId, kind }) => `${taskId} ${kind}`)),
      [[`${lamp.id} status`], ['task-1 status', `${lamp.id} note`]],
    )
    assert.equal(it.photos.length, 1)
    assert.ok(Object.values(states(it)).every((state) => state === 'SENT'))
  })

  it('is known by the phone’s id too, once it has another', async () => {
    const it = world()
    await it.outbox.add(found, create)
    await it.idle()
    await it.outbox.add(found, start)
    await it.idle()
    assert.equal(it.batches.at(-1)?.[0]?.taskId, 'task-1')
  })

  it('survives a restart, and is asked for under the same key while nothing was answered', async () => {
    const storage = memoryStorage<Operation>()
    const before = world(storage)
    const keys: string[] = []
    before.createAnswer = offline
    await before.outbox.add(found, create)
    await before.outbox.add(found, start)
    await before.idle()
    assert.deepEqual(states(before), { 'op-1': 'WAITING', 'op-2': 'WAITING' })
    assert.equal(before.batches.length, 0)
    const after = world(storage)
    await after.outbox.flush()
    keys.push(...after.created.map(({ key }) => key))
    assert.deepEqual(keys, ['op-1.0'])
    assert.equal(after.batches[0]?.[0]?.taskId, 'task-1')
  })

  it('needs a person where it is refused; what is about it waits, and goes with it when it is discarded', async () => {
    const it = world()
    it.createAnswer = () => {
      throw failure('NOT_FOUND')
    }
    await it.outbox.add(found, create)
    await it.outbox.add(found, start)
    await it.outbox.add(lamp, start)
    await it.idle()
    assert.deepEqual(states(it), { 'op-1': 'NEEDS_YOU', 'op-2': 'WAITING', 'op-3': 'SENT' })
    await it.outbox.discard('op-1')
    assert.deepEqual(states(it), { 'op-3': 'SENT' })
  })
})

describe('The code of a sticker', () => {
  it('is taken from an address in any case, and from what people type', () => {
    const code = '7K3QW9F2MXABCDE01234'
    for (const text of [
      code,
      '7k3qw 9f2mx-abcde o1234',
      `HTTPS://EXAMPLE.ORG/Q/${code}`,
      `https://example.org/wellkept/q/${code.toLowerCase()}?lang=de`,
      ' 7K3QW\u00a09F2MX\u2011ABCDE\u20030l234 ',
    ])
      assert.equal(readQrCode(text), code, text)
  })

  it('is none where it cannot be one: another address, signs, too short, too long', () => {
    for (const text of [
      '',
      'abc',
      'https://example.org/',
      'WIFI:S:net;;',
      '../q',
      '<b>',
      'A'.repeat(33),
      'mailto:a@b.c',
    ])
      assert.equal(readQrCode(text), undefined, text)
  })

  it('stands in fives', () => {
    assert.equal(formatCode('7k3qw9f2mx a'), '7K3QW 9F2MX A')
    assert.equal(formatCode(''), '')
  })
})
