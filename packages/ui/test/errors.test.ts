import assert from 'node:assert/strict'
import { it } from 'node:test'
import { errorText, type Failure } from '../src/errors.ts'

const words = { noConnection: 'offline', stillBusy: 'busy', failed: 'failed', maintained: 'maintained.' }
const say = (code: Failure['code'], more: Partial<Failure> = {}): string =>
  errorText(words, { code, message: 'from the service', ...more }, { CONFLICT: 'changed elsewhere' })

it('A failed call is told by its code, in the words of the screen where that has its own', () => {
  assert.deepEqual(
    (['NETWORK', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'CONFLICT', 'INTERNAL_ERROR'] as const).map((code) =>
      say(code),
    ),
    ['offline', 'busy', 'busy', 'changed elsewhere', 'failed'],
  )
  assert.equal(errorText(words, undefined, {}), 'failed')
})

it('In maintenance it is told that it is maintenance, and what its operator says of it', () => {
  assert.equal(say('CONFLICT', { maintenance: 'on' }), 'maintained.')
  assert.equal(say('CONFLICT', { maintenance: 'told' }), 'maintained. from the service')
})
