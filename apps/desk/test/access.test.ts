import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditLog } from '#contracts/audit-log.ts'
import { listApiKeys } from '#contracts/auth/api-keys.ts'
import { readSearch } from '#desk-kit/lib/contract.ts'
import { parseSearch, stringifySearch } from '#desk-kit/lib/search.ts'
import { sizeIn } from '#desk-kit/lib/size.ts'
import { testCall } from '../src/admin/keys/test-call.ts'

const readAudit = readSearch(listAuditLog)
const readKeys = readSearch(listApiKeys)

const id = '019aa000-0000-7000-8000-000000000001'

test('every filter of the audit log is unchanged after a round trip through the address', () => {
  const search = readAudit({
    actor: [id],
    action: 'tasks.*',
    target: 'B7Q2-K9XM',
    from: '2026-11-01',
    to: '2026-11-20',
    page: 2,
  })
  assert.deepEqual(readAudit(parseSearch(stringifySearch({ ...search }))), search)
  assert.deepEqual(search.actor, [id])
})

test('a broken address of the audit log or the API keys keeps its valid parameters', () => {
  const left = (search: object): object =>
    Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  assert.deepEqual(left(readAudit(parseSearch('?actor=1%27--&action=*&from=yesterday&page=-1'))), {})
  assert.deepEqual(left(readAudit(parseSearch('?action=admin.createApiKey;drop'))), {})
  assert.deepEqual(left(readKeys(parseSearch('?sort=hash&page=0'))), {})
  assert.deepEqual(left(readKeys(parseSearch('?sort=-lastUsedAt'))), { sort: '-lastUsedAt' })
})

test('the test call reads the identity of the key, or creates a task where the key cannot read', () => {
  const origin = 'https://feedback.example'
  const reading = testCall({ key: 'wk_live_x', scopes: ['read', 'write'] }, origin, 'Test')
  assert.equal(reading, `curl -H 'X-API-Key: wk_live_x' \\\n  https://feedback.example/api/auth/me`)
  const writing = testCall({ key: 'wk_live_x', scopes: ['write'] }, origin, `Ann's "door"; $(rm)`)
  assert.ok(writing.includes(`-d '{"title":"Ann'\\''s \\"door\\"; $(rm)"}'`), writing)
  assert.ok(writing.endsWith('https://feedback.example/api/tasks'))
})

test('sizes are formatted in a suitable unit', () => {
  assert.equal(sizeIn(0, 'en'), '0 byte')
  assert.equal(sizeIn(999, 'en'), '999 byte')
  assert.equal(sizeIn(9_400, 'en'), '9 kB')
  assert.equal(sizeIn(1_234_567, 'en'), '1.2 MB')
  assert.equal(sizeIn(5_600_000_000, 'de').replace('\u00a0', ' '), '5,6 GB')
})
