/** What is refetched after an action. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bulkFeedback, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { getDataExport, startDataExport } from '#contracts/data-export.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { matchOperators } from '#contracts/operator.ts'
import { listAmenities, updateAmenity } from '#contracts/places/amenities.ts'
import { updateSettings } from '#contracts/settings.ts'
import { bulkTasks, createTask, getTask, listTasks, setTaskStatus, taskSummary } from '#contracts/tasks.ts'
import { isChangedBy, type LiveMode, liveMetaOf } from '#desk-kit/lib/live-meta.ts'
import { causedEvents } from '../src/frame/caused-events.ts'

const changes = (act: Endpoint, read: Endpoint, mode: LiveMode = 'tell'): boolean =>
  isChangedBy(liveMetaOf(read, undefined, mode), causedEvents(act))

test('After an action on tasks or feedback only queries that follow those events are refetched', () => {
  for (const act of [bulkTasks, createTask, setTaskStatus]) {
    for (const read of [listTasks, taskSummary, getTask, getOverview, listRecentFeedback])
      assert.ok(changes(act, read), `${act.name}: ${read.name}`)
    assert.ok(!changes(act, listAmenities), act.name)
    assert.ok(!changes(act, getDataExport), act.name)
    assert.ok(changes(act, matchOperators), 'what follows nothing may be another after anything')
    assert.ok(!changes(act, taskSummary, 'none'), 'what may be stale is not read at once')
    assert.ok(!isChangedBy({}, causedEvents(act)), 'nor what is no read of the screen')
  }
  assert.ok(changes(bulkFeedback, listRecentFeedback))
  assert.ok(!changes(bulkFeedback, listTasks))
})

test('After an action of the set-up every query on the screen is refetched', () => {
  for (const act of [updateAmenity, updateSettings, startDataExport])
    for (const read of [listAmenities, getOverview, listTasks]) assert.ok(changes(act, read, 'none'))
})
