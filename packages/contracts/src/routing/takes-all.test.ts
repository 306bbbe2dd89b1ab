import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoutingConditions } from './rules.ts'
import { takesAll } from './takes-all.ts'

test('A rule matches all of one below if each of its conditions includes that of the other', () => {
  const hours = { days: [1], from: '08:00', to: '12:00' }
  for (const [above, below, expected] of [
    [{}, {}, true],
    [{}, { categories: ['LEAK'], hours, onShift: true, ratingAtMost: 1 }, true],
    [{ categories: ['LEAK'] }, {}, false],
    [{ categories: ['LEAK', 'PESTS'] }, { categories: ['LEAK'], types: ['GYM'] }, true],
    [{ categories: ['LEAK'] }, { categories: ['LEAK', 'PESTS'] }, false],
    [{ buildingIds: [] }, { buildingIds: ['b'] }, false],
    [{ ratingAtMost: 2 }, { ratingAtMost: 1 }, true],
    [{ ratingAtMost: 1 }, { ratingAtMost: 2 }, false],
    [{ ratingAtMost: 2 }, {}, false],
    [{ priorities: ['HIGH'] }, { priorities: ['HIGH'] }, true],
    [{ sources: ['MANUAL'] }, { sources: ['FEEDBACK'] }, false],
    [{ hours }, { hours: { ...hours } }, true],
    [{ hours }, {}, false],
    [{ onShift: true }, { onShift: true }, false],
  ] satisfies [RoutingConditions, RoutingConditions, boolean][])
    assert.equal(takesAll(above, below), expected, JSON.stringify([above, below]))
})
