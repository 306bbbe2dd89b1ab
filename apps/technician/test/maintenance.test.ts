import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/errors.ts'
import { troubleOf } from '#offline/verdict.ts'

test('In maintenance what was done is kept as in any trouble of the service, and told by its own name', () => {
  const refused = (maintenance?: 'on' | 'told') =>
    new ApiError({ code: 'SERVICE_UNAVAILABLE', status: 503, message: 'Later', maintenance })
  assert.deepEqual(
    [troubleOf(refused('on')), troubleOf(refused('told')), troubleOf(refused())],
    ['MAINTENANCE', 'MAINTENANCE', 'SERVICE'],
  )
})
