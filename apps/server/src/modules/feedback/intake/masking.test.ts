import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { maskContacts } from './masking.ts'

test('Phone numbers and email addresses in comments are masked', () => {
  const cases: [string, string][] = [
    ['Call +49 (0)170 1234567 please', 'Call [phone] please'],
    ['0044 20 7946 0958', '[phone]'],
    ['555-867-5309', '[phone]'],
    ['write to Jo.Doe+x@example.co.uk now', 'write to [e-mail] now'],
    ['٠١٢٣٤٥٦٧٨٩ اتصل', '[phone] اتصل'],
  ]
  for (const [given, expected] of cases) assert.equal(maskContacts(given), expected)
})

test('In scripts without spaces between words only the phone numbers and addresses are masked', () => {
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

test('Addresses and numbers in full-width, circled or mathematical characters are masked, and the words around them stay as written', () => {
  const cases: [string, string][] = [
    ['ﾄｲﾚが水漏れ ｊｏ．ｄｏｅ＠ｅｘａｍｐｌｅ．ｃｏ．ｊｐ まで', 'ﾄｲﾚが水漏れ [e-mail] まで'],
    ['連絡先：ｊｏ＠ｅｘａｍｐｌｅ．ｃｏｍ、２階', '連絡先：[e-mail]、２階'],
    ['jo＠example.com', '[e-mail]'],
    ['jo﹫example．com', '[e-mail]'],
    ['℡０３（１２３４）５６７８です', '℡[phone]です'],
    ['＋８１　９０　１２３４　５６７８', '[phone]'],
    ['𝟎𝟏𝟕𝟏 𝟏𝟐𝟑𝟒𝟓𝟔𝟕', '[phone]'],
    [
      'ﬁx it, ㈱ call ０１７１ １２３４５６７ or ｊｏ＠ｅｘａｍｐｌｅ．ｃｏｍ ½',
      'ﬁx it, ㈱ call [phone] or [e-mail] ½',
    ],
    ['２０２６年１１月２０日 ３階 １２号室 ﾊﾟｲﾌﾟ', '２０２６年１１月２０日 ３階 １２号室 ﾊﾟｲﾌﾟ'],
  ]
  for (const [given, expected] of cases) assert.equal(maskContacts(given), expected)
})

test('Consecutive phone numbers or one beside a date are masked, and the date stays', () => {
  const cases: [string, string][] = [
    ['030 1234567 / 0171 7654321', '[phone]'],
    ['0171 1234567\n0172 7654321', '[phone]'],
    ['Call 555-867-5309 555-867-5310 now', 'Call [phone] now'],
    ['+49 171 1234567 +49 172 7654321', '[phone] [phone]'],
    ['0171 1234567 24.11.2026', '[phone] 24.11.2026'],
    ['24.11.2026 0171 1234567', '24.11.2026 [phone]'],
    ['2026-11-24 / 0171 1234567 / 25.11.2026', '2026-11-24 / [phone] / 25.11.2026'],
    ['01.23.45.67.89 20.11.2026', '[phone] 20.11.2026'],
    ['12345678901234567890', '[phone]'],
  ]
  for (const [given, expected] of cases) assert.equal(maskContacts(given), expected)
})

test('Email addresses are masked in any script of their domain, and no more than the address', () => {
  const cases: [string, string][] = [
    ['пишите на иван@почта.рф спасибо', 'пишите на [e-mail] спасибо'],
    ['ivan@xn--80a1acny.xn--p1ai', '[e-mail]'],
    ['用户@例子.中国', '[e-mail]'],
    ['राम@डाटा.भारत', '[e-mail]'],
    ['请联系jo@example.com谢谢.再见', '请联系[e-mail]谢谢.再见'],
    ['jo@example.com.Спасибо', '[e-mail].Спасибо'],
  ]
  for (const [given, expected] of cases) assert.equal(maskContacts(given), expected)
})

test('Room numbers, times and dates are not masked as phone numbers', () => {
  for (const text of [
    'Room 4.123',
    'since 08:30',
    'on 2026-11-20',
    'on 20.11.2026 08:30',
    'from 20.11.2026 08.30 to 21.11.2026 09.30',
    '20.11.2026 - 24.11.2026',
    '24.11.2026\n4.123',
    'cubicle 2 of 6',
    '12345',
    'pump AB1234567',
    '1234567x',
    '2026.11.20上午',
    '3楼12号',
  ])
    assert.equal(maskContacts(text), text)
})

test('A comment designed to slow the masking down is masked within 50 ms', async () => {
  for (const text of [
    `${'a'.repeat(50_000)}!`,
    '1 '.repeat(25_000),
    '@'.repeat(50_000),
    `${'1'.repeat(50_000)}x`,
    `${'1-'.repeat(25_000)}x`,
    `1${'('.repeat(50_000)}2x`,
    '20.11.2026 '.repeat(5000),
    '('.repeat(50_000),
    `@${'床'.repeat(50_000)}`,
    `${'床a'.repeat(25_000)}@`,
    'ａ＠'.repeat(25_000),
    '１－'.repeat(25_000),
  ]) {
    const ms = await cpuTimeOf(() => maskContacts(text))
    assert.ok(ms < 50 * 5, `${text.slice(0, 8)}: ${ms} ms`)
  }
})
