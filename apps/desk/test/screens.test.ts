import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import { roles } from '#contracts/kit/vocabulary.ts'
import {
  navNodesFor,
  parentOf,
  railFor,
  railNameOf,
  registerScreens,
  setupPartOf,
} from '#desk-kit/shell/nav-tree.ts'
import type { ScreenText } from '#desk-kit/shell/screen-names.ts'
import en from '../src/screens/messages/en.ts'
import { type ScreenName, screens } from '../src/screens.ts'

const places: Readonly<Record<ScreenName, ScreenText>> = en.places

registerScreens(screens)

/** Screens with this text. */
const screensWith = (word: keyof ScreenText): string[] =>
  Object.entries(places)
    .filter(([, place]) => place[word] !== undefined)
    .map(([name]) => name)
    .sort()

const as = (role: (typeof roles)[number]): Me => ({ user: { roles: [role] }, tenant: { plan: 'PRO' } }) as Me

test('the rail has at most nine entries for every role and leads to each screen of that role', () => {
  for (const role of roles) {
    const me = as(role)
    const rail = railFor(me)
    assert.ok(rail.length <= 9, `${role}: ${rail.length}`)
    const named = new Set(rail.map(({ name }) => name))
    for (const one of navNodesFor(me))
      assert.ok(one.area === 'account' || named.has(railNameOf(one)), `${role}: ${one.name}`)
  }
})

test('each screen of the set-up is in its overview with a sentence and has a breadcrumb to it', () => {
  const parts = navNodesFor(as('ADMIN')).filter(setupPartOf)
  assert.ok(parts.length > 0)
  for (const one of parts) {
    assert.ok(places[one.name].about, one.name)
    assert.equal(parentOf(one.name)?.name, 'setup')
  }
  assert.deepEqual(screensWith('about'), parts.map(({ name }) => name as string).sort())
})

test('each screen that reports itself missing has a text for it', () => {
  const withMissing = navNodesFor(as('ADMIN')).filter((one) => one.missing)
  assert.deepEqual(withMissing.map(({ name }) => name as string).sort(), screensWith('missing'))
})

test('no two screens share a shortcut or an address', () => {
  const all = navNodesFor(as('ADMIN'))
  const keys = all.flatMap(({ key }) => key ?? [])
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(new Set(all.map(({ path }) => path)).size, all.length)
})
