/** Compares the ledger with the files, so that a renamed or removed test is noticed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { later, partly, proofs } from './ledger.ts'
import type { Proof } from './proof.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const numbers = [...Array(115).keys()].map((index) => index + 1)

const titles = new Map<string, string[]>()
const titlesOf = (file: string): string[] => {
  const known = titles.get(file)
  if (known) return known
  const text = readFileSync(path.join(root, file), 'utf8')
  const found = [...text.matchAll(/^\s*(?:test|it)\(\s*(['"`])(.+?)\1,/gm)].map(([, , title = '']) => title)
  titles.set(file, found)
  return found
}

const timesThere = ({ file, title }: Proof): number =>
  titlesOf(file).filter((one) => one.includes(title)).length

test('Every hostile input has a proof, or a reason why it has none yet', () => {
  for (const number of numbers)
    assert.equal((proofs[number]?.length ?? 0) > 0, later[number] === undefined, `number ${number}`)
  const known = new Set(numbers)
  for (const number of [...Object.keys(proofs), ...Object.keys(later)])
    assert.ok(known.has(Number(number)), `number ${number}`)
  for (const number of Object.keys(partly)) assert.ok(later[Number(number)], `number ${number}`)
})

test('Every proof of the ledger is the title of exactly one existing test', () => {
  for (const [number, list] of [...Object.entries(proofs), ...Object.entries(partly)])
    for (const proof of list)
      assert.equal(timesThere(proof), 1, `number ${number}: ${proof.file}: ${proof.title}`)
  assert.equal(timesThere({ file: 'apps/server/test/wire.test.ts', title: 'A test that nobody wrote' }), 0)
})
