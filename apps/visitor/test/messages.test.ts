import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkCatalogues, codeBelow, readCatalogues } from '../../../packages/ui/test/catalogues.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const visitor = await readCatalogues(join(source, 'messages'))
const shared = await readCatalogues(join(source, 'pages/share/messages'))

describe('The texts of visitors’ pages', () => {
  const code = codeBelow(source)
  checkCatalogues(
    visitor,
    (key) => new RegExp(`'${key}'|texts\\.${key}\\b`).test(code) || /^rating[1-5]$/.test(key),
  )
})

describe('The texts of shared pages', () => {
  const code = codeBelow(join(source, 'pages/share'))
  checkCatalogues(shared, (key) => new RegExp(`\\bsay\\.${key}\\b`).test(code))

  it('are said once: what the page of a state says already is not said in other words', () => {
    const [own, other] = [shared.get('en') ?? {}, new Set(Object.values(visitor.get('en') ?? {}))]
    assert.deepEqual(
      Object.keys(own).filter((key) => other.has(own[key] ?? '')),
      [],
    )
  })
})
