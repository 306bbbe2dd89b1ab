import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#contracts/kit/vocabulary.ts'
import { ConfigError, readConfig } from './config.ts'

/** These URLs are never contacted. */
const elsewhere = {
  SECRET: 'a secret that is long enough for anybody',
  DATABASE_URL: 'postgresql://owner@db.example.com/wellkept',
  MAIL_URL: 'smtp://mail.example.com',
  STORAGE_URL: 's3://bucket',
}
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...elsewhere, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('A BASE_URL with a path is rejected, because pages, links and stickers use addresses from the root', () => {
  const host = 'https://feedback.example.com'
  for (const given of [`${host}/wellkept`, `${host}/?a=b`, `${host}/#a`, 'https://me:pa55w0rd@example.com']) {
    const [fault = '', ...others] = faultsOf({ BASE_URL: given })
    assert.match(fault, /^BASE_URL must end with its host or port/, given)
    assert.deepEqual(others, [])
    assert.doesNotMatch(fault, /pa55/)
  }
  for (const given of [host, `${host}/`, `${host}:8443`, 'https://Feedback.Example.com:443'])
    assert.deepEqual(faultsOf({ BASE_URL: given }), [], given)
})

test('A NODE_ENV that only resembles production is rejected', () => {
  for (const given of ['prod', 'Production', 'production ', 'live'])
    assert.deepEqual(faultsOf({ NODE_ENV: given }), ['NODE_ENV must be production or development'], given)
  for (const given of ['', 'development', 'test']) assert.deepEqual(faultsOf({ NODE_ENV: given }), [], given)
})

test('RATE_LIMITS is on, off or limits by name; any other word or number is rejected', () => {
  for (const given of ['false', '0', '1000', 'true', 'null', '"off"', '[]', 'OFF'])
    assert.match(faultsOf({ RATE_LIMITS: given }).join(), /^RATE_LIMITS must be on, off or JSON/, given)
  const withoutWindow = ['{"limit":5}', '{"limit":5,"windowSeconds":"60"}', '{"limit":5,"windowSeconds":0}']
  for (const value of [...withoutWindow, '{"limit":0,"windowSeconds":60}', '5'])
    assert.match(faultsOf({ RATE_LIMITS: `{"read":${value}}` }).join(), /^RATE_LIMITS: read must be/, value)
  assert.match(faultsOf({ RATE_LIMITS: '{"reads":{"limit":5,"windowSeconds":60}}' }).join(), /reads must be/)
  const { rateLimits } = readConfig({
    ...elsewhere,
    RATE_LIMITS: '{"read":{"limit":1000,"windowSeconds":60}}',
  })
  assert.deepEqual(rateLimits, { ...limits, read: { limit: 1000, windowSeconds: 60 } })
  assert.equal(readConfig({ ...elsewhere, RATE_LIMITS: 'off' }).rateLimits, 'off')
})
