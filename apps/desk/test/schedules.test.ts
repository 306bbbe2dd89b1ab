import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '#contracts/schedules.ts'
import { copyOf } from '../src/admin/schedules/copy.ts'

const schedule = (followsZone: boolean): Schedule => ({
  id: '019aa000-0000-7000-8000-000000000001',
  name: 'Fire doors',
  enabled: true,
  kind: 'TASK',
  rrule: 'FREQ=DAILY',
  startsAt: '2026-11-23T07:00:00',
  timeZone: 'Asia/Tokyo',
  followsZone,
  template: {
    title: 'Fire doors',
    description: '',
    priority: null,
    category: null,
    checklist: [],
    buildingId: null,
    amenityIds: [],
    assignee: null,
    dueAfterMinutes: null,
  },
  ifOpen: 'SKIP',
  next: [],
  lastRunAt: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  version: 1,
})

test('A copy of a schedule follows the time zone of its place like the original, or keeps an explicit one', () => {
  const { timeZone, ...rest } = copyOf(schedule(true))
  assert.equal(timeZone, null)
  assert.deepEqual(copyOf(schedule(false)), { ...rest, timeZone: 'Asia/Tokyo' })
  const { kind, rrule, startsAt, template, ifOpen } = schedule(true)
  assert.deepEqual(rest, { kind, rrule, startsAt, template, ifOpen })
})
