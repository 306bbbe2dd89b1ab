import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { test } from 'node:test'
import { checkSender, domainOf, openSenderCheck, type ReadTexts } from './sender-check.ts'

const fault = (code: string): Error => Object.assign(new Error(code), { code })
/** A name server with these TXT records; `null`: the name exists without one. */
const zone =
  (texts: Readonly<Record<string, readonly string[] | null>>, otherwise = 'ENOTFOUND'): ReadTexts =>
  async (name) => {
    const found = texts[name]
    if (found === undefined) throw fault(otherwise)
    if (found === null) throw fault('ENODATA')
    return found.map((text) => [text.slice(0, 5), text.slice(5)])
  }

test('A domain with all three records is OK', async () => {
  const read = zone({
    'example.org': ['verification=1', 'v=spf1 include:mail.example -all'],
    '_domainkey.example.org': null,
    '_dmarc.example.org': ['v=DMARC1; p=reject'],
  })
  assert.deepEqual(await checkSender('example.org', read), { spf: 'FOUND', dkim: 'FOUND', dmarc: 'FOUND' })
})

test('A missing record is reported as missing, even if there are other TXT records', async () => {
  const none = { spf: 'MISSING', dkim: 'MISSING', dmarc: 'MISSING' }
  assert.deepEqual(await checkSender('example.org', zone({})), none)
  const others = zone({ 'example.org': ['v=spf10 x', 'spf1'], '_dmarc.example.org': ['none'] })
  assert.deepEqual(await checkSender('example.org', others), none)
})

test('A key under a common selector is found even if the name server does not reveal the names above it', async () => {
  const read = zone({ 'selector1._domainkey.example.org': ['k=rsa; p=MIGf'] })
  assert.equal((await checkSender('example.org', read)).dkim, 'FOUND')
})

test('The policy of the parent domain applies to a sender on a subdomain', async () => {
  const read = zone({ '_dmarc.example.org': ['v=DMARC1; p=none'] })
  assert.equal((await checkSender('mail.example.org', read)).dmarc, 'FOUND')
})

test('A name server that fails or does not answer gives UNKNOWN, and nobody waits longer than two seconds', async () => {
  const unknown = { spf: 'UNKNOWN', dkim: 'UNKNOWN', dmarc: 'UNKNOWN' }
  assert.deepEqual(await checkSender('example.org', zone({}, 'ESERVFAIL')), unknown)
  // A real name server that never answers.
  const silent = createSocket('udp4')
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  const began = performance.now()
  const waiting: Resolver[] = []
  const read: ReadTexts = (name) => {
    const resolver = new Resolver({ timeout: 60_000, tries: 1 })
    waiting.push(resolver)
    resolver.setServers([`127.0.0.1:${silent.address().port}`])
    return resolver.resolveTxt(name)
  }
  assert.deepEqual(await checkSender('example.org', read), unknown)
  // Not exact: the name server would have taken a minute.
  assert.ok(performance.now() - began < 30_000)
  for (const resolver of waiting) resolver.cancel()
  silent.close()
})

test('It is checked in the background, every ten minutes', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  let asked = 0
  const answer = Promise.withResolvers<void>()
  const read: ReadTexts = async () => {
    asked++
    await answer.promise
    return [['v=spf1 -all']]
  }
  const check = openSenderCheck('Wellkept <no-reply@mail.example.org>', { now: () => new Date(now) }, read)
  const { spf, domain } = check.current()
  assert.deepEqual([spf, domain], ['ASKING', 'mail.example.org'])
  check.current()
  const first = asked
  answer.resolve()
  while (check.current().spf === 'ASKING') await new Promise((resolve) => setImmediate(resolve))
  assert.equal(check.current().spf, 'FOUND')
  const settled = asked
  now += 9 * 60_000
  check.current()
  assert.equal(asked, settled)
  now += 2 * 60_000
  assert.equal(check.current().spf, 'FOUND', 'what was known is said meanwhile')
  assert.equal(asked, settled + first)
})

test('A local sender is not checked', () => {
  const froms = ['Wellkept <no-reply@localhost>', 'a@server.local', 'a@10.0.0.1', 'a@[::1]', 'nonsense', '']
  assert.deepEqual(
    froms.map(domainOf),
    froms.map(() => null),
  )
  assert.equal(domainOf('a@Mail.Example.org'), 'mail.example.org')
  const never: ReadTexts = () => {
    throw new Error('Nobody is to be asked')
  }
  const sender = openSenderCheck('no-reply@localhost', { now: () => new Date() }, never).current()
  assert.deepEqual(sender, {
    from: 'no-reply@localhost',
    domain: null,
    spf: 'UNKNOWN',
    dkim: 'UNKNOWN',
    dmarc: 'UNKNOWN',
  })
})
