import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { preferredLanguage } from '../src/parts/language.ts'
import { de as signInDe } from '../src/sign-in/de.ts'
import { en as signInEn } from '../src/sign-in/en.ts'
import { de as workDe } from '../src/work/de.ts'
import { en as workEn } from '../src/work/en.ts'

const catalogues = {
  'sign-in': { en: signInEn, de: signInDe },
  work: { en: workEn, de: workDe },
}

const source = fileURLToPath(new URL('../src/', import.meta.url))
const codeBelow = (folder: string): string =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|[\\/])(en|de)\.ts$/.test(name))
    .map((name) => readFileSync(join(source, folder, name), 'utf8'))
    .join('\n')

/** A text with its places filled by something that can be found again. */
const said = (message: unknown): string => {
  if (typeof message === 'string') return message
  assert.equal(typeof message, 'function')
  const speak = message as (...values: readonly unknown[]) => string
  return speak(...Array.from({ length: speak.length }, (_, index) => index + 1))
}

for (const [app, { en, de }] of Object.entries(catalogues)) {
  describe(`The texts of ${app}`, () => {
    it('are there in both languages, and none is empty', () => {
      assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort())
      for (const catalogue of [en, de])
        for (const [key, message] of Object.entries(catalogue)) assert.ok(said(message).trim(), key)
    })

    it('fill the same places in both languages', () => {
      const german = new Map(Object.entries(de))
      for (const [key, message] of Object.entries(en)) {
        if (typeof message !== 'function') continue
        const places = (text: string): string => [...new Set(text.match(/\d+/g))].sort().join()
        assert.equal(places(said(german.get(key))), places(said(message)), key)
      }
    })

    it('are calm: no exclamation marks, no "Oops"', () => {
      for (const catalogue of [en, de])
        for (const [key, message] of Object.entries(catalogue))
          assert.doesNotMatch(said(message), /!|oops/i, key)
    })

    it('are all used', () => {
      const code = codeBelow(app)
      for (const key of Object.keys(en)) assert.match(code, new RegExp(`words\\.${key}\\b`), key)
    })
  })
}

describe('The language', () => {
  it('is the one chosen here, else the first of the browser’s that is spoken, else English', () => {
    assert.equal(preferredLanguage('de', ['en-GB']), 'de')
    assert.equal(preferredLanguage(null, ['ja', 'de-AT', 'en']), 'de')
    assert.equal(preferredLanguage('xx', ['ja']), 'en')
  })
})
