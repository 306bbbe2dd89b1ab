import { join } from 'node:path'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkCatalogues, codeBelow, readCatalogues } from '../../ui/test/catalogues.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const shared = (await readCatalogues(at('../../ui/src/messages'))).get('en') ?? {}
const code = codeBelow(at('../src')) + codeBelow(at('../../ui/src'))

describe('The texts of the parts of an app for phones', async () => {
  checkCatalogues(
    await readCatalogues(join(at('../src'), 'messages')),
    (key) => Object.hasOwn(shared, key) || new RegExp(`\\b(words|useKitWords\\(\\))\\.${key}\\b`).test(code),
  )
})
