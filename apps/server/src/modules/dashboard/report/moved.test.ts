import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whatMoved } from './moved.ts'
import { numbersIn } from './numbers.ts'
import type { ReportFigures } from './report-figures.ts'

const nothing: ReportFigures = {
  feedback: {
    count: 0,
    rated: 0,
    average: null,
    change: null,
    averageChange: null,
    distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
  },
  ratedBefore: 0,
  deviation: 0,
  days: [],
  notes: [],
  by: 'day',
  steps: [],
  issues: [],
  named: 0,
  amenities: [],
  tasks: { open: 0, inProgress: 0, done: 0, overdue: 0, created: 0, createdChange: null },
  buildings: [],
  compared: [],
  inspections: { count: 0, average: null, passed: 0, share: null, low: null, high: null, last: null },
  inspected: [],
}

const rating = (average: number, averageChange: number, count: number) => ({
  ...nothing,
  feedback: { ...nothing.feedback, count, rated: count, average, averageChange, change: 0 },
  ratedBefore: count,
  deviation: 1.2,
})

const said = (figures: ReportFigures): string => whatMoved(figures, 'en', numbersIn('en-GB')).join(' ')

test('What moved says so where there are too few submissions or ratings to compare, and never gives a change of them', () => {
  const few = said({ ...rating(1, -3, 4), ratedBefore: 2 })
  assert.match(few, /Too few submissions/)
  assert.match(few, /Too few ratings/)
  assert.doesNotMatch(few, /fell|rose|−|-3|%/)
  assert.match(said(nothing), /Too few submissions to compare: 0/)
})

test('What moved calls a difference in the average a fall or a rise only if it is beyond chance', () => {
  assert.match(said(rating(3.1, -0.8, 200)), /fell to 3\.1/)
  assert.match(said(rating(4.1, 0.8, 200)), /rose to 4\.1/)
  assert.doesNotMatch(said(rating(3.8, -0.1, 20)), /fell|rose/)
})

test('What moved names the place and the issue that changed most clearly, in at most five sentences', () => {
  const place = (name: string, averageChange: number, count: number) => ({
    ...{ id: name, name, location: '', type: 'KITCHEN', archived: false, rank: 1, openTasks: 0 },
    building: { id: 'b', name: 'North' },
    ...{ count, rated: count, average: 3, score: 3, low: 2, high: 4, change: 0, averageChange },
  })
  const issue = (name: string, count: number, change: number) => ({
    ...{ code: name, name, count, share: 0.3, low: 0.1, high: 0.5, change },
  })
  const figures: ReportFigures = {
    ...rating(3, -0.5, 300),
    amenities: [place('Kitchen', -2, 40), place('Rarely rated', -3.5, 3), place('Hall', 0.1, 40)],
    issues: [issue('No paper', 80, 1), issue('Leak', 4, 3), issue('Smell', 40, 0.05)],
    tasks: { open: 7, inProgress: 2, done: 30, overdue: 3, created: 33, createdChange: 0.1 },
  }
  const sentences = whatMoved(figures, 'en', numbersIn('en-GB'))
  assert.equal(sentences.length, 5)
  const all = sentences.join(' ')
  assert.match(all, /Kitchen/)
  assert.match(all, /No paper/)
  assert.match(all, /33 created and 30 done; 9 not done now, 3 of them overdue/)
  assert.doesNotMatch(all, /Rarely rated|Leak|Smell|Hall/)
  assert.match(whatMoved(figures, 'de', numbersIn('de')).join(' '), /Am deutlichsten.*Kitchen/)
})
