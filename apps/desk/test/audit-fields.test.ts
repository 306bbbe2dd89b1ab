import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditTexts, contractFiles, endpoints } from '#contracts/all.ts'
import type { Schema } from '#desk-kit/lib/contract.ts'

/** Names of requests that are no fields of a record. */
const sentOnly = new Set([
  'dryRun',
  'matches',
  'page',
  'pageSize',
  'release',
  'amenityId',
  'mounted',
  'testMail',
  'inviteUser',
  'slug',
  'askAgain',
])
const withBody = endpoints.filter(
  ({ method, access, module, name, status, showsSecret }) =>
    (method === 'PATCH' || method === 'PUT' || (method === 'POST' && status === 201 && !showsSecret)) &&
    access.kind === 'tenant' &&
    !['tasks', 'wizard'].includes(module) &&
    // Bulk changes have one audit entry for each record.
    !['updateMe', 'bulkAmenities'].includes(name),
)

/** Names in the path of each field, at most three deep as in the audit log. */
const partsOf = (schema: Schema | undefined, depth = 0): string[] => {
  const properties = schema?.properties ?? schema?.anyOf?.find((one) => one.properties)?.properties
  if (!properties || depth === 3) return []
  return Object.entries(properties)
    .filter(([name]) => !sentOnly.has(name))
    .flatMap(([name, inner]) => [name, ...partsOf(inner, depth + 1)])
}
/** Objects whose name is never shown. */
const wrappers = [
  'profile',
  'branding',
  'notifications',
  'privacy',
  'work',
  'proof',
  'holidaysIcs',
  'mail',
  'contentType',
  'size',
]

test('The audit log names every field of an update or a new record in both languages', () => {
  const { fieldNames } = auditTexts('en')
  const parts = new Set(withBody.flatMap(({ body }) => partsOf(body as Schema | undefined)))
  assert.ok(parts.size > 100, `${parts.size}`)
  const missing = [...parts].filter((part) => !(part in fieldNames) && !wrappers.includes(part))
  assert.deepEqual(missing, [])
})

test('A field or a code has its name in one contract, or in the words that they share', () => {
  for (const kind of ['fieldNames', 'codeNames'] as const) {
    const keys = Object.entries(contractFiles).flatMap(([path, file]) =>
      Object.keys(file[kind] ?? {}).map((key) => ({ key, path })),
    )
    const twice = keys.filter(({ key }, at) => keys.findIndex((one) => one.key === key) !== at)
    assert.deepEqual(twice, [], kind)
  }
})
