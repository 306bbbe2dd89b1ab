import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { storedZone, zoneToStore } from './stored-zone.ts'

/** The database's own tz data may lack a zone; only UTC is always there. */
const asksDatabase = /at\s+time\s+zone\s+(?!'UTC')|\btimezone\s*\(|set\s+(local\s+)?time\s*zone/i

test('No statement passes a time zone to the database by name', () => {
  const files = globSync(['apps/server/src/**/*.ts', 'apps/server/migrations/*.sql', 'seeds/**/*.ts']).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  assert.ok(files.length > 500)
  assert.deepEqual(
    files.filter((path) => asksDatabase.test(readFileSync(path, 'utf8'))),
    [],
  )
})

test('A stored zone is its canonical name, or UTC if it is invalid; a change to an alias of it changes nothing', () => {
  assert.deepEqual(['US/Eastern', 'Europe/Berlin', 'BST', '+0530'].map(storedZone), [
    ...['America/New_York', 'Europe/Berlin', 'UTC', 'UTC'],
  ])
  assert.equal(zoneToStore('US/Eastern', 'America/New_York'), 'US/Eastern')
  assert.equal(zoneToStore('BST', undefined), 'BST')
  assert.equal(zoneToStore('BST', 'UTC'), 'UTC')
})
