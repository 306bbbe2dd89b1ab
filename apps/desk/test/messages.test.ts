import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { deskLanguages } from '#desk-kit/lib/messages.ts'
import type { Words } from '#i18n/texts.ts'
import { checkCatalogues, codeBelow, readCatalogues, wordsIn } from '../../../packages/ui/test/catalogues.ts'
import type en from '../src/admin/rules/messages/en.ts'
import { type RuleParts, ruleSentence } from '../src/admin/rules/sentence.ts'
import { kit, loadedScreens, source, textFolders } from './message-sets.ts'

const filesOf = (extension: RegExp): string[] =>
  [source, kit].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extension.test(name))
      .map((name) => join(folder, name)),
  )

/** Texts that are the same in German. */
const alike: readonly string[] = [
  ...['Name', 'Code', 'Status', 'Team', 'Scans', 'Person', 'Organisation', 'in {buildings}'],
  '{what} in {buildings}',
  ...['in {locations}', '{time}, {zone}', '{time}, SLA', '{day}.', '{issue}, {amenity}'],
  ...['Webhook', 'Webhooks', 'SLA', 'Node', 'Python', 'Partner', 'Slack', 'Workspace', 'Blind', 'Auditor'],
  ...['Arena', 'Teams', 'Offline'],
  ...[
    'Wellkept',
    'Starter',
    'Pro',
    'Business',
    'Enterprise',
    'OpenID Connect',
    'SAML 2.0',
    'SHA-256',
    'SPF',
    'DKIM',
    'DMARC',
  ],
  ...['{day}: {text}', '{when}, {name}: {count}.', '{when}, {name}: {count}. {line}: {standing}.'],
  ...['{priority}: {respond} / {resolve}', '{when}: {acts}.', '{when}, {where}: {acts}.', '{from} – {to}'],
  ...[
    'Details',
    'Details: {what}',
    'Board',
    'Dashboard',
    'Format',
    'Push',
    'Position',
    'Definition',
    '3. Test',
  ],
  ...['Logo', '{field}: {from} → {to}', '{field}: {value}'],
  ...['{name}, {building}', '{name}: {count}', '{act}: {name}'],
  ...['{score} %', '{reason} ({when})', '{reason}: {note}', '{title}: {score}', '{value} {unit}'],
]

/** A text is used as `words.key`; one of a group also where the group is passed on or indexed: `words.group[`. */
const saidIn =
  (code: string) =>
  (key: string): boolean =>
    key.split('.').some((name, at, path) => {
      const ends = at === path.length - 1 ? '\\b' : '\\b(?!\\.[a-z])'
      return new RegExp(`\\.${name}${ends}`).test(code)
    })

const code = `${codeBelow(source)}\n${codeBelow(kit)}`

describe('Every message folder', () => {
  test('has a message set beside it', () => {
    for (const folder of textFolders)
      assert.ok(existsSync(join(source, dirname(folder), 'messages.ts')), folder)
  })
})

/** Files that a file imports statically, except through the screen register. */
const reachedFrom = (file: string, reached = new Set<string>()): ReadonlySet<string> => {
  if (reached.has(file) || file === join(source, 'screens.ts')) return reached
  reached.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, from = ''] of text.matchAll(
    /^(?:import (?!type )[^'\n]*|\} from )'((?:\.|#desk-kit\/)[^']+\.tsx?)'/gm,
  )) {
    const isOfKit = from.startsWith('#desk-kit/')
    reachedFrom(isOfKit ? join(kit, from.slice('#desk-kit/'.length)) : join(dirname(file), from), reached)
  }
  return reached
}

test('each screen names the message sets that its code uses, so that they load with it', () => {
  const everywhere = new Set([
    'screens',
    ...['lib', 'lib/offline'].map((place) => relative(source, join(kit, place))),
  ])
  for (const { name, code: file, places } of loadedScreens) {
    const used = [...reachedFrom(join(source, file))]
      .filter((reached) => reached.endsWith('/messages.ts'))
      .map((reached) => relative(source, dirname(reached)) || '.')
      .filter((place) => !everywhere.has(place))
    assert.deepEqual([...places].sort(), used.sort(), name)
  }
})

for (const folder of textFolders) {
  const catalogues = await readCatalogues(join(source, folder))
  describe(`The texts in ${folder}`, () => {
    checkCatalogues(catalogues, saidIn(code), { languages: deskLanguages, alike })
  })
}

test('colours come from the tokens alone', () => {
  for (const name of filesOf(/\.(tsx?|css)$/)) {
    if (name.endsWith('tokens.css')) continue
    const text = readFileSync(name, 'utf8')
    assert.doesNotMatch(text, /#[0-9a-fA-F]{6}\b(?!.*contrast)|gradient\(|\brgba?\(|\bhsla?\(/, name)
  }
})

const rulesIn = async (language: 'en' | 'de') => {
  const { default: texts } = await import(`../src/admin/rules/messages/${language}.ts`)
  const { default: shared } = await import(`../src/screens/messages/${language}.ts`)
  return [
    wordsIn(texts, language) as Words<typeof en>,
    (wordsIn(shared, language) as Words<typeof shared>).words.priority,
  ] as const
}

test('a rule reads as one sentence in each language', async () => {
  const rule: RuleParts = {
    trigger: { kind: 'RATING', maxRating: 2, withoutIssue: true, safety: false, count: null },
    scope: { buildingIds: ['b'], locationIds: [], types: ['WASHROOM'], categories: [] },
    action: { kind: 'TASK', priority: 'HIGH', category: null, notify: ['MANAGER'] },
    windowMinutes: null,
  }
  const names = {
    type: () => 'Washroom',
    issue: () => 'No soap',
    building: () => 'Main house',
    location: () => 'Ground floor',
    list: (parts: readonly string[]) => parts.join(', '),
  }
  assert.equal(
    ruleSentence(rule, ...(await rulesIn('en')), names),
    'When a rating is 2 or lower and no issue is reported at Washroom in Main house, create a task with priority High and notify managers at once.',
  )
  assert.equal(
    ruleSentence(rule, ...(await rulesIn('de')), names),
    'Wenn eine Bewertung 2 oder niedriger ist und kein Anliegen gemeldet wird (Washroom) in Main house: eine Aufgabe mit Priorität Hoch anlegen und Leitung sofort benachrichtigen.',
  )
})
