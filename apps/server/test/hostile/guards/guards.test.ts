/** The lists of guards against the ledger and the files; `npm run guards` sees that each is noticed when it is out. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { partly, proofs } from '../ledger.ts'
import { guards, withoutGuard } from './all.ts'
import { changesOf, proofsOf, timesIn } from './kit.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')

test('Every hostile input that has a proof has a guard that can be taken out, or a reason why not', () => {
  const guarded = new Set(guards.flatMap(({ items }) => items))
  for (const item of Object.keys({ ...proofs, ...partly }).map(Number))
    assert.equal(guarded.has(item), withoutGuard[item] === undefined, `number ${item}`)
})

test('Every guard stands exactly once where its list says, and speaks of tests that the ledger has', () => {
  for (const guard of guards) {
    for (const { file, find, replace } of changesOf(guard)) {
      const times = timesIn(readFileSync(path.join(root, file), 'utf8'), find)
      assert.equal(times, 1, `${guard.guard}: ${file}`)
      assert.notEqual(find, replace, guard.guard)
    }
    assert.ok(guard.items.length > 0, guard.guard)
    for (const item of guard.items)
      assert.ok(proofsOf(guard, item).length > 0, `${guard.guard}: number ${item} has no such proof`)
    for (const part of guard.tests ?? [])
      assert.ok(
        guard.items.some((item) => proofsOf({ ...guard, tests: [part] }, item).length > 0),
        `${guard.guard}: ${part}`,
      )
  }
})
