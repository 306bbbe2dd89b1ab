import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Places, Texts, Words } from '#i18n/texts.ts'
import { sourceOf, wordsSource } from '#i18n/vite-messages.ts'
import { wordsIn } from './catalogues.ts'

/** The text that a browser shows with these values. */
const say = (
  text: string,
  language: string,
  values: Readonly<Record<string, string | number>> = {},
): string => {
  const { said } = wordsIn({ said: text }, language) as { said: unknown }
  return typeof said === 'function' ? said(values) : String(said)
}

describe('A compiled text', () => {
  it('is unchanged, whatever its characters', () => {
    for (const text of ['Team’s `code` $v \\ "x"', "It's #1"]) assert.equal(say(text, 'en'), text)
  })

  it('has unchanged values in its placeholders', () => {
    assert.equal(say('{who} has {task}', 'en', { who: '$x `y`', task: 10080 }), '$x `y` has 10080')
  })

  it('has the plural forms of its language', () => {
    const polish = '{n, plural, one {# próba} few {# próby} many {# prób} other {# próby}}'
    assert.deepEqual(
      [1, 2, 5, 22].map((n) => say(polish, 'pl', { n })),
      ['1 próba', '2 próby', '5 prób', '22 próby'],
    )
    const arabic = '{n, plural, zero {لا} one {شيء} two {شيئان} few {# أشياء} many {# شيئًا} other {# شيء}}'
    assert.deepEqual(
      [0, 1, 2, 3, 11, 100].map((n) => say(arabic, 'ar', { n })),
      ['لا', 'شيء', 'شيئان', '3 أشياء', '11 شيئًا', '100 شيء'],
    )
    assert.equal(
      say('{n, plural, =0 {none} one {# of {all}} other {# of {all}}}', 'en', { n: 0, all: 3 }),
      'none',
    )
    assert.equal(say('{n, plural, one {# of {all}} other {# of {all}}}', 'en', { n: 2, all: 3 }), '2 of 3')
  })

  it('selects by a word, and formats numbers by its language, with the digits 0 to 9', () => {
    assert.equal(say('{kind, select, a {first} other {any}}', 'en', { kind: 'a' }), 'first')
    assert.equal(say('{n, number}', 'de', { n: 12345 }), '12.345')
    assert.equal(say('{n, number}', 'ar', { n: 7 }), '7')
  })

  it('is refused with an extra or a missing plural form', () => {
    assert.throws(() => sourceOf('{n, plural, one {#} other {#}}', 'pl'), /lacks the plural form many,few/)
    assert.throws(() => sourceOf('{n, plural, one {#} few {#} other {#}}', 'en'), /few/)
    assert.throws(() => sourceOf('{kind, select, a {x}}', 'en'), /form "other"/)
  })

  it('is refused with a date, which would need a time zone, and with a broken placeholder', () => {
    assert.throws(() => sourceOf('{at, date, short}', 'en'), /not supported/)
    assert.throws(
      () => sourceOf('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', 'en'),
      /not supported/,
    )
    assert.throws(() => sourceOf('{who', 'en'))
  })
})

describe('A group of texts', () => {
  const english = {
    states: { OPEN: 'Open', 'tasks.*': '{n, plural, one {# task} other {# tasks}}' },
  } as const

  it('is under its key, with texts by code', () => {
    const { states } = wordsIn(english, 'en') as Words<typeof english>
    assert.equal(states.OPEN, 'Open')
    assert.equal(states['tasks.*']({ n: 2 }), '2 tasks')
  })

  it('is named by its key in an error', () => {
    assert.throws(() => wordsSource({ states: { OPEN: '{n, date}' } }, 'en'), /^Error: states\.OPEN in "en"/)
  })

  it('has the same keys in every language', () => {
    // @ts-expect-error a text of the group is left out
    const german: Texts<typeof english> = { states: { OPEN: 'Offen' } }
    assert.ok(german)
  })
})

describe('TypeScript', () => {
  it('knows the placeholders of a text and their types', () => {
    const english = {
      plain: 'Done',
      named: '{who} has {task}',
      counted: '{n, plural, one {# try of {who}} other {# tries of {who}}} so far, {all, number} in all',
      chosen: '{kind, select, a {one} other {another}}',
    } as const
    const named: Places<typeof english.named> = { who: 'Ana', task: 3 }
    const counted: Places<typeof english.counted> = { n: 1, who: 'Ana', all: 2 }
    const chosen: Places<typeof english.chosen> = { kind: 'a' }
    assert.deepEqual([named.who, counted.all, chosen.kind], ['Ana', 2, 'a'])
    // @ts-expect-error a place is left out
    const missing: Places<typeof english.named> = { who: 'Ana' }
    // @ts-expect-error a count is a number
    const wrong: Places<typeof english.counted> = { n: '1', who: 'Ana', all: 2 }
    // @ts-expect-error a text without places is no function
    const called = (words: Words<typeof english>): string => words.plain()
    assert.ok(missing && wrong && called)
  })
})
