import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import { makeSigningCertificate } from '../crypto/certificate.ts'
import { isReachable, readAddress } from './address.ts'
import type { Lookup } from './lookup-name.ts'
import { guardedLookup, OutgoingError, openOutgoing } from './outgoing.ts'

let connections = 0
const started: { close(): void }[] = []
const listen = async (handler: RequestListener): Promise<number> => {
  const server = createServer(handler)
  server.on('connection', () => connections++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  started.push(server)
  return (server.address() as AddressInfo).port
}
const strict = openOutgoing(false)
const open = openOutgoing(true)
after(async () => {
  await strict.close()
  await open.close()
  for (const server of started) server.close()
})

/** Spellings of addresses that must never be called; PORT is that of a local listener. */
const spellings = `
127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.255 0 0.0.0.0 0.1 2130706433 017700000001 0x7f000001 0x7f.1 0x7f.0.0.1
0177.0.0.1 0177.0.0.01 127.0x0.0.1 127.0.0.0x1 0x7F.0X0.0x0.0x1 00177.1 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127.0.0.1. 2130706433.
localhost LOCALHOST localhost. LocalHost. a.localhost x.y.localhost. ｌocalhost loc%61lhost
[::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::7f00:1]
[64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001::1] [2001:0:7f00:1::] [2001:10::1] [2001:20::1]
[fec0::1] [feff::1] [fe80::1] [febf::1] [fc00::1] [fd12:3456::1] [ff02::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1] [4000::1]
[::ffff:a9fe:a9fe] [::ffff:10.0.0.1] [::ffff:0:127.0.0.1]
10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1.254 169.254.169.254 169.254.1 2852039166 0xa9fea9fe 0251.0376.0251.0376
100.64.0.1 100.127.255.254 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.9 192.88.99.1 224.0.0.1 240.0.0.1 255.255.255.255
metadata.google.internal printer.local nas.lan router.home files.corp wiki.intranet host.internal. db intranet 1.0.0.127.in-addr.arpa
`
  .trim()
  .split(/\s+/)

test('No spelling of a private address is accepted or called: no connection is opened', async () => {
  const port = await listen((_request, response) => response.end())
  connections = 0
  const taken: string[] = []
  for (const spelling of spellings) {
    for (const scheme of ['https', 'http']) {
      const address = `${scheme}://${spelling}:${port}/`
      if (typeof readAddress(address, false) !== 'string') taken.push(address)
      await assert.rejects(strict.call(address, { method: 'GET' }), OutgoingError, address)
    }
  }
  assert.deepEqual(taken, [])
  assert.equal(connections, 0)
  assert.ok(spellings.length >= 80, String(spellings.length))
  console.log(`${spellings.length} spellings, 0 connections`)
})

test('A URL is https, without credentials, on port 443, 8443 or above 1023, and nothing else', async () => {
  for (const wrong of [
    'http://login.example.com',
    'ftp://login.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'gopher://login.example.com',
    '//login.example.com',
    'login.example.com',
    '',
    'https://',
    'https://user@login.example.com',
    'https://user:pw@login.example.com',
    'https://:pw@login.example.com',
    'https://@login.example.com',
    'https://login.example.com:22',
    'https://login.example.com:80',
    'https://login.example.com:25',
    'https://login.example.com:0',
    'https://login.example.com:70000',
    'https://login.example.com\n',
    ' https://login.example.com',
    'https://login\texample.com',
    'https://login.example.com\\@127.0.0.1',
    'https:\\\\login.example.com',
    'https://login.example.com/a b',
  ]) {
    assert.equal(typeof readAddress(wrong, false), 'string', wrong)
    await assert.rejects(strict.check('body.url', wrong), { code: 'VALIDATION_ERROR' }, wrong)
  }
  for (const good of [
    'https://login.example.com',
    'https://login.example.com/tenant/v2.0?x=1',
    'https://login.example.com:8443',
    'https://login.example.com:1024',
    'https://8.8.8.8',
    'https://[2606:4700::1111]',
    'https://bücher.example',
    'https://corp.example',
  ])
    assert.ok(readAddress(good, false) instanceof URL, good)
})

const resolverOf = (answers: readonly (readonly string[])[]): Lookup => {
  let turn = 0
  return (_name, _options, callback) => {
    const found = answers[Math.min(turn++, answers.length - 1)] ?? []
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

test('Each resolved address must be public, and is checked again at every connection', async () => {
  const port = await listen((_request, response) => response.end())
  connections = 0
  const mixed: readonly (readonly string[])[] = [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
    ['2606:4700::1', '::1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    [],
  ]
  for (const answer of mixed) {
    const outgoing = openOutgoing(false, resolverOf([answer]))
    await assert.rejects(
      outgoing.call(`https://rebind.example:${port}/`, { method: 'GET', timeoutMs: 1000 }),
      { fault: 'BLOCKED' },
      answer.join(),
    )
    await outgoing.close()
  }
  assert.equal(connections, 0)
  // The name is public when it is configured and private when it is called.
  const moving = guardedLookup(false, resolverOf([['8.8.8.8'], ['127.0.0.1']]))
  const ask = () =>
    new Promise<string>((done) =>
      moving('rebind.example', { all: true }, (error, found) =>
        done(error ? error.message : String(found.length)),
      ),
    )
  assert.equal(await ask(), '1')
  assert.match(await ask(), /must not be called/)
})

test('In development loopback may be called over http, but no other private address', async () => {
  const port = await listen((_request, response) => response.end('hello'))
  const answer = await open.call(`http://localhost:${port}/`, { method: 'GET' })
  assert.equal(answer.status, 200)
  assert.equal(Buffer.from(answer.body).toString(), 'hello')
  assert.ok(answer.complete)
  for (const address of ['10.0.0.1', '169.254.169.254', 'fec0::1', '::ffff:127.0.0.1', '0.0.0.0'])
    assert.equal(isReachable(address, true), false, address)
})

test('No redirect is followed; a too long response is cut, and a too slow one is aborted', async () => {
  const seen: string[] = []
  const port = await listen((request, response) => {
    seen.push(request.url ?? '')
    if (request.url === '/to') response.writeHead(302, { location: `http://localhost:${port}/secret` }).end()
    else if (request.url === '/long') response.end(Buffer.alloc(300_000, 'x'))
    else if (request.url === '/drip') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    } else if (request.url === '/headers') response.writeHead(200, { 'x-long': 'y'.repeat(20_000) }).end()
    // Other requests get no answer.
  })
  const at = (path: string) => `http://localhost:${port}${path}`
  assert.equal((await open.call(at('/to'), { method: 'GET' })).status, 302)
  assert.deepEqual(seen, ['/to'])
  const long = await open.call(at('/long'), { method: 'GET', maxBytes: 1000 })
  assert.equal(long.body.length, 1000)
  assert.equal(long.complete, false)
  for (const path of ['/drip', '/never']) {
    const before = Date.now()
    await assert.rejects(open.call(at(path), { method: 'GET', timeoutMs: 300 }), { fault: 'TIMEOUT' }, path)
    assert.ok(Date.now() - before < 20_000)
  }
  await assert.rejects(open.call(at('/headers'), { method: 'GET' }), { fault: 'UNREACHABLE' })
  await assert.rejects(open.call('http://localhost:1/', { method: 'GET' }), { fault: 'UNREACHABLE' })
})

test('A receiver that sends 100 Continue unasked is handled like any other', async () => {
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  started.push(server)
  const { port } = server.address() as AddressInfo
  const answer = await open.call(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: '{}' })
  assert.equal(answer.status, 204)
})

test('An untrusted certificate is refused, and no setting turns that off', async () => {
  const { privateKey, certificate } = await makeSigningCertificate('localhost', new Date())
  const server = createTlsServer({ key: privateKey, cert: certificate }, (_request, response) =>
    response.end(),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  started.push(server)
  const port = (server.address() as AddressInfo).port
  await assert.rejects(open.call(`https://localhost:${port}/`, { method: 'GET' }), { fault: 'TLS' })
})
