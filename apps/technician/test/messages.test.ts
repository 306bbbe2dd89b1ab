import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { quickResolutions, sayResolution } from '#contracts/tasks/resolutions.ts'
import { preferredLanguage } from '#i18n/languages.ts'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const shared = (await readCatalogues(at('packages/ui/src/messages'))).get('en') ?? {}

for (const app of ['sign-in', 'technician']) {
  const folder = at(`apps/${app}/src`)
  const code = codeBelow(folder) + codeBelow(at('packages/ui/src')) + codeBelow(at('packages/field-kit/src'))
  const catalogues = await readCatalogues(join(folder, 'messages'))
  describe(`The texts of ${app}`, () => {
    checkCatalogues(catalogues, (key) => new RegExp(`words\\.${key}\\b`).test(code))
  })
}

describe('The texts of several apps', () => {
  it('are said once: no app has the same words of its own', async () => {
    const own = await readCatalogues(at('apps/technician/src/messages'))
    const other = await readCatalogues(at('apps/sign-in/src/messages'))
    const twice = Object.keys(own.get('en') ?? {}).filter(
      (key) => !Object.hasOwn(shared, key) && other.get('en')?.[key] === own.get('en')?.[key],
    )
    assert.deepEqual(twice, [])
  })
})

describe('What one tap says was done', () => {
  it('is a code, which the service says in the words of this phone', async () => {
    const keys = {
      REFILLED: 'refilled',
      CLEANED: 'cleaned',
      REPAIRED: 'repaired',
      REPLACED: 'replaced',
      IN_ORDER: 'inOrder',
    } as const
    const catalogues = await readCatalogues(at('apps/technician/src/messages'))
    for (const language of visitorLanguages)
      for (const code of quickResolutions)
        assert.equal(sayResolution(code, language), catalogues.get(language)?.[keys[code]], language)
    assert.equal(sayResolution('Refilled', 'de'), 'Refilled')
    assert.equal(sayResolution(null, 'de'), null)
  })
})

describe('The language', () => {
  it('is the one chosen, else the first of the browser’s that is spoken, else English', () => {
    assert.equal(preferredLanguage('de', ['en-GB']), 'de')
    assert.equal(preferredLanguage(null, ['sv', 'de-AT', 'en']), 'de')
    assert.equal(preferredLanguage('xx', ['sv']), 'en')
  })
})
