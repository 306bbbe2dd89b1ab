import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayPlace } from './place.ts'

test('A place is named by amenity, location and building', () => {
  assert.equal(sayPlace('Washroom East', 'Level 3', 'Quay House'), 'Washroom East · Level 3 · Quay House')
  assert.equal(
    sayPlace('Washroom East', 'Level 3, North wing', 'Quay House'),
    'Washroom East · Level 3, North wing · Quay House',
  )
})

test('Missing parts of a place are left out', () => {
  assert.equal(sayPlace('Washroom East', null, 'Quay House'), 'Washroom East · Quay House')
  assert.equal(sayPlace('Washroom East', '', undefined), 'Washroom East')
  assert.equal(sayPlace(undefined, 'Level 3', 'Quay House'), 'Level 3 · Quay House')
  assert.equal(sayPlace(null, '', undefined), '')
})

test('A part that the name already contains is not repeated', () => {
  assert.equal(sayPlace('Lift, Level 3', 'Level 3', 'Quay House'), 'Lift, Level 3 · Quay House')
  assert.equal(sayPlace('Quay House', null, 'quay house'), 'Quay House')
})

test('The number of a room is not taken for the floor of the same number', () => {
  const [first, second] = ['1', '2'].map((floor) => sayPlace('Washroom 1', floor, 'Quay House'))
  assert.equal(first, 'Washroom 1 · 1 · Quay House')
  assert.equal(second, 'Washroom 1 · 2 · Quay House')
})
