import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { instantOf, localTimeIn, plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { parseDateTime } from '#desk-kit/lib/parse-datetime.ts'
import { parseSearch, stringifySearch } from '#desk-kit/lib/search.ts'
import { dueOn, layOut, moved } from '../src/tasks/calendar-days.ts'
import {
  countsOf,
  filtersOf,
  isFiltered,
  orderOf,
  readTasks,
  rowsOf,
  searchOf,
  spanOf,
  type TaskSearch,
  tabOf,
  tabs,
} from '../src/tasks/search.ts'

const id = '019aa000-0000-7000-8000-000000000001'
const berlin = { timeZone: 'Europe/Berlin', firstDay: 1 }
const query = (search: TaskSearch, reader = berlin) => rowsOf(search, reader).query ?? {}
const sent = (filters: object | undefined) =>
  Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== undefined))

test('Tasks opens with the open tasks by urgency', () => {
  const { status, sort, assignee, overdue } = query({})
  assert.deepEqual(
    [status, sort, assignee, overdue],
    [['OPEN', 'IN_PROGRESS'], 'clock', undefined, undefined],
  )
  assert.equal(tabOf({}), 'open')
  assert.equal(isFiltered({}), false)
})

test('A tab keeps the other filters and the view, and is recognised by its address', () => {
  const search: TaskSearch = { building: [id], view: 'calendar', day: '2026-03-01', page: 3, sort: 'number' }
  for (const tab of tabs) {
    const there = readTasks(parseSearch(stringifySearch({ ...searchOf(tab, search) })))
    assert.equal(tabOf(there), tab)
    assert.deepEqual([there.building, there.view, there.day], [[id], 'calendar', '2026-03-01'])
    assert.deepEqual([there.page, there.sort], [undefined, undefined])
    assert.equal(isFiltered({ ...there, building: undefined }), false, tab)
    assert.equal(isFiltered(there), true)
  }
  assert.equal(tabOf({ status: ['OPEN', 'DONE'] }), undefined)
})

test('The assignee filter is kept under another tab, unless the tab sets it', () => {
  assert.deepEqual(searchOf('overdue', { assignee: [id] }).assignee, [id])
  assert.equal(searchOf('overdue', { assignee: ['me'] }).assignee, undefined)
  assert.deepEqual(searchOf('mine', { assignee: [id] }).assignee, ['me'])
  assert.deepEqual(sent(countsOf({ assignee: [id], status: ['DONE'], overdue: true }).query), {
    assignee: [id],
  })
  assert.deepEqual(sent(countsOf({ assignee: ['none'] }).query), {})
})

test('The counts match what each tab shows, also after a link from a chart', () => {
  const bars: readonly TaskSearch[] = [
    { amenity: [id], doneFrom: '2026-03-01', doneTo: '2026-03-07' },
    { type: ['WASHROOM'], createdFrom: '2026-03-01', createdTo: '2026-03-01', assignee: ['me'] },
    { building: [id], promise: ['MISSED'], assignee: [id], view: 'board', sort: 'number' },
  ]
  for (const bar of bars) {
    const { assignee: whose, ...counted } = sent(countsOf(bar).query)
    for (const tab of tabs) {
      // The filter that a tab adds is counted separately in the summary.
      const { status: _, overdue: _1, assignee, ...filters } = sent(filtersOf(searchOf(tab, bar)))
      assert.deepEqual(counted, filters, tab)
      if (tab !== 'mine' && tab !== 'nobody') assert.deepEqual(whose, assignee, tab)
    }
  }
})

test('List, board and calendar query the same tasks', () => {
  const search: TaskSearch = {
    q: 'soap',
    building: [id],
    priority: ['HIGH'],
    assignee: [id],
    category: ['NO_SOAP'],
  }
  for (const view of [undefined, 'board', 'calendar'] as const) {
    const { q, building, priority, assignee, category } = query({ ...search, view })
    assert.deepEqual({ q, building, priority, assignee, category }, search, view)
  }
  assert.equal(orderOf({ overdue: true }), 'clock')
  assert.equal(orderOf({ status: ['DONE'] }), '-updatedAt')
})

test('Finished tasks stay on the board for seven days, including today', () => {
  const { status, doneSince } = query({ view: 'board' })
  assert.deepEqual(status, ['OPEN', 'IN_PROGRESS', 'DONE'])
  // Days start at midnight in the reader's time zone, not the device's.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
    const since = query({ view: 'board' }, { timeZone, firstDay: 1 }).doneSince ?? ''
    assert.equal(localTimeIn(since, timeZone), `${plusDays(todayIn(timeZone), -6)} 00:00`)
  }
  assert.equal(localTimeIn(doneSince ?? '', 'Europe/Berlin').slice(11), '00:00')
  assert.equal(query({ view: 'board', overdue: true }).status, undefined)
})

test('The calendar shows whole weeks, moves by month, and queries days in the reader’s time zone', () => {
  assert.deepEqual(spanOf({ day: '2026-02-11' }, berlin), {
    from: '2026-01-26',
    to: '2026-03-01',
    day: '2026-02-11',
  })
  assert.deepEqual(spanOf({ day: '2026-02-11', span: 'week' }, berlin), {
    from: '2026-02-09',
    to: '2026-02-15',
    day: '2026-02-11',
  })
  const { endsFrom, endsBefore, undated, sort } = query({ view: 'calendar', day: '2026-02-11' })
  assert.deepEqual([endsFrom, endsBefore], ['2026-01-25T23:00:00.000Z', '2026-03-01T23:00:00.000Z'])
  assert.deepEqual([undated, sort], [true, undefined])
  assert.equal(moved(spanOf({ day: '2026-01-31' }, berlin), undefined, 1), '2026-02-01')
  assert.equal(moved(spanOf({ day: '2026-03-31' }, berlin), undefined, -1), '2026-02-01')
  assert.equal(moved(spanOf({ day: '2026-03-31' }, berlin), 'week', -1), '2026-03-24')
})

test('The calendar starts weeks on the organisation’s first day', () => {
  const weekFrom = (firstDay: number, day: string) =>
    spanOf({ day, span: 'week' }, { timeZone: 'UTC', firstDay })
  assert.deepEqual(weekFrom(7, '2026-02-11'), { from: '2026-02-08', to: '2026-02-14', day: '2026-02-11' })
  assert.deepEqual(weekFrom(6, '2026-02-11'), { from: '2026-02-07', to: '2026-02-13', day: '2026-02-11' })
  // The week starts on its first day and on its last.
  assert.equal(weekFrom(7, '2026-02-08').from, '2026-02-08')
  assert.equal(weekFrom(7, '2026-02-07').from, '2026-02-01')
  const month = spanOf({ day: '2026-02-11' }, { timeZone: 'UTC', firstDay: 7 })
  assert.deepEqual([month.from, month.to], ['2026-02-01', '2026-02-28'])
})

test('Today in the calendar is that of the reader’s time zone, not the device’s', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    assert.equal(spanOf({}, { timeZone, firstDay: 1 }).day, todayIn(timeZone))
})

const taskAt = (dueAt: string | null, resolveBy: string | null = null): Task =>
  ({ id: `${dueAt}${resolveBy}`, dueAt, sla: resolveBy && { resolveBy } }) as unknown as Task

test('A task is on the day of its end in the reader’s time zone; one without an end is listed separately', () => {
  const rows = [
    taskAt('2026-03-29T22:30:00Z'),
    taskAt('2026-03-28T23:30:00Z'),
    taskAt(null, '2026-03-29T05:00:00Z'),
    taskAt('2026-03-30T00:00:00Z', '2026-03-29T05:00:00Z'),
    taskAt(null),
  ]
  const { days, undated } = layOut(rows, spanOf({ day: '2026-03-29', span: 'week' }, berlin), 'Europe/Berlin')
  const sunday = days.find(({ date }) => date === '2026-03-29')
  assert.deepEqual(
    sunday?.tasks.map(({ time }) => time),
    ['00:30', '07:00'],
  )
  assert.equal(days.at(-1)?.date, '2026-03-29')
  assert.equal(undated.length, 1)
  // Moved to another day at the same local time, also across a clock change.
  assert.equal(
    dueOn(taskAt('2026-03-27T07:00:00Z'), '2026-03-30', 'Europe/Berlin'),
    '2026-03-30T06:00:00.000Z',
  )
  assert.equal(
    dueOn(taskAt(null, '2026-03-27T07:00:00Z'), '2026-03-28', 'Europe/Berlin'),
    '2026-03-28T07:00:00.000Z',
  )
  assert.equal(dueOn(taskAt(null), '2026-06-01', 'Asia/Tokyo'), '2026-06-01T08:00:00.000Z')
})

test('A time is parsed as it is displayed, in the reader’s language and time zone', () => {
  const at = '2026-11-24T13:05:00.000Z'
  for (const locale of ['en-GB', 'en-US', 'de', 'de-AT', 'en-CA', 'fr', 'sv-SE'])
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC'])
      for (const dateStyle of ['medium', 'short', 'long', 'full'] as const) {
        const shown = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: zone })
        // Nobody types "at" or "um" between day and time.
        const typed = shown.format(new Date(at)).replace(/ (at|um|à|kl\.) /u, ' ')
        assert.equal(parseDateTime(typed, locale, zone), at, `${locale} ${zone} ${typed}`)
      }
})

test('Shorter forms of a time are parsed, and other text is not', () => {
  const zone = 'Europe/Berlin'
  const today = todayIn(zone)
  const read = (typed: string, locale = 'en-GB') => {
    const found = parseDateTime(typed, locale, zone)
    return found && localTimeIn(found, zone)
  }
  assert.equal(read('tomorrow 9:00'), `${plusDays(today, 1)} 09:00`)
  assert.equal(read('morgen, 17 Uhr', 'de'), `${plusDays(today, 1)} 17:00`)
  assert.equal(read('heute 17.30 Uhr', 'de'), `${today} 17:30`)
  assert.equal(read('2027-02-03 5 pm'), '2027-02-03 17:00')
  assert.equal(read('3/2/27 12:00 am'), '2027-02-03 00:00')
  assert.equal(read('3/2/27 12:00 am', 'en-US'), '2027-03-02 00:00')
  assert.equal(read('Fri, 20 Nov 2026, 14:05'), '2026-11-20 14:05')
  assert.match(read('24 Dec 18:00') ?? '', /^20\d\d-12-24 18:00$/)
  for (const typed of [
    '',
    'soon',
    '24 Nov 2026',
    '31/02/2026 10:00',
    '24 Nov 2026 25:00',
    '24 Nov 2026 13:61',
    '13/13/2026 10:00',
    '1 2 3 4 10:00',
    '24 Foo 2026 10:00',
    '0 pm tomorrow',
  ])
    assert.equal(read(typed), undefined, typed)
})

test('The instant of a local time shows that local time', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-25', '2026-11-01', '2026-07-01'])
      for (const time of ['00:00', '09:15', '23:59'])
        assert.equal(localTimeIn(instantOf(day, time, zone), zone), `${day} ${time}`)
})
