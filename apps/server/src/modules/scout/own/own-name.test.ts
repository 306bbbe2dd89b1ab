import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

/** The scout's own profile, what administrators write, and nothing else. */
const allowed = [
  'own/own-scout.ts',
  'own/present-profile.ts',
  'scouts/erase-scout.ts',
  'scouts/insert-scout.ts',
  'scouts/scout-row.ts',
  'scouts/update-scout.ts',
]

test('Only the scout’s own profile and the administrators’ record of scouts know the column of the name', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'),
  )
  const naming = files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes('own_name'))
  assert.deepEqual(
    naming.sort(),
    allowed.map((file) => `scout/${file}`),
  )
})
