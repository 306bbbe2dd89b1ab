import { globSync } from 'node:fs'
import path from 'node:path'
import { describe } from 'node:test'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const source = path.resolve(import.meta.dirname, '../src')

/** Words that some languages share with English. */
const alike = ['No', 'Status', 'Urgent']

for (const english of globSync('**/messages/en.ts', { cwd: source }).sort()) {
  const folder = path.join(source, path.dirname(english))
  const code = codeBelow(path.dirname(folder)) + codeBelow(path.join(source, 'modules/settings'))
  const catalogues = await readCatalogues(folder)
  describe(`The texts in ${path.dirname(english)}`, () => {
    checkCatalogues(
      catalogues,
      // Groups of a closed set are read by code.
      (key) =>
        /\.?(states|kinds|priorities)\./.test(key) || new RegExp(`\\b${key.split('.').at(-1)}\\b`).test(code),
      { alike },
    )
  })
}
