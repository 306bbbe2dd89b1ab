import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const code = codeBelow(source)
const catalogues = await readCatalogues(`${source}/messages`)

describe('The texts of the wall', () => {
  const isUsed = (key: string): boolean => {
    const [name = key, part] = key.split('.')
    return new RegExp(part ? `words\\.${name}\\[` : `words\\.${name}\\b|'${name}'`).test(code)
  }
  checkCatalogues(catalogues, isUsed, { alike: ['Code', 'Teams'] })
})
