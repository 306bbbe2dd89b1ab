/** Checks of every message set. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { parse, type Token } from '@messageformat/parser'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { grammarOf } from '#i18n/grammar.ts'
import { type Catalogue, sourceOf, wordsSource } from '#i18n/vite-messages.ts'

/** Texts by key; those of a group by `group.key`. */
export type Flat = Readonly<Record<string, string>>

/** Names of the placeholders, without duplicates. */
const placesOf = (tokens: readonly Token[]): string[] => [
  ...new Set(
    tokens.flatMap((token) => [
      ...('arg' in token ? [token.arg] : []),
      ...('cases' in token ? token.cases.flatMap(({ tokens: inner }) => placesOf(inner)) : []),
    ]),
  ),
]

/** Source code of a folder, without its message sets. */
export const codeBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|[\\/])messages[\\/]/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

const flat = (texts: Catalogue, group = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[group + key, text] as [string, string]] : flat(text, `${group}${key}.`),
  )

/** The message sets in `folder` by language. */
export const readCatalogues = async (folder: string): Promise<ReadonlyMap<string, Flat>> => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const read = files.map(async (name) => {
    const { default: texts } = await import(join(folder, name))
    return [name.slice(0, -3), Object.fromEntries(flat(texts))] as const
  })
  return new Map(await Promise.all(read))
}

/** A compiled message set. The caller gives its type. */
export const wordsIn = (texts: Catalogue, language: string): unknown => {
  const { number, plural, select } = grammarOf(language)
  const source = `return ${wordsSource(texts, language)}`
  return new Function('number', 'plural', 'select', source)(number, plural, select)
}

interface Expected {
  readonly languages?: readonly string[]
  /** texts that may equal the English ones; else one of twenty may */
  readonly alike?: readonly string[]
}

/** Tests of one message set. @param isUsed whether the code uses the text of a key */
export const checkCatalogues = (
  catalogues: ReadonlyMap<string, Flat>,
  isUsed: (key: string) => boolean,
  { languages = visitorLanguages, alike }: Expected = {},
): void => {
  const english = catalogues.get('en') ?? {}
  const each = (look: (text: string, key: string, language: string) => void): void => {
    for (const [language, catalogue] of catalogues)
      for (const [key, text] of Object.entries(catalogue)) look(text, key, language)
  }

  it('exist in every language, with the same keys', () => {
    assert.deepEqual([...catalogues.keys()].sort(), [...languages].sort())
    for (const [language, catalogue] of catalogues)
      assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(english).sort(), language)
  })

  it('have the placeholders of the English text and the plural forms of their language', () => {
    each((text, key, language) => {
      const where = `${key} in ${language}`
      assert.doesNotThrow(() => sourceOf(text, language), where)
      assert.deepEqual(placesOf(parse(text)).sort(), placesOf(parse(english[key] ?? '')).sort(), where)
    })
  })

  it('are calm: never empty, no exclamation marks, no "Oops"', () => {
    each((text, key, language) => {
      assert.ok(text.trim() && text === text.trim(), `${key} in ${language}`)
      assert.doesNotMatch(text, /[!！¡]|oops|sorry|welcome back/i, `${key} in ${language}`)
    })
  })

  it('are translated', () => {
    for (const [language, catalogue] of catalogues) {
      if (language === 'en') continue
      const same = Object.keys(english).filter(
        (key) => catalogue[key] === english[key] && !alike?.includes(english[key] ?? ''),
      )
      const most = alike ? 0 : Object.keys(english).length / 20
      assert.ok(same.length <= most, `${language}: ${same.map((key) => english[key]).join(' | ')}`)
    }
  })

  it('are all used', () => {
    assert.deepEqual(
      Object.keys(english).filter((key) => !isUsed(key)),
      [],
    )
  })
}
