import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSources } from './sources.ts'

const clock = { now: () => new Date('2026-11-20T08:00:00Z') }
const saltOf = async (day: string) => `salt of ${day}`

test('Addresses of one IPv6 /64 are one source, and IPv4 written as IPv6 is IPv4', () => {
  const sources = openSources([], clock, saltOf)
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
  const sources = openSources(['10.0.0.0/8'], clock, saltOf)
  assert.equal(sources.address('203.0.113.9', '198.51.100.1'), '203.0.113.9')
  assert.equal(sources.address('10.0.0.1', '198.51.100.1'), '198.51.100.1')
  assert.equal(sources.address('10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.7'), '198.51.100.1')
  assert.equal(sources.address('10.0.0.1', 'garbage'), '10.0.0.1')
})

test('An X-Forwarded-For sent by the visitor has no effect: only entries of trusted proxies are read', () => {
  const sources = openSources(['10.0.0.0/8', '2001:db8:ffff::/48'], clock, saltOf)
  const real = '198.51.100.1'
  for (const written of [
    '1.2.3.4',
    '10.9.9.9',
    '10.9.9.9, 10.9.9.8',
    'unknown',
    '',
    '127.0.0.1',
    '::1, ,',
    'a'.repeat(9000),
  ])
    assert.equal(sources.address('10.0.0.1', `${written}, ${real}`), real)
  // Through two proxies, the inner one by IPv6, and a socket with an IPv4-mapped IPv6 address.
  assert.equal(sources.address('2001:db8:ffff::2', `9.9.9.9, ${real}, 10.1.1.1`), real)
  assert.equal(sources.address('::ffff:10.0.0.1', real), real)
  // A proxy that is not trusted counts as the visitor.
  assert.equal(sources.address('10.0.0.1', `${real}, 203.0.113.200`), '203.0.113.200')
  assert.equal(sources.address('2001:db8:fffe::2', real), '2001:db8:fffe:0::/64')
  // With proxies only, the outermost one is the visitor.
  assert.equal(sources.address('10.0.0.1', '10.0.0.9, 10.0.0.8'), '10.0.0.9')
})

test('Behind a proxy an IPv6 visitor counts as a /64 too, in any spelling, with or without a port', () => {
  const sources = openSources(['10.0.0.0/8'], clock, saltOf)
  const network = '2001:db8:1:2::/64'
  for (const written of [
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '[2001:db8:1:2::77]',
    '[2001:db8:1:2::77]:50312',
    '2001:db8:1:2::1%eth0',
  ])
    assert.equal(sources.address('10.0.0.1', written), network, written)
  assert.equal(sources.address('10.0.0.1', '::ffff:203.0.113.5'), '203.0.113.5')
  assert.equal(sources.address('10.0.0.1', '203.0.113.5:50312'), '203.0.113.5')
  assert.notEqual(sources.address('10.0.0.1', '2001:db8:1:3::1'), network)
})

test('Without a trusted proxy X-Forwarded-For is not read at all', () => {
  const sources = openSources([], clock, saltOf)
  assert.equal(sources.address('10.0.0.1', '198.51.100.1'), '10.0.0.1')
  assert.equal(sources.address('::1', '198.51.100.1'), '0:0:0:0::/64')
  assert.equal(sources.address(undefined, '198.51.100.1'), '0.0.0.0')
})

test('The hash of a source changes at midnight UTC and is the same on every instance', async () => {
  let now = new Date('2026-11-20T08:00:00Z')
  const asked: string[] = []
  const open = () =>
    openSources([], { now: () => now }, async (day) => {
      asked.push(day)
      return saltOf(day)
    })
  const [sources, other] = [open(), open()]
  const [today, ...same] = await Promise.all(Array.from({ length: 9 }, () => sources.hash('203.0.113.9')))
  assert.deepEqual(new Set(same), new Set([today]))
  assert.deepEqual(asked, ['2026-11-20'], 'those who come together ask once')
  now = new Date('2026-11-20T23:59:59.999Z')
  assert.equal(sources.hash('203.0.113.9'), today)
  assert.equal(await other.hash('203.0.113.9'), today)
  now = new Date('2026-11-21T00:00:00Z')
  assert.notEqual(await sources.hash('203.0.113.9'), today)
  assert.equal(await other.hash('203.0.113.9'), await sources.hash('203.0.113.9'))
})

test('A salt that could not be read is requested again', async () => {
  let broken = true
  const sources = openSources([], clock, async (day) => {
    if (broken) throw new Error('no database')
    return saltOf(day)
  })
  await assert.rejects(async () => sources.hash('203.0.113.9'), { message: 'no database' })
  broken = false
  assert.equal(await sources.hash('203.0.113.9'), await openSources([], clock, saltOf).hash('203.0.113.9'))
})
