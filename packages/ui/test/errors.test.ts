import assert from 'node:assert/strict'
import { it } from 'node:test'
import { errorText, type Failure } from '../src/errors.ts'

const words = { noConnection: 'offline', stillBusy: 'busy', failed: 'failed', maintained: 'maintained.' }
const say = (code: Failure['code'], more: Partial<Failure> = {}): string =>
  errorText(words, { code, message: 'from the service', ...more }, { CONFLICT: 'changed elsewhere' })

it('A failed call is shown by its code, with the screen’s own text if it has one', () => {
  assert.deepEqual(
    (['NETWORK', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'CONFLICT', 'INTERNAL_ERROR'] as const).map((code) =>
      say(code),
    ),
    ['offline', 'busy', 'busy', 'changed elsewhere', 'failed'],
  )
  assert.equal(errorText(words, undefined, {}), 'failed')
})

it('In maintenance the message says so, with the text of the operator', () => {
  assert.equal(say('CONFLICT', { maintenance: 'on' }), 'maintained.')
  assert.equal(say('CONFLICT', { maintenance: 'told' }), 'maintained. from the service')
})
