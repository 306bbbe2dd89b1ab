import { join } from 'node:path'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const folder = at('apps/arena/src')
const code = codeBelow(folder) + codeBelow(at('packages/ui/src')) + codeBelow(at('packages/field-kit/src'))
const catalogues = await readCatalogues(join(folder, 'messages'))

const shared = (await readCatalogues(at('packages/ui/src/messages'))).get('en') ?? {}

/** The texts of a group are read by their code, and those of the four parts by the name of the part. */
const isUsed = (key: string): boolean => {
  const [name = ''] = key.split('.')
  // Those of all apps are used by one of them.
  if (Object.hasOwn(shared, key)) return true
  return new RegExp(`words\\.${name}\\b|'${name}'`).test(code)
}

describe('The texts of the arena', () => {
  checkCatalogues(catalogues, isUsed)
})
