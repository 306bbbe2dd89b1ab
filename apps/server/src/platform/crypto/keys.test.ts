import assert from 'node:assert/strict'
import { createHmac, hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../ids.ts'
import { deriveKeys } from './keys.ts'

const keys = deriveKeys('a secret that is long enough for a test')
const [tenantId, id] = [newId(1), newId(2)]

test('A sealed token returns its content, for its own kind and secret only', () => {
  const token = keys.seal('tracking', tenantId, id)
  assert.deepEqual(keys.unseal('tracking', token), { tenantId, id })
  assert.equal(keys.unseal('upload', token), undefined)
  assert.equal(deriveKeys('another secret').unseal('tracking', token), undefined)
})

test('A token with any change does not open', () => {
  const token = keys.seal('tracking', tenantId, id)
  fc.assert(
    fc.property(
      fc.nat(token.length - 1),
      fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
      (at, sign) => {
        const changed = token.slice(0, at) + sign + token.slice(at + 1)
        assert.equal(keys.unseal('tracking', changed) === undefined, changed !== token)
      },
    ),
    { numRuns: 2000 },
  )
  for (const wrong of ['', token.slice(1), `${token}A`, `${token}=`, 'x'.repeat(59)])
    assert.equal(keys.unseal('tracking', wrong), undefined)
})

test('Ids ascend within a process and are UUIDv7', () => {
  const ids = Array.from({ length: 3000 }, () => newId(1_700_000_000_000))
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual([...ids].sort(), ids)
  for (const one of ids)
    assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('A stored secret is readable by this service for its purpose only, and not if a byte is changed', () => {
  const sealed = keys.encrypt('webhook', 'whsec_example')
  assert.doesNotMatch(sealed, /example/)
  assert.equal(keys.decrypt('webhook', sealed), 'whsec_example')
  assert.equal(keys.decrypt('idempotency', sealed), undefined)
  assert.equal(deriveKeys('another secret').decrypt('webhook', sealed), undefined)
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(keys.decrypt('webhook', changed.toString('base64url')), undefined, `byte ${at}`)
  }
  assert.equal(keys.decrypt('webhook', ''), undefined)
})

test('During a rotation tokens of the previous secret are accepted, and rejected once it is retired', () => {
  const old = deriveKeys('old-secret-0123456789')
  const both = deriveKeys('new-secret-0123456789,old-secret-0123456789')
  const after = deriveKeys('new-secret-0123456789')
  const token = old.seal('reset', tenantId, id)
  const sealed = old.encrypt('sso', 'x')
  assert.deepEqual(both.unseal('reset', token), { tenantId, id })
  assert.equal(both.decrypt('sso', sealed), 'x')
  assert.equal(after.decrypt('sso', both.reencrypt('sso', sealed) ?? ''), 'x')
  assert.equal(both.reencrypt('sso', both.encrypt('sso', 'x')), undefined)
  assert.equal(both.reseal('reset', token), after.seal('reset', tenantId, id))
  assert.equal(both.reseal('reset', after.seal('reset', tenantId, id)), undefined)
  assert.equal(after.reencrypt('sso', sealed) ?? after.reseal('reset', token), undefined)
  assert.ok(both.verifying(old.signing.id))
  assert.equal(both.signing.id, after.signing.id)
  assert.equal(after.unseal('reset', token), undefined)
  assert.equal(after.decrypt('sso', sealed), undefined)
  assert.equal(after.verifying(old.signing.id), undefined)
})

test('A MAC is HMAC-SHA-256 with a key derived from the secret', () => {
  const secret = 'a secret that is long enough for a test'
  const key = Buffer.from(hkdfSync('sha256', secret, 'wellkept', 'seal', 32))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 300 }), (purpose, text) => {
      const expected = createHmac('sha256', key).update(purpose).update('\0').update(text).digest('base64url')
      assert.equal(keys.mac(purpose, text), expected)
    }),
  )
})
