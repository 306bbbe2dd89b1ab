import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseName, nameIn, outboxName, personName, photoCacheName } from './realm-names.ts'
import { players, type Realm, scouts, staff, superAdmins, walls } from './realms.ts'

const namesOf = (realm: Realm): string[] => [
  databaseName(realm),
  photoCacheName(realm),
  realm.key,
  realm.lock,
  personName(realm),
  outboxName(realm),
  nameIn(realm, 'push'),
  nameIn(realm, 'language-of'),
]

test('What staff have stored on a phone keeps its names', () => {
  assert.deepEqual(namesOf(staff), [
    'wellkept-work',
    'wellkept-work-photos',
    'wellkept.session',
    'wellkept.refresh',
    'wellkept.work-person',
    'wellkept.outbox',
    'wellkept.push',
    'wellkept.language-of',
  ])
})

test('Two realms on one phone share no name, and no name of caches begins as those of another realm', () => {
  const realms = [staff, scouts, players, superAdmins, walls]
  const all = realms.flatMap(namesOf)
  assert.equal(new Set(all).size, all.length)
  for (const one of realms)
    for (const other of realms)
      if (one !== other) assert.ok(!photoCacheName(other).startsWith(`${databaseName(one)}-`))
})
