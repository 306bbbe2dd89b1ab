import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type RuleParts, ruleSentence } from '../src/admin/rules/sentence.ts'
import { de } from '../src/messages/de.ts'
import { en } from '../src/messages/en.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const filesOf = (extension: RegExp): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => extension.test(name))

/** Every sentence, with its place in the catalogue; functions by their text. */
const sentences = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value)]]
  return Object.entries(value as object).flatMap(([key, inner]) => sentences(inner, `${path}.${key}`))
}

test('no sentence shouts, apologises in slang, or is empty', () => {
  for (const [path, text] of [...sentences(en), ...sentences(de)]) {
    assert.notEqual(text.trim(), '', path)
    assert.doesNotMatch(text.replaceAll(/!==|!=/g, ''), /oops|whoops|sorry|welcome back|![^\w]|!$/i, path)
  }
})

test('every sentence of the catalogue is used', () => {
  const code = filesOf(/\.tsx?$/)
    .filter((name) => !name.startsWith('messages'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .join('\n')
  const { deeds: _, ...spoken } = en
  const unused = Object.entries(spoken).flatMap(([part, words]) =>
    Object.keys(words)
      // These are gathered by screen.
      .filter((key) => !/^place(About|Missing)?$/.test(key))
      .filter((key) => !new RegExp(`\\b${key}\\b`).test(code))
      .map((key) => `${part}.${key}`),
  )
  assert.deepEqual(unused, [])
})

test('the audit log speaks German of every act', () => {
  assert.deepEqual(Object.keys(de.deeds).sort(), Object.keys(en.deeds).sort())
})

test('colours come from the tokens alone', () => {
  for (const name of filesOf(/\.(tsx?|css)$/)) {
    if (name.endsWith('tokens.css')) continue
    const text = readFileSync(join(source, name), 'utf8')
    assert.doesNotMatch(text, /#[0-9a-fA-F]{6}\b(?!.*contrast)|gradient\(|\brgba?\(|\bhsla?\(/, name)
  }
})

test('a rule reads as one sentence in each language', () => {
  const rule: RuleParts = {
    trigger: { kind: 'RATING', maxRating: 2, withoutIssue: true, safety: false, count: null },
    scope: { buildingIds: ['b'], types: ['WASHROOM'], categories: [] },
    action: { kind: 'TASK', priority: 'HIGH', category: null, notify: ['MANAGER'] },
    windowMinutes: null,
  }
  const names = {
    type: () => 'Washroom',
    issue: () => 'No soap',
    building: () => 'Main house',
    list: (parts: readonly string[]) => parts.join(', '),
  }
  assert.equal(
    ruleSentence(rule, en, names),
    'When a rating is 2 or lower and no issue is named at Washroom in Main house, open a task with priority High and tell managers at once.',
  )
  assert.equal(
    ruleSentence(rule, de, names),
    'Wenn eine Bewertung 2 oder niedriger ist und kein Anliegen genannt wird (Washroom) in Main house: eine Aufgabe mit Priorität Hoch öffnen und Leitung sofort benachrichtigen.',
  )
})
