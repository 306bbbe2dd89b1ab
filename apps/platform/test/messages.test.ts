import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deskLanguages } from '#desk-kit/lib/messages.ts'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const kit = fileURLToPath(new URL('../../../packages/desk-kit/src', import.meta.url))
const code = `${codeBelow(source)}\n${codeBelow(kit)}`

/** A text is used as `words.key`; one of a group also where the group is passed on or indexed. */
const isSaid = (key: string): boolean =>
  key.split('.').some((name, at, path) => {
    const ends = at === path.length - 1 ? '\\b' : '\\b(?!\\.[a-z])'
    return new RegExp(`\\.${name}${ends}`).test(code)
  })

/** Texts that are the same in German. */
const alike = [
  ...['Name', 'Slug', 'Trial', 'Webhooks', 'Scouts', 'Single Sign-on', 'Ticket', '{from} → {to}', 'Team'],
  ...['Job', 'Text', 'System', 'Version', 'Details', 'Details: {what}', '{field}: {from} → {to}'],
  ...['{by}, {from} – {until}', '{plan}, {source}', 'Slack'],
]

for (const folder of ['tenants/messages', 'system/messages']) {
  const catalogues = await readCatalogues(join(source, folder))
  describe(`The texts of the platform in ${folder}`, () => {
    checkCatalogues(catalogues, isSaid, { languages: deskLanguages, alike })
  })
}

test('Every message folder of the platform has its languages', () => {
  const files = globSync('**/messages/*.ts', { cwd: source })
  assert.equal(files.length, 3 * deskLanguages.length)
})
