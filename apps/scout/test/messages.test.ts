import { join } from 'node:path'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const folder = at('apps/scout/src')
const code = codeBelow(folder) + codeBelow(at('packages/ui/src')) + codeBelow(at('packages/field-kit/src'))

const shared = (await readCatalogues(at('packages/ui/src/messages'))).get('en') ?? {}
const catalogues = await readCatalogues(join(folder, 'messages'))
describe('The texts of the scout app', () => {
  checkCatalogues(
    catalogues,
    (key) => Object.hasOwn(shared, key) || new RegExp(`words\\.${key}\\b`).test(code),
  )
})
