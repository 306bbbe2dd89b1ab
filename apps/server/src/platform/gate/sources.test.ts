import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSources } from './sources.ts'

const clock = { now: () => new Date('2026-11-20T08:00:00Z') }

test('Addresses of one IPv6 /64 are one source, and IPv4 written as IPv6 is IPv4', () => {
  const sources = openSources([], clock)
  assert.equal(
    sources.address('2001:db8:1:2::1', undefined),
    sources.address('2001:db8:1:2:ffff:ffff:ffff:ffff', undefined),
  )
  assert.notEqual(
    sources.address('2001:db8:1:2::1', undefined),
    sources.address('2001:db8:1:3::1', undefined),
  )
  assert.equal(sources.address('::ffff:203.0.113.5', undefined), '203.0.113.5')
})

test('X-Forwarded-For counts only as far as its hops are trusted proxies', () => {
  const sources = openSources(['10.0.0.0/8'], clock)
  assert.equal(sources.address('203.0.113.9', '198.51.100.1'), '203.0.113.9')
  assert.equal(sources.address('10.0.0.1', '198.51.100.1'), '198.51.100.1')
  assert.equal(sources.address('10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.7'), '198.51.100.1')
  assert.equal(sources.address('10.0.0.1', 'garbage'), '10.0.0.1')
})

test('The hash of a source is another one on the next day and after a restart', () => {
  let now = new Date('2026-11-20T08:00:00Z')
  const sources = openSources([], { now: () => now })
  const today = sources.hash('203.0.113.9')
  assert.equal(sources.hash('203.0.113.9'), today)
  now = new Date('2026-11-21T08:00:00Z')
  assert.notEqual(sources.hash('203.0.113.9'), today)
  assert.notEqual(openSources([], clock).hash('203.0.113.9'), today)
})
