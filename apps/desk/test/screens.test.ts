import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import { roles } from '#contracts/kit/vocabulary.ts'
import { en } from '../src/messages/en.ts'
import { aboveOf, partOf, placesFor, railFor, railNameOf } from '../src/shell/standing.ts'

const as = (role: (typeof roles)[number]): Me => ({ user: { roles: [role] }, tenant: { plan: 'PRO' } }) as Me

test('the rail has nine entries or fewer for every role, and leads to each screen that the role may see', () => {
  for (const role of roles) {
    const me = as(role)
    const rail = railFor(me)
    assert.ok(rail.length <= 9, `${role}: ${rail.length}`)
    const named = new Set(rail.map(({ name }) => name))
    for (const one of placesFor(me))
      assert.ok(one.area === 'account' || named.has(railNameOf(one)), `${role}: ${one.name}`)
  }
})

test('each screen of the set-up stands in its overview with a sentence, and leads back to it', () => {
  const about: Readonly<Record<string, string>> = en.about
  const parts = placesFor(as('ADMIN')).filter(partOf)
  assert.ok(parts.length > 0)
  for (const one of parts) {
    assert.ok(about[one.name], one.name)
    assert.equal(aboveOf(one.name)?.name, 'setup')
  }
  assert.deepEqual(Object.keys(about).sort(), parts.map(({ name }) => name as string).sort())
})

test('what is missing of the set-up is said in words', () => {
  const missing: Readonly<Record<string, string>> = en.missing
  const told = placesFor(as('ADMIN')).filter((one) => one.missing)
  assert.deepEqual(told.map(({ name }) => name as string).sort(), Object.keys(missing).sort())
})

test('no two screens have the same key or the same address', () => {
  const all = placesFor(as('ADMIN'))
  const keys = all.flatMap(({ key }) => key ?? [])
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(new Set(all.map(({ path }) => path)).size, all.length)
})
