import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { diagnosticsOf } from '../src/data/diagnostics.ts'
import { newTasks } from '../src/data/new-task.ts'
import { createRoomSource } from '../src/data/rooms.ts'
import { type CachedList, memoryCache } from '../src/data/task-cache.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { roomOf } from '../src/pieces/use-room.ts'
import { routeOf } from '../src/routes.ts'

const me = { id: 'ana', name: 'Ana' }
const code = '7K3QW9F2MXABCDE01234'
const room = { id: '01930000-0000-7000-8000-00000000000b', name: 'Washroom north' }
const now = Date.parse('2026-11-20T08:00:00.000Z')

const found: Operation = {
  id: 'op',
  seq: 1,
  at: new Date(now).toISOString(),
  owner: me.id,
  ownerName: me.name,
  taskId: 'local',
  taskTitle: 'Tile is loose',
  work: { kind: 'create', title: 'Tile is loose', mine: true, room: { ...room, location: null } },
  state: 'WAITING',
  tries: 0,
  round: 0,
}
const [task] = newTasks([found], me)
assert.ok(task)
const field = { type: 'WASHROOM', qrCode: code, feedback: [] }
const inRoom = (id: string, over: Partial<Task> = {}): Task => ({
  ...task,
  id,
  amenity: room,
  field,
  ...over,
})
const listOf = (...tasks: Task[]): CachedList => ({
  owner: me.id,
  readAt: now,
  etag: undefined,
  tasks,
  total: tasks.length,
})

/** A fake service with one room; `asked` lists the called endpoints in order. */
const service = (over: Record<string, () => unknown> = {}) => {
  const asked: string[] = []
  const clock = { now }
  const answers: Record<string, () => unknown> = {
    getFeedbackAmenity: () => ({
      qrCode: code,
      amenity: { ...room, type: 'WASHROOM', state: 'OPERATIONAL' },
      building: { name: 'House', timeZone: 'UTC' },
      location: 'Level 2',
      branding: { name: 'Wellkept', contact: 'help@example.org' },
      issues: [{ code: 'NO_SOAP', name: 'No soap', icon: null, safety: false }],
      known: [],
      language: 'en',
    }),
    listTasks: () => ({ items: [inRoom('done', { status: 'DONE' })], total: 1 }),
    ...over,
  }
  const call = async ({ name }: { name: string }): Promise<unknown> => {
    asked.push(name)
    return answers[name]?.()
  }
  const cache = memoryCache()
  const open = () =>
    createRoomSource(
      { call } as unknown as Client,
      cache,
      () => me,
      () => clock.now,
    )
  return { asked, answers, clock, open }
}
const offline = (): never => {
  throw new ApiError({ code: 'NETWORK', status: 0, message: '' })
}

describe('Rooms on the phone', () => {
  it('are learned from the list, without a reading of the sticker, which would count as a scan', async () => {
    const { asked, open } = service()
    const rooms = open()
    const list = listOf(inRoom('a'), inRoom('b'), inRoom('c', { amenity: null }))
    await rooms.learn(list)
    await rooms.learn(list)
    assert.deepEqual(asked, [], 'what the list brings needs no other reading')
    assert.equal(rooms.rooms.get()[0]?.code, code)
  })

  it('open by a scanned code without a connection, also after a restart', async () => {
    const { answers, open } = service()
    await open().learn(listOf(inRoom('a')))
    answers.getFeedbackAmenity = offline
    const rooms = open()
    await rooms.recall()
    assert.deepEqual(await rooms.scanned(code, 'en'), { id: room.id })
  })

  it('say what is in the way: no connection, or no such room', async () => {
    const { answers, open } = service({ getFeedbackAmenity: offline })
    const rooms = open()
    assert.equal(await rooms.scanned(code, 'en'), 'OFFLINE')
    for (const why of ['NOT_FOUND', 'QR_NOT_CONFIGURED'] as const) {
      answers.getFeedbackAmenity = () => {
        throw new ApiError({ code: why, status: 404, message: '' })
      }
      assert.equal(await rooms.scanned(code, 'en'), 'UNKNOWN')
    }
  })

  it('give up a sticker that was moved or leads nowhere, as soon as the service says so, and do not take it back', async () => {
    const other = { id: '01930000-0000-7000-8000-00000000000c', name: 'Washroom south' }
    const { answers, open } = service()
    const sticker = answers.getFeedbackAmenity
    const codes = (rooms: ReturnType<typeof open>) =>
      Object.fromEntries(rooms.rooms.get().map((one) => [one.name, one.code]))
    const rooms = open()
    await rooms.learn(listOf(inRoom('a')))
    answers.getFeedbackAmenity = () => ({ ...Object(sticker?.()), amenity: { ...other, type: 'WASHROOM' } })
    assert.deepEqual(await rooms.scanned(code, 'en'), { id: room.id }, 'what the phone knows opens at once')
    await new Promise(setImmediate)
    const moved = { [room.name]: null, [other.name]: code }
    assert.deepEqual(codes(rooms), moved)

    const restarted = open()
    await restarted.recall()
    assert.deepEqual(codes(restarted), moved)
    assert.deepEqual(await restarted.scanned(code, 'en'), { id: other.id })
    answers.getFeedbackAmenity = () => {
      throw new ApiError({ code: 'QR_NOT_CONFIGURED', status: 404, message: '' })
    }
    assert.deepEqual(await restarted.scanned(code, 'en'), { id: other.id })
    await new Promise(setImmediate)
    assert.deepEqual(codes(restarted), { [room.name]: null, [other.name]: null })
    assert.equal(await restarted.scanned(code, 'en'), 'UNKNOWN')

    answers.getFeedbackAmenity = sticker ?? offline
    await restarted.scanned(code, 'en')
    answers.getFeedbackAmenity = offline
    await restarted.scanned(code, 'en')
    await new Promise(setImmediate)
    assert.deepEqual(codes(restarted), { [room.name]: code, [other.name]: null }, 'no answer says nothing')
  })

  it('keep what the sticker told beside what was learned and read', async () => {
    const { asked, open } = service()
    const rooms = open()
    await rooms.scanned(code, 'en')
    await rooms.read(room.id)
    await rooms.read(room.id)
    assert.deepEqual(asked, ['getFeedbackAmenity', 'listTasks'], 'at most once a minute')
    const [seen] = rooms.rooms.get()
    assert.equal(seen?.sticker?.contact, 'help@example.org')
    assert.equal(seen?.location, 'Level 2')
    assert.equal(seen?.tasks.length, 1)
  })

  it('are read as of the moment at which they were asked for: what was done meanwhile may not be in the answer', async () => {
    const { answers, clock, open } = service()
    const list = answers.listTasks
    answers.listTasks = () => {
      clock.now += 5000
      return list?.()
    }
    const rooms = open()
    await rooms.read(room.id)
    assert.equal(rooms.rooms.get()[0]?.tasksReadAt, now)
  })

  it('are read again once the clock was set back, however far ahead it was when they were read', async () => {
    const { asked, clock, open } = service()
    const rooms = open()
    await rooms.scanned(code, 'en')
    clock.now += 5 * 3_600_000
    await rooms.read(room.id)
    clock.now = now
    await rooms.read(room.id)
    await rooms.read(room.id)
    assert.deepEqual(asked, ['getFeedbackAmenity', 'listTasks', 'listTasks'])
  })

  it('show what waits to be made there, and what was done there with the latest first', () => {
    const shown = roomOf(
      room.id,
      undefined,
      listOf(
        inRoom('early', { status: 'DONE', completedAt: '2026-11-20T06:00:00.000Z' }),
        inRoom('late', { status: 'DONE', completedAt: '2026-11-20T07:00:00.000Z' }),
        inRoom('merged', { mergedInto: 'early' }),
        inRoom('elsewhere', { amenity: { id: 'x', name: 'X' } }),
      ),
      [found],
      me,
    )
    assert.deepEqual(
      shown?.open.map(({ id }) => id),
      ['local'],
    )
    assert.deepEqual(
      shown?.done.map(({ id }) => id),
      ['late', 'early'],
    )
    assert.equal(roomOf('nowhere', undefined, listOf(), [found], me), undefined)
  })

  it('have addresses of their own', () => {
    assert.deepEqual(routeOf(`/app/work/rooms/${room.id}`), { name: 'room', id: room.id })
    assert.deepEqual(routeOf(`/app/work/rooms/${room.id}/problem`), { name: 'problem', id: room.id })
    assert.deepEqual(routeOf('/app/work/rooms/1'), { name: 'unknown' })
  })
})

describe('Diagnostics', () => {
  it('hold no names and no words of anybody', () => {
    const text = diagnosticsOf({
      version: '1.0.0',
      shell: undefined,
      now,
      language: 'en',
      browser: 'Test',
      screen: '320 x 640 at 2',
      online: true,
      signedIn: true,
      notifications: 'OFF',
      keeps: true,
      camera: 'none',
      listReadAt: undefined,
      listTrouble: undefined,
      tasks: 1,
      rooms: 1,
      outboxTrouble: 'OFFLINE',
      operations: [
        {
          ...found,
          state: 'NEEDS_YOU',
          outcome: { why: 'REFUSED', code: 'NOT_FOUND', requestId: 'r-1', who: 'SECRET' },
          ownerName: 'SECRET',
          taskTitle: 'SECRET',
        },
        { ...found, id: 'two', work: { kind: 'note', text: 'SECRET', public: false }, taskTitle: 'SECRET' },
      ],
    })
    assert.match(text, /create NEEDS_YOU tries=0 REFUSED NOT_FOUND r-1\n/)
    assert.match(text, /note WAITING/)
    assert.doesNotMatch(text, /SECRET|Ana|Washroom|Tile/)
  })
})
