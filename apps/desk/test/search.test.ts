import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAmenities } from '#contracts/places/amenities.ts'
import { readSearch } from '#desk-kit/lib/contract.ts'
import { parseSearch, stringifySearch } from '#desk-kit/lib/search.ts'
import { readInbox } from '../src/feedback/search.ts'
import { readTasks } from '../src/tasks/search.ts'

const id = '019aa000-0000-7000-8000-000000000001'

test('every filter of the task list is unchanged after a round trip through the address', () => {
  const search = readTasks({
    q: 'soap & water, 50%',
    status: ['OPEN', 'DONE'],
    assignee: ['me', id],
    building: [id],
    priority: ['URGENT'],
    source: ['FEEDBACK'],
    overdue: true,
    view: 'board',
    sort: '-dueAt',
    page: 3,
  })
  assert.deepEqual(readTasks(parseSearch(stringifySearch({ ...search }))), search)
})

test('a broken address keeps its valid parameters', () => {
  const search = readTasks(
    parseSearch(`?status=OPEN,NONSENSE&assignee=me,1%27--&building=x&sort=password&page=-2&overdue=1&q=%20`),
  )
  assert.deepEqual(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)), {
    status: ['OPEN'],
    assignee: ['me'],
  })
  assert.equal(readInbox({ rating: '1,6,two' }).rating?.join(), '1')
})

test('an empty choice has no parameter', () => {
  assert.equal(
    stringifySearch({ q: undefined, status: [], overdue: undefined, page: undefined, name: '' }),
    '',
  )
})

test('a list reads the parameters of its contract and its columns from the address', () => {
  const read = readSearch(listAmenities)
  const search = read({
    q: 'lift',
    building: [id],
    type: ['LIFT'],
    state: ['DEGRADED'],
    linked: false,
    archived: true,
    sort: '-lastScanAt',
    page: 2,
    columns: ['type', 'state'],
  })
  assert.deepEqual(read(parseSearch(stringifySearch({ ...search }))), search)
  const left = read(
    parseSearch(
      '?linked=maybe&archived=false&sort=password&state=BROKEN&building=x&page=0&columns=%3Cb%3E&nobody=1',
    ),
  )
  assert.deepEqual(Object.values(left).filter(Boolean), [])
})
