import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBuilding } from '#contracts/places/buildings.ts'
import { updateSettings } from '#contracts/settings.ts'
import { changedFields, fieldOf } from '#desk-kit/form/changes.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'

test('only changed fields are sent, also within objects that the service merges', () => {
  const before = { name: 'A', tags: ['x'], profile: { locale: 'de', weekStart: 'MONDAY' } }
  const after = { name: 'A', tags: ['x', 'y'], profile: { locale: 'fr', weekStart: 'MONDAY' } }
  assert.deepEqual(changedFields(before, after), { tags: ['x', 'y'], profile: after.profile })
  assert.deepEqual(changedFields(before, after, 2), { tags: ['x', 'y'], profile: { locale: 'fr' } })
  assert.deepEqual(changedFields(before, before), {})
})

test('a validation error is shown at its field, by its full path, its object or its last name', () => {
  const fields = ['name', 'contact.email', 'holidays', 'accent']
  assert.equal(fieldOf('body.name', fields), 'name')
  assert.equal(fieldOf('body.contact.email', fields), 'contact.email')
  assert.equal(fieldOf('body.holidays[3].date', fields), 'holidays')
  assert.equal(fieldOf('body.branding.accent', fields), 'accent')
  assert.equal(fieldOf('body.contact.phone', fields), undefined)
})

test('a form takes maximum lengths from the contract', () => {
  assert.equal(bodyField(updateBuilding, 'name')?.maxLength, 120)
  assert.equal(bodyField(updateBuilding, 'contact.phone')?.maxLength, 40)
  assert.equal(bodyField(updateSettings, 'privacy.retentionDays')?.maximum, 3650)
  assert.equal(bodyField(updateBuilding, 'nothing.here'), undefined)
})
