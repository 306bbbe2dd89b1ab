import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { maskContacts } from './masking.ts'

test('Phone numbers and e-mail addresses in comments are masked', () => {
  const cases: [string, string][] = [
    ['Call +49 (0)170 1234567 please', 'Call [phone] please'],
    ['0044 20 7946 0958', '[phone]'],
    ['555-867-5309', '[phone]'],
    ['write to Jo.Doe+x@example.co.uk now', 'write to [e-mail] now'],
    ['٠١٢٣٤٥٦٧٨٩ اتصل', '[phone] اتصل'],
  ]
  for (const [given, expected] of cases) assert.equal(maskContacts(given), expected)
})

test('Where a script writes without blanks or joins words to numbers, phone numbers and addresses are masked alone', () => {
  const cases: [string, string][] = [
    ['请打我的电话13812345678谢谢', '请打我的电话[phone]谢谢'],
    ['電話は090-1234-5678です', '電話は[phone]です'],
    ['電話は０９０－１２３４－５６７８です', '電話は[phone]です'],
    ['โทร0812345678ครับ', 'โทร[phone]ครับ'],
    ['010-1234-5678로 연락', '[phone]로 연락'],
    ['اتصل على0501234567', 'اتصل على[phone]'],
    ['马桶漏水请联系jo.doe@example.com谢谢', '马桶漏水请联系[e-mail]谢谢'],
    ['水漏れ。jo@example.com', '水漏れ。[e-mail]'],
    ['用户@例子.com', '[e-mail]'],
  ]
  for (const [given, expected] of cases) assert.equal(maskContacts(given), expected)
})

test('Room numbers, times and days are not taken for phone numbers', () => {
  for (const text of [
    'Room 4.123',
    'since 08:30',
    'on 2026-11-20',
    'on 20.11.2026 08:30',
    'cubicle 2 of 6',
    '12345',
    'pump AB1234567',
    '1234567x',
    '2026.11.20上午',
    '3楼12号',
  ])
    assert.equal(maskContacts(text), text)
})

test('A comment made to slow the masking down is masked within 50 ms', async () => {
  for (const text of [
    `${'a'.repeat(50_000)}!`,
    '1 '.repeat(25_000),
    '@'.repeat(50_000),
    `${'1'.repeat(50_000)}x`,
    '('.repeat(50_000),
    `@${'床'.repeat(50_000)}`,
    `${'床a'.repeat(25_000)}@`,
  ]) {
    const ms = await cpuTimeOf(() => maskContacts(text))
    assert.ok(ms < 50 * 5, `${text.slice(0, 8)}: ${ms} ms`)
  }
})
