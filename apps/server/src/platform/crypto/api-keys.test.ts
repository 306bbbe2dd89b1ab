import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { hashApiKey, isApiKey, marksOf, newApiKey } from './api-keys.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const letterBut = (letter: string): string => {
  for (;;) {
    const other = alphabet.charAt(randomInt(62))
    if (other !== letter) return other
  }
}

test('A key is wk_live_, 32 random base62 characters and 6 of CRC32 over all before', () => {
  const keys = Array.from({ length: 2000 }, newApiKey)
  assert.equal(new Set(keys).size, keys.length)
  const seen = new Set<string>()
  for (const key of keys) {
    assert.match(key, /^wk_live_[0-9A-Za-z]{38}$/)
    assert.ok(isApiKey(key))
    for (const letter of key.slice(8, 40)) seen.add(letter)
    let sum = 0
    for (const letter of key.slice(40)) sum = sum * 62 + alphabet.indexOf(letter)
    assert.equal(sum, crc32(key.slice(0, 40)))
  }
  assert.equal(seen.size, 62)
})

test('The checksum of a known key is always the same', () => {
  // Computed by another program, since issued keys must remain valid forever.
  assert.ok(isApiKey('wk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV30dHy0'))
  assert.ok(!isApiKey('wk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV30dHy1'))
})

test('Of 10,000 typing errors none passes the checksum', () => {
  let passed = 0
  for (let round = 0; round < 10_000; round++) {
    const letters = [...newApiKey()]
    const at = 8 + randomInt(38)
    switch (round % 4) {
      case 0:
        letters[at] = letterBut(letters[at] ?? '')
        break
      case 1: {
        const next = at < 45 ? at + 1 : at - 1
        if (letters[at] === letters[next]) letters[at] = letterBut(letters[at] ?? '')
        else [letters[at], letters[next]] = [letters[next] ?? '', letters[at] ?? '']
        break
      }
      case 2:
        letters.splice(at, 1)
        break
      default:
        letters.splice(at, 0, alphabet.charAt(randomInt(62)))
    }
    if (isApiKey(letters.join(''))) passed++
  }
  assert.equal(passed, 0)
})

test('A key in another case, with blanks or with other text around it is invalid', () => {
  const key = newApiKey()
  const wrong = [
    key.toLowerCase(),
    key.toUpperCase(),
    key.replace('wk_live_', 'WK_LIVE_'),
    key.replace('wk_live_', 'wk_test_'),
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key.slice(0, 20)} ${key.slice(20)}`,
    `${key},${key}`,
    `"${key}"`,
    `Bearer ${key}`,
    key.slice(8),
    key.slice(0, 40),
    '',
    'wk_live_',
    'x'.repeat(100_000),
  ]
  for (const text of wrong) if (text !== key) assert.equal(isApiKey(text), false, text.slice(0, 60))
})

test('A key is shown by its first twelve and last four characters, and stored as 32 bytes', () => {
  const key = newApiKey()
  assert.deepEqual(marksOf(key), { prefix: key.slice(0, 12), lastFour: key.slice(42) })
  assert.equal(hashApiKey(key).length, 32)
  assert.notDeepEqual(hashApiKey(key), hashApiKey(newApiKey()))
})
