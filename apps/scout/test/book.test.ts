import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookOf, type Change, isComplete, templateOf, withChanges } from '../src/data/book.ts'
import { startsFrom, whenOf } from '../src/data/days.ts'
import { readNumber } from '../src/data/numbers.ts'
import { applied } from '../src/data/view.ts'
import { ownSimilar } from '../src/pieces/own-similar.ts'
import { paths, routeOf } from '../src/routes.ts'
import { book, content, operation } from './world.ts'

const change = (kind: Change['kind'], id: string, record: unknown, deleted = false): Change =>
  ({ kind, id, record, deleted }) as Change

const [round] = book.rounds
assert.ok(round)

describe('The book', () => {
  it('keeps no name of a mystery visitor, from a whole answer or from a change', () => {
    const mystery = { ...book.scout, kind: 'MYSTERY' as const, alias: 'Mystery visitor 7', name: 'Philippa' }
    const whole = bookOf({ ...book, scout: mystery, rounds: [] })
    const changed = withChanges(
      book,
      [change('SCOUT', mystery.id, { ...mystery, displayName: 'Philippa' })],
      'c2',
    )
    for (const one of [whole, changed]) assert.ok(!JSON.stringify(one).includes('Philippa'))
    assert.equal(changed.cursor, 'c2')
  })

  it('replaces records by id, adds new ones and drops deleted ones', () => {
    const renamed = { ...round, title: 'Evening round' }
    const other = { ...round, id: 'other' }
    const after = withChanges(
      book,
      [change('ROUND', 'round', renamed), change('ROUND', 'other', other)],
      'c2',
    )
    assert.deepEqual(
      after.rounds.map(({ title }) => title),
      ['Evening round', 'Morning round'],
    )
    assert.deepEqual(withChanges(after, [change('ROUND', 'round', null, true)], 'c3').rounds, [other])
  })

  it('keeps the version of a checklist that a round has fixed beside the newest one', () => {
    const fixed = { ...round, stops: round.stops.map((stop) => ({ ...stop, templateVersion: 3 })) }
    const running = withChanges(book, [change('ROUND', 'round', fixed)], 'c2')
    const newer = withChanges(
      running,
      [change('TEMPLATE', 'template', { id: 'template', version: 4, ...content })],
      'c3',
    )
    const versionFor = (templateVersion: number | null) =>
      templateOf(newer, { templateId: 'template', templateVersion })?.version
    assert.deepEqual([versionFor(3), versionFor(null)], [3, 4])
    assert.ok(isComplete(newer, fixed))
    assert.ok(!isComplete({ ...newer, templates: [] }, fixed))
  })
})

describe('The list of rounds', () => {
  it('is by the day of the building: today, next, done', () => {
    const late = { state: 'ACCEPTED' as const, opensAt: '2026-11-27T23:30:00.000Z' }
    const now = Date.parse('2026-11-27T20:00:00.000Z')
    assert.equal(whenOf(late, now, 'Europe/London'), 'TODAY')
    assert.equal(whenOf(late, now, 'Europe/Berlin'), 'NEXT')
    assert.equal(whenOf({ ...late, state: 'PAUSED' }, now, 'Europe/Berlin'), 'TODAY')
    assert.equal(whenOf({ ...late, state: 'EXPIRED' }, now, 'No/Where'), 'DONE')
    assert.equal(startsFrom(late), Date.parse('2026-11-27T11:30:00.000Z'))
  })
})

describe('What is similar', () => {
  it('are own open findings of the place and category; one that is not sent yet cannot be confirmed', () => {
    const report = (category: string) =>
      operation({ kind: 'finding.create', fields: { amenityId: 'place-1', category, severity: 'MINOR' } })
    const mine = report('NO_SOAP')
    const known = applied(book, [mine, report('NOT_CLEAN')])
    const similar = (isLocal: boolean) =>
      ownSimilar(known, 'place-1', 'NO_SOAP', () => isLocal).map(({ id, confirms }) => [id, confirms])
    assert.deepEqual(similar(true), [[mine.id, undefined]])
    assert.deepEqual(similar(false), [[mine.id, { findingId: mine.id }]])
    assert.deepEqual(
      ownSimilar(known, 'place-2', 'NO_SOAP', () => true),
      [],
    )
  })
})

describe('A measured number', () => {
  it('is typed with a comma or a point, in digits of any script', () => {
    assert.deepEqual(['0,85', '12.5', '-3', '٨٥', ' 90 '].map(readNumber), [0.85, 12.5, -3, 85, 90])
    assert.deepEqual(['', 'ten', '1.2.3', '1e9'].map(readNumber), [
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('Addresses', () => {
  it('lead to the screen whose path they are', () => {
    const [roundId, stopId] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
    assert.deepEqual(routeOf(paths.stop(roundId, stopId)), { name: 'stop', roundId, stopId })
    assert.deepEqual(routeOf(paths.submit(roundId)), { name: 'submit', roundId })
    assert.deepEqual(routeOf(`${paths.walk(roundId)}/`), { name: 'walk', roundId })
    assert.deepEqual(routeOf(paths.finding(stopId)), { name: 'finding', id: stopId })
    assert.deepEqual(routeOf(paths.report(stopId)), { name: 'report', amenityId: stopId })
    assert.deepEqual(routeOf('/scout/rounds/none'), { name: 'unknown' })
  })
})
