import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '#client/client.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { listTasks } from '#contracts/tasks.ts'
import { minutesOf, untilOf } from '../src/data/answers.ts'
import { shownTasks } from '../src/data/new-task.ts'
import { filtered, inSections, readFilters, sectionOf, writeFilters } from '../src/data/sections.ts'
import { memoryCache } from '../src/data/task-cache.ts'
import { createTaskSource } from '../src/data/task-source.ts'
import { lacksPhoto, mayReopen, ownNotes, withPending } from '../src/data/with-pending.ts'
import { missingFrom } from '../src/data/withdrawn.ts'
import type { Operation, Work } from '../src/outbox/operation.ts'
import { routeOf } from '../src/routes.ts'

const now = new Date(2026, 10, 20, 9, 0).getTime()
const minute = 60_000
const me = { id: 'me', name: 'Ana' }

const task = (over: Partial<Task> = {}): Task => ({
  id: '01930000-0000-7000-8000-000000000001',
  number: 1,
  title: 'Tap drips',
  description: '',
  status: 'OPEN',
  priority: 'MEDIUM',
  source: 'FEEDBACK',
  building: { id: 'b1', name: 'House' },
  amenity: null,
  location: null,
  category: null,
  categoryName: null,
  skill: null,
  assignee: { kind: 'USER', ...me },
  dueAt: null,
  overdue: false,
  labels: [],
  resolution: null,
  minutesSpent: null,
  reporterCount: 0,
  mergedInto: null,
  blocked: null,
  checklist: [],
  attachments: [],
  noteCount: 0,
  sla: null,
  escalationLevel: 0,
  reopenCount: 0,
  verification: 'NONE',
  rejection: null,
  routing: null,
  createdBy: { id: null, name: 'System', kind: 'SYSTEM' },
  createdAt: new Date(now - 60 * minute).toISOString(),
  startedAt: null,
  completedAt: null,
  updatedAt: new Date(now).toISOString(),
  version: 1,
  allowed: [],
  ...over,
})
const ofCompany = { kind: 'COMPANY', id: 'c1', name: 'House team' } as const
const due = (minutes: number): string => new Date(now + minutes * minute).toISOString()

const operation = (work: Work, over: Partial<Operation> = {}): Operation => ({
  id: 'op',
  seq: 1,
  at: new Date(now).toISOString(),
  owner: 'me',
  ownerName: 'Ana',
  taskId: task().id,
  taskTitle: 'Tap drips',
  work,
  state: 'WAITING',
  tries: 0,
  round: 0,
  ...over,
})

describe('The order of the day', () => {
  it('puts danger to people first, then what was begun, then mine, and what nobody has last', () => {
    assert.equal(sectionOf(task({ safety: true }), now), 'danger')
    assert.equal(sectionOf(task({ safety: true, assignee: null }), now), 'danger', 'whoever has it')
    assert.equal(sectionOf(task({ status: 'IN_PROGRESS' }), now), 'begun')
    assert.equal(sectionOf(task({ priority: 'URGENT', overdue: true }), now), 'mine')
    assert.equal(sectionOf(task({ assignee: null, priority: 'URGENT' }), now), 'free')
    assert.equal(sectionOf(task({ assignee: ofCompany, allowed: ['claim'] }), now), 'free')
    assert.equal(sectionOf(task({ status: 'DONE', safety: true }), now), 'done')
    assert.deepEqual([...inSections([], now).keys()], ['danger', 'begun', 'mine', 'blocked', 'done', 'free'])
  })

  it('puts what is blocked on hold, however urgent it is, until its time is over, also without a connection', () => {
    const blocked = { reason: 'PARTS', since: due(-5), until: null, note: null } as const
    assert.equal(sectionOf(task({ safety: true, blocked }), now), 'blocked')
    const until = (minutes: number) => ({
      status: 'IN_PROGRESS' as const,
      blocked: { reason: 'PARTS', since: due(-60), until: due(minutes), note: null } as const,
    })
    assert.equal(sectionOf(task(until(1)), now), 'blocked')
    assert.equal(sectionOf(task(until(0)), now), 'begun')
  })

  it('shows mine with urgent and not fixed first, then by what is left of the clock or until it is due, the latest last', () => {
    const sla = { policyId: null, pausedMs: 0, respondedAt: null, breached: false } as const
    const running = (respond: number, resolve: number) =>
      ({ ...sla, respondBy: due(respond), resolveBy: due(resolve), state: 'AT_RISK' }) as const
    const list = [
      task({ id: 'later', dueAt: due(100), number: 1 }),
      task({ id: 'over', dueAt: due(-120), overdue: true, number: 2 }),
      task({ id: 'no end', priority: 'HIGH', number: 3 }),
      task({ id: 'responds in 20', sla: running(20, 300), dueAt: due(110), number: 4 }),
      task({ id: 'begun', status: 'IN_PROGRESS', sla: running(-5, 35), number: 5 }),
      task({ id: 'not fixed', rejection: { at: due(-1) }, dueAt: due(90), number: 6 }),
      task({ id: 'urgent', priority: 'URGENT', dueAt: due(80), number: 7 }),
      task({ id: 'nobody’s', priority: 'URGENT', assignee: null, number: 8 }),
    ]
    const order = inSections(list, now)
      .get('mine')
      ?.map(({ id }) => id)
    assert.deepEqual(order, ['urgent', 'not fixed', 'over', 'responds in 20', 'later', 'no end'])
  })

  it('is filtered by what stands in the address, and ignores what it does not know', () => {
    const filters = readFilters('?show=free,nonsense&building=b1')
    assert.deepEqual(filters, { names: ['free'], building: 'b1' })
    assert.deepEqual(readFilters(writeFilters(filters)), filters)
    const list = [task(), task({ assignee: null }), task({ assignee: null, building: null })]
    assert.equal(filtered(list, filters).length, 1)
    const shared = task({ assignee: ofCompany, allowed: ['start', 'finish', 'claim'] })
    assert.deepEqual(filtered([...list, shared], readFilters('?show=mine')), [list[0]])
    assert.equal(filtered([shared], filters).length, 1, 'nobody of the company has taken it')
  })
})

describe('A task that was mine', () => {
  const list = (tasks: readonly Task[], over: { owner?: string; total?: number } = {}) => ({
    owner: 'me',
    readAt: now,
    etag: undefined,
    tasks,
    total: tasks.length,
    ...over,
  })
  const mine = task({ id: 'mine' })

  it('is missed when the next whole list does not have it', () => {
    const before = list([mine, task({ id: 'stays' }), task({ id: 'free', assignee: null })])
    const missing = (after: ReturnType<typeof list>) => missingFrom(before, after).map(({ id }) => id)
    assert.deepEqual(missing(list([task({ id: 'stays' })])), ['mine'])
    assert.deepEqual(missing(list([task({ id: 'stays' })], { total: 120 })), [], 'it may be on a later page')
    assert.deepEqual(missing(list([], { owner: 'ben' })), [], 'another person signed in')
    assert.deepEqual(missingFrom(undefined, list([])), [])
  })
})

describe('A task as this phone shows it', () => {
  it('counts as done what waits to be sent', () => {
    const shown = withPending(
      task(),
      [operation({ kind: 'status', status: 'DONE', resolution: 'Cleaned' })],
      now,
      me,
    )
    assert.equal(shown.status, 'DONE')
    assert.equal(shown.resolution, 'Cleaned')
    const again = task({ rejection: { at: due(-1) } })
    const after = (status: 'IN_PROGRESS' | 'DONE') =>
      withPending(again, [operation({ kind: 'status', status })], now, me).rejection
    assert.deepEqual([after('IN_PROGRESS'), after('DONE')], [{ at: due(-1) }, null])
  })

  it('shows what was sent after the service was read, and not what the service knew', () => {
    const work = { kind: 'status', status: 'DONE' } as const
    const sent = (answeredAt: number): Operation => operation(work, { state: 'SENT', answeredAt })
    assert.equal(withPending(task(), [sent(now + 1)], now, me).status, 'DONE')
    assert.equal(withPending(task(), [sent(now - 1)], now, me).status, 'OPEN')
  })

  it('shows an own note once: until the service was read after it was sent, by this phone’s clock alone', () => {
    const work = { kind: 'note', text: 'Seal is worn', public: false } as const
    const shown = (over: Partial<Operation>): number =>
      ownNotes([operation(work, over)], task().id, now).length
    assert.equal(shown({}), 1)
    assert.equal(shown({ state: 'NEEDS_YOU', answeredAt: now - 1 }), 1)
    assert.equal(shown({ state: 'SENT', answeredAt: now + 1 }), 1, 'the answer at hand is older')
    assert.equal(shown({ state: 'SENT', answeredAt: now - 1 }), 0)
    assert.equal(shown({ state: 'SENT', answeredAt: now + 1, taskId: 'another' }), 0)
  })

  it('is ticked where a step was pressed here, and has the steps and words that the service has by now', () => {
    const [a, b] = [
      { id: 'a', text: 'Close the valve', done: false },
      { id: 'b', text: 'Sign', done: true },
    ]
    const pressed = { kind: 'checklist', checklist: [{ id: 'a', text: 'Valve', done: true }] } as const
    const shown = withPending(task({ checklist: [a, b] }), [operation(pressed)], now, me).checklist
    assert.deepEqual(shown, [{ ...a, done: true }, b])
  })

  it('goes back to the service’s word when something was refused', () => {
    const refused = operation({ kind: 'status', status: 'DONE' }, { state: 'NEEDS_YOU' })
    assert.equal(withPending(task(), [refused], now, me).status, 'OPEN')
  })

  it('makes an unassigned task mine when I take or start it', () => {
    for (const work of [{ kind: 'claim' }, { kind: 'status', status: 'IN_PROGRESS' }] as const)
      for (const [assignee, whose] of [
        [null, 'me'],
        [ofCompany, 'me'],
        [{ ...ofCompany, kind: 'USER' }, 'c1'],
      ] as const)
        assert.equal(
          withPending(task({ assignee, allowed: ['claim'] }), [operation(work)], now, me).assignee?.id,
          whose,
        )
  })

  it('is on hold after "Can’t do it", and no longer once it goes on or is done', () => {
    const hold = operation({ kind: 'status', status: 'OPEN', blocked: { reason: 'ACCESS', until: null } })
    const held = withPending(task(), [hold], now, me)
    assert.equal(held.blocked?.reason, 'ACCESS')
    const goesOn = operation({ kind: 'status', status: 'IN_PROGRESS', blocked: null })
    assert.equal(withPending(task(), [hold, goesOn], now, me).blocked, null)
    assert.equal(
      withPending(task(), [hold, operation({ kind: 'status', status: 'DONE' })], now, me).blocked,
      null,
    )
  })

  it('is taken back after "done" as long as the service says so, and for a day where it was ended here', () => {
    const done = (over: Partial<Task>) =>
      mayReopen(task({ status: 'DONE', completedAt: due(-60), ...over }), now)
    assert.equal(done({ allowed: ['reopen'] }), true)
    assert.equal(done({ allowed: ['note'] }), false)
    assert.equal(done({ allowed: ['finish'] }), true, 'the answer is from before the end')
    assert.equal(done({ allowed: ['finish'], completedAt: due(-60 * 24) }), false)
    assert.equal(done({ number: 0 }), true, 'it was made here')
  })

  it('lacks a photo of the result until one is there or waits, and again once a visitor calls it not fixed', () => {
    const photo = (kind: 'BEFORE' | 'AFTER') => ({ kind, createdAt: due(-5) }) as Task['attachments'][number]
    const lacks = (over: Partial<Task>, ...operations: Operation[]) => lacksPhoto(task(over), operations)
    assert.equal(lacks({ attachments: [photo('BEFORE')] }), true)
    assert.equal(lacks({ attachments: [photo('AFTER')] }), false)
    assert.equal(lacks({ attachments: [photo('AFTER')], rejection: { at: due(-1) } }), true)
    assert.equal(lacks({ attachments: [photo('AFTER')], rejection: { at: due(-9) } }), false)
    const taken = { kind: 'photo', photo: new Blob(), attachmentKind: 'AFTER' } as const
    assert.equal(lacks({}, operation(taken)), false)
    assert.equal(lacks({}, operation(taken, { state: 'NEEDS_YOU' })), true)
    assert.equal(lacks({}, operation({ ...taken, attachmentKind: 'BEFORE' })), true)
  })

  it('stands in the list with what was done here, beside what was made here', () => {
    const seen = { owner: 'me', readAt: now, etag: undefined, tasks: [task()], total: 1 }
    const made = operation({ kind: 'create', title: 'Loose tile', mine: true }, { taskId: 'local' })
    const done = operation({ kind: 'status', status: 'DONE' })
    assert.deepEqual(
      shownTasks(seen, [done, made], me).map(({ id, status }) => [id, status]),
      [
        [task().id, 'DONE'],
        ['local', 'OPEN'],
      ],
    )
  })

  it('is not changed by the actions of somebody else who used this phone', () => {
    const theirs = operation({ kind: 'status', status: 'DONE' }, { owner: 'ben' })
    assert.equal(withPending(task(), [theirs], now, me).status, 'OPEN')
  })
})

describe('My list', () => {
  it('is asked for whenever the app is opened, and by itself once a minute from then on', async () => {
    let asked = 0
    const send = async () => {
      asked++
      return { notModified: false, data: { items: [task()], total: 1 } }
    }
    const cache = memoryCache()
    for (const opening of [1, 2]) {
      const source = createTaskSource(
        { send } as unknown as Client,
        cache,
        () => me,
        () => now,
      )
      await source.recall()
      assert.equal(source.list.get()?.tasks.length, opening === 1 ? undefined : 1)
      await source.refresh()
      await source.refresh()
      assert.equal(asked, opening)
    }
  })
})

describe('The task that is opened', () => {
  it('is asked for again within the minute where the list knows a newer one, and not otherwise', async () => {
    let version = 1
    let asked = 0
    let clock = now
    const send = async (endpoint: object) => {
      if (endpoint === listTasks)
        return { notModified: false, data: { items: [task({ version })], total: 1 } }
      asked++
      return { notModified: false, data: { ...task({ version }), feedback: [], notes: [] } }
    }
    const source = createTaskSource(
      { send } as unknown as Client,
      memoryCache(),
      () => me,
      () => clock,
    )
    const { id } = task()
    await source.refresh(true)
    for (const [newest, times] of [
      [1, 1],
      [1, 1],
      [2, 2],
      [2, 2],
    ] as const) {
      version = newest
      await source.refresh(true)
      await source.open(id)
      assert.deepEqual([source.opened.get()?.task.version, asked], [newest, times])
    }
    clock -= 5 * 60 * minute
    await source.open(id)
    assert.equal(asked, 3, 'the clock was set back, by hand or by the network')
    await source.reword()
    await source.open(id)
    assert.equal(asked, 4, 'another language was chosen')
  })
})

describe('An answer that was on its way while something was sent', () => {
  it('does not show as open what is done: it may be from before, however late it comes', async () => {
    let clock = now
    let deliver = (): void => undefined
    const send = (endpoint: object) =>
      new Promise((resolve) => {
        const data = endpoint === listTasks ? { items: [task()], total: 1 } : { ...task(), feedback: [] }
        deliver = () => resolve({ notModified: false, data })
      })
    const source = createTaskSource(
      { send } as unknown as Client,
      memoryCache(),
      () => me,
      () => clock,
    )
    const readings = [
      [() => source.refresh(true), () => source.list.get()?.readAt],
      [() => source.open(task().id), () => source.opened.get()?.readAt],
    ] as const
    for (const [read, readAt] of readings) {
      const reading = read()
      await new Promise(setImmediate)
      clock += 1000
      const sent = operation({ kind: 'status', status: 'DONE' }, { state: 'SENT', answeredAt: clock })
      clock += 1000
      deliver()
      await reading
      assert.equal(withPending(task(), [sent], readAt() ?? clock, me).status, 'DONE')
    }
  })

  it('counts a note once that it may know already', () => {
    const sent = operation(
      { kind: 'note', text: 'Dry', public: false },
      { state: 'SENT', answeredAt: now + 1 },
    )
    assert.equal(withPending(task({ noteCount: 1 }), [sent], now, me).noteCount, 1)
  })
})

describe('What is typed or chosen', () => {
  it('is whole minutes of at most a week', () => {
    assert.equal(minutesOf(''), undefined)
    assert.equal(minutesOf(' 15 '), 15)
    for (const wrong of ['1.5', '-1', '10081', 'x', '1e9']) assert.equal(minutesOf(wrong), null)
  })

  it('is a time still to come, or not known', () => {
    assert.equal(untilOf('unknown', '', now), null)
    assert.equal(untilOf('hour', '', now), due(60))
    assert.equal(untilOf('tomorrow', '', now), new Date(2026, 10, 21, 8, 0).toISOString())
    assert.equal(untilOf('other', '2026-11-19T08:00', now), undefined)
    assert.equal(untilOf('other', '', now), undefined)
  })
})

describe('The addresses of the technician app', () => {
  it('name a task only by its id', () => {
    const id = task().id
    assert.deepEqual(routeOf(`/app/work/tasks/${id}`), { name: 'task', id })
    assert.deepEqual(routeOf(`/app/work/tasks/${id}/finish`), { name: 'finish', id })
    assert.deepEqual(routeOf('/app/work/'), { name: 'tasks' })
    for (const path of ['/app/work/tasks/1', '/app/work/tasks/../me', '/app/work/x'])
      assert.equal(routeOf(path).name, 'unknown')
  })
})
