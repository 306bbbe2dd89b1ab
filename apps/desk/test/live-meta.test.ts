/** What is refetched after an action. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAmenities, updateAmenity } from '#contracts/admin/amenities.ts'
import { getDataExport, startDataExport } from '#contracts/admin/data-export.ts'
import { updateSettings } from '#contracts/admin/settings.ts'
import { bulkFeedback, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { matchOperators } from '#contracts/operator.ts'
import { bulkTasks, createTask, getTask, listTasks, setTaskStatus, taskSummary } from '#contracts/tasks.ts'
import { isChangedBy, type LiveMode, liveMetaOf } from '../src/lib/live-meta.ts'

const changes = (act: Endpoint, read: Endpoint, mode: LiveMode = 'tell'): boolean =>
  isChangedBy(liveMetaOf(read, undefined, mode), act)

test('After an action on tasks or feedback only queries that follow those events are refetched', () => {
  for (const act of [bulkTasks, createTask, setTaskStatus]) {
    for (const read of [listTasks, taskSummary, getTask, getOverview, listRecentFeedback])
      assert.ok(changes(act, read), `${act.name}: ${read.name}`)
    assert.ok(!changes(act, listAmenities), act.name)
    assert.ok(!changes(act, getDataExport), act.name)
    assert.ok(changes(act, matchOperators), 'what follows nothing may be another after anything')
    assert.ok(!changes(act, taskSummary, 'none'), 'what may be stale is not read at once')
    assert.ok(!isChangedBy({}, act), 'nor what is no read of the screen')
  }
  assert.ok(changes(bulkFeedback, listRecentFeedback))
  assert.ok(!changes(bulkFeedback, listTasks))
})

test('After an action of the set-up every query on the screen is refetched', () => {
  for (const act of [updateAmenity, updateSettings, startDataExport])
    for (const read of [listAmenities, getOverview, listTasks]) assert.ok(changes(act, read, 'none'))
})
