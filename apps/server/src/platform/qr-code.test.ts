import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readQrCode } from '#contracts/qr-code.ts'
import { groupedCode, newQrCode, stickerUrl } from './qr-code.ts'

test('a new code has 20 Crockford base32 characters, uses all 32 and does not repeat', () => {
  const codes = Array.from({ length: 2000 }, newQrCode)
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{20}$/)
  assert.equal(new Set(codes).size, codes.length)
  const counts = Map.groupBy(codes.join(''), (character) => character)
  assert.equal(counts.size, 32)
  // Expected are 1,250 of each; 6 standard deviations are 209.
  for (const found of counts.values()) assert.ok(Math.abs(found.length - 1250) < 209)
})

test('codes compare without case, blanks and hyphens, and O, I and L read as digits', () => {
  const code = '7K3QW9F2MX01234ABCDE'
  for (const typed of [
    code,
    code.toLowerCase(),
    groupedCode(code),
    ' 7k3qw-9f2mx-01234-abcde\n',
    '7K3QW 9F2MX oI234 ABCDE',
    '7K3QW 9F2MX Ol234 ABCDE',
    '7K3QW\u20139F2MX\u00a001234\u2011ABCDE',
    '７Ｋ３ＱＷ９Ｆ２ＭＸ０１２３４ＡＢＣＤＥ',
    '٧K٣QW٩F٢MX٠١٢٣٤ABCDE',
    '۷K۳QW۹F۲MX۰۱۲۳۴ABCDE',
    '७K३QW९F२MX०१२३४ABCDE',
    'https://feedback.example.org/q/7K3QW9F2MX01234ABCDE?lang=ar#form',
    'HTTPS://FEEDBACK.EXAMPLE.ORG/Q/7K3QW9F2MX01234ABCDE',
    ' feedback.example.org/house/q/7k3qw-9f2mx-01234-abcde/ ',
    '\u200e7K3QW%209F2MX 01234 ABCDE\u200f'.replace('%20', ' '),
  ]) {
    assert.equal(readQrCode(typed), code)
  }
  assert.equal(readQrCode('Lobby-7'), '10BBY7')
})

test('own and imported codes have 4 to 32 letters and digits; anything else is not a code', () => {
  assert.equal(readQrCode('A7B9'), 'A7B9')
  assert.equal(readQrCode('u'.repeat(32)), 'U'.repeat(32))
  for (const typed of [
    '',
    'ABC',
    'A'.repeat(33),
    'AB/CD',
    'ABC%00',
    'АВСЕ',
    'ABCÉ',
    'ﬀﬀﬀﬀ\u0000',
    "ABC'--",
    '../..',
    '- - - -',
    ' '.repeat(100_000),
    'https://example.org/status',
    'https://7K3QW9F2MX01234ABCDE',
    `https://example.org/${'x/'.repeat(400)}q/7K3QW9F2MX01234ABCDE`,
  ]) {
    assert.equal(readQrCode(typed), undefined, JSON.stringify(typed.slice(0, 20)))
  }
})

test('normalising is idempotent, and a printed code is read back however it was typed', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9A-Za-z -]{4,40}$/)),
      (typed) => {
        const code = readQrCode(typed)
        if (code === undefined) return
        assert.match(code, /^[0-9A-HJKMNP-Z]{4,32}$/)
        assert.equal(readQrCode(code), code)
        assert.equal(readQrCode(groupedCode(code)), code)
      },
    ),
  )
})

test('a printed code is in groups of five', () => {
  assert.equal(groupedCode('7K3QW9F2MX01234ABCDE'), '7K3QW 9F2MX 01234 ABCDE')
  assert.equal(groupedCode('A7B9CDE'), 'A7B9C DE')
  assert.equal(groupedCode(''), '')
})

test("a sticker's URL is in upper case where that does not change its meaning", () => {
  const code = '7K3QW9F2MX01234ABCDE'
  const upper = (host: string) => `${host}/Q/${code}`
  assert.equal(stickerUrl('https://feedback.example.org', code), upper('HTTPS://FEEDBACK.EXAMPLE.ORG'))
  assert.equal(stickerUrl('https://feedback.example.org/', code), upper('HTTPS://FEEDBACK.EXAMPLE.ORG'))
  assert.equal(stickerUrl('http://localhost:3000', code), upper('HTTP://LOCALHOST:3000'))
  assert.equal(stickerUrl('https://wörter.example', code), upper('HTTPS://XN--WRTER-JUA.EXAMPLE'))
  assert.equal(stickerUrl('https://example.org/Well', code), `https://example.org/Well/q/${code}`)
  assert.equal(stickerUrl('https://example.org/Well/', code), `https://example.org/Well/q/${code}`)
  assert.equal(stickerUrl('http://[::1]:3000', code), `http://[::1]:3000/q/${code}`)
  assert.equal(stickerUrl('http://my_host:3000', code), `http://my_host:3000/q/${code}`)
  assert.throws(() => stickerUrl('feedback', code), TypeError)
})
