import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DBSchema, IDBPDatabase } from 'idb'
import { ignoringErrors } from '#offline/cache.ts'
import { draftsIn, type FormDraft } from '#offline/drafts.ts'

interface Schema extends DBSchema {
  drafts: { key: string; value: FormDraft | { readonly owner: string; readonly operator: string } }
}

/** The store of a database in memory. */
const openStore = () => {
  const kept = new Map<string, unknown>()
  const store = {
    get: async (_name: string, key: string) => kept.get(key),
    getAll: async () => [...kept.values()],
    put: async (_name: string, value: unknown, key: string) => void kept.set(key, value),
    delete: async (_name: string, key: string) => void kept.delete(key),
    clear: async () => kept.clear(),
  } as unknown as IDBPDatabase<Schema>
  return { kept, drafts: draftsIn<Schema>((work) => work(store), 'drafts') }
}

test('Drafts are kept by user and form; another user’s and those older than a day go, other records of the user stay', async () => {
  const { kept, drafts } = openStore()
  const now = Date.now()
  await drafts.write({ owner: 'ana finish 1', at: now, texts: { note: 'Seal' } })
  await drafts.write({ owner: 'ana finish 2', at: now - 90_000_000, texts: { note: 'Old' } })
  await drafts.write({
    owner: 'ana finish 3',
    at: now + 90_000_000,
    texts: { note: 'The clock was set back' },
  })
  await drafts.write({ owner: 'ben finish 1', at: now, texts: { note: 'Ben' } })
  kept.set('ana', { owner: 'ana', operator: 'her shift' })
  await drafts.keepOnly('ana')
  assert.deepEqual([...kept.keys()].sort(), ['ana', 'ana finish 1'])
  assert.deepEqual((await drafts.read('ana finish 1'))?.texts, { note: 'Seal' })
})

test('A cache that the phone refuses is as an empty one', async () => {
  const full = async (): Promise<never> => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const cache = ignoringErrors({ read: full as () => Promise<string | undefined>, write: full })
  assert.equal(await cache.read(), undefined)
  assert.equal(await cache.write(), undefined)
})
