import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { type MailMessage, MailRefused } from './message.ts'
import { openSmtpMail, type SmtpTarget } from './smtp-mail.ts'
import { type Mail, openMail, parseMailUrl } from './transport.ts'

const from = 'Wellkept <no-reply@wellkept.example>'
const message: MailMessage = {
  to: 'anna@example.com',
  subject: 'Wasserhahn tropft – Raum 2.14 ✓',
  text: `Zum Anmelden:\nhttps://wellkept.example/app/sign-in#token=${'x'.repeat(43)}\n`,
  html: '<p>Zum Anmelden</p>',
}
const unavailable = { code: 'SERVICE_UNAVAILABLE' }

/** Changes to a valid message that would inject a header. */
const malformed: [string, Partial<MailMessage>][] = [
  ['CR LF in the address', { to: 'a@x.de\r\nBcc: b@y.de' }],
  ['LF in the address', { to: 'a@x.de\nBcc:b@y.de' }],
  ['two addresses', { to: 'a@x.de,b@y.de' }],
  ['two addresses by semicolon', { to: 'a@x.de;b@y.de' }],
  ['a name', { to: 'Anna <a@x.de>' }],
  ['a quoted part', { to: '"a b"@x.de' }],
  ['no @', { to: 'a.x.de' }],
  ['two @', { to: 'a@b@x.de' }],
  ['nothing', { to: '' }],
  ['255 characters', { to: `a@${'x'.repeat(253)}` }],
  ['CR LF in the subject', { subject: 'Hi\r\nBcc: b@y.de' }],
  ['CR in the subject', { subject: 'Hi\rBcc: b@y.de' }],
  ['NUL in the subject', { subject: 'Hi\0' }],
  ['a line separator in the subject', { subject: 'Hi\u2028Bcc: b@y.de' }],
  ['an empty subject', { subject: ' ' }],
  ['CR LF in a header', { headers: { 'X-Mail': 'a\r\nBcc: b@y.de' } }],
  ['LF in a header', { headers: { 'X-Mail': 'a\nBcc: b@y.de' } }],
  ['CR LF in the name of a header', { headers: { 'X-Mail: a\r\nBcc': 'b@y.de' } }],
  ['a blind copy', { headers: { BCC: 'b@y.de' } }],
  ['another sender', { headers: { From: 'b@y.de' } }],
  ['another id', { headers: { 'Message-ID': '<a@x.de>' } }],
  ['an id that is none', { id: 'a>\r\nBcc: b@y.de' }],
  ['another type of body', { headers: { 'Content-Type': 'text/html' } }],
]

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellkept-mail-'))
})
after(() => rm(folder, { recursive: true }))

describe('mails into a folder', () => {
  it('are one JSON file each, whole, private and in the order of time', async () => {
    const mail = await openMail(`file:${folder}/mail`, from)
    assert.equal(mail.folder, join(folder, 'mail'))
    const subjects = Array.from({ length: 30 }, (_, n) => `Mail ${n}`)
    await Promise.all(subjects.map((subject) => mail.send({ ...message, subject })))
    await mail.send({
      ...message,
      subject: 'Last',
      headers: { 'List-Unsubscribe': '<https://x.example/m/1>' },
    })
    const names = (await readdir(join(folder, 'mail'))).sort()
    assert.equal(names.length, 31)
    const found = []
    for (const name of names) {
      assert.match(name, /\.json$/)
      assert.equal((await stat(join(folder, 'mail', name))).mode & 0o077, 0)
      found.push(JSON.parse(await readFile(join(folder, 'mail', name), 'utf8')))
    }
    assert.deepEqual(
      found.map(({ subject }) => subject),
      [...subjects, 'Last'],
    )
    assert.deepEqual(Object.keys(found[0]), ['to', 'subject', 'text', 'html', 'at'])
    assert.equal(found[0].text, message.text)
    assert.match(found[0].at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(found[30].headers, { 'List-Unsubscribe': '<https://x.example/m/1>' })
  })

  it('are refused when they are malformed, and nothing is written', async () => {
    const mail = await openMail(`file:${folder}/malformed`, from)
    for (const [why, change] of malformed) {
      await assert.rejects(mail.send({ ...message, ...change }), TypeError, why)
    }
    assert.deepEqual(await readdir(join(folder, 'malformed')), [])
  })

  it('are unavailable while the folder cannot be written, and then go on', async () => {
    const target = join(folder, 'broken')
    const mail = await openMail(`file:${target}`, from)
    await rm(target, { recursive: true })
    await writeFile(target, '')
    await assert.rejects(mail.send(message), unavailable)
    await assert.rejects(mail.check(), unavailable)
    await rm(target)
    await mail.send(message)
    await mail.check()
    assert.equal((await readdir(target)).length, 1)
  })
})

describe('mails by SMTP', () => {
  const received: { from: string; to: string[]; raw: string; session: string; secure: boolean }[] = []
  let server: SMTPServer
  let mail: Mail
  let port: number

  before(async () => {
    server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _, done) =>
        username === 'me@x' && password === 'p@ss' ? done(null, { user: 'me' }) : done(new Error('No')),
      onRcptTo: ({ address }, _, done) => {
        const code = { 'unknown@x.de': 550, 'full@x.de': 452 }[address]
        done(code === undefined ? null : Object.assign(new Error('No'), { responseCode: code }))
      },
      onData: (stream, session, done) => {
        const { mailFrom, rcptTo } = session.envelope
        Array.fromAsync(stream).then((parts) => {
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(parts as Buffer[]).toString(),
            session: session.id,
            secure: session.secure,
          })
          done()
        }, done)
      },
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.server.address() as AddressInfo).port
    mail = await openMail(`smtp://127.0.0.1:${port}`, from)
  })
  beforeEach(() => {
    received.length = 0
  })
  after(async () => {
    mail.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const local = (change: Partial<SmtpTarget>): SmtpTarget => ({
    host: '127.0.0.1',
    port: 0,
    encryption: 'never',
    user: undefined,
    password: undefined,
    ...change,
  })

  it('arrive at the one recipient, with both texts and the sender of the settings', async () => {
    await mail.send({ ...message, headers: { 'List-Unsubscribe': '<https://x.example/m/1>' } })
    const [only] = received
    assert.ok(only && received.length === 1)
    assert.deepEqual([only.from, only.to], ['no-reply@wellkept.example', ['anna@example.com']])
    assert.match(only.raw, /^From: Wellkept <no-reply@wellkept\.example>\r$/m)
    assert.match(only.raw, /^To: anna@example\.com\r$/m)
    assert.match(only.raw, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(only.raw, /^List-Unsubscribe: <https:\/\/x\.example\/m\/1>\r$/m)
    assert.match(only.raw, /Content-Type: text\/plain; charset=utf-8/)
    assert.match(only.raw, /Content-Type: text\/html; charset=utf-8/)
    assert.match(only.raw, /^Subject: =\?UTF-8\?/m)
  })

  it('have a sender name with a comma quoted', async () => {
    const named = await openMail(`smtp://127.0.0.1:${port}`, '"Facilities, Ltd." <no-reply@wellkept.example>')
    await named.send(message)
    await named.close()
    const [only] = received
    assert.ok(only && received.length === 1)
    assert.equal(only.from, 'no-reply@wellkept.example')
    assert.match(only.raw, /^From: "Facilities, Ltd\." <no-reply@wellkept\.example>\r$/m)
  })

  it('have the same Message-ID at every attempt', async () => {
    const id = '0199f0a0-0000-7000-8000-000000000001'
    for (let attempt = 0; attempt < 2; attempt++) await mail.send({ ...message, id })
    await mail.send(message)
    const ids = received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
    assert.deepEqual(ids.slice(0, 2), Array(2).fill(`<${id}@wellkept.example>`))
    assert.ok(ids[2] && ids[2] !== ids[0])
  })

  it('share their connections', async () => {
    for (let n = 0; n < 4; n += 1) await mail.send(message)
    assert.equal(new Set(received.map(({ session }) => session)).size, 1)
  })

  it('are refused when they are malformed, before anything is sent', async () => {
    for (const [why, change] of malformed) {
      await assert.rejects(mail.send({ ...message, ...change }), TypeError, why)
    }
    assert.equal(received.length, 0)
  })

  it('are MailRefused for good when the server will never take them', async () => {
    await assert.rejects(mail.send({ ...message, to: 'unknown@x.de' }), MailRefused)
  })

  it('are unavailable for now when the server may take them later', async () => {
    await assert.rejects(mail.send({ ...message, to: 'full@x.de' }), unavailable)
    await mail.send(message)
    assert.equal(received.length, 1)
  })

  it('sign in if a user name is set, and a wrong password is a temporary error', async () => {
    const good = await openSmtpMail(local({ port, user: 'me@x', password: 'p@ss' }), from)
    await good.check()
    await good.send(message)
    good.close()
    const wrong = await openSmtpMail(local({ port, user: 'me@x', password: 'wrong' }), from)
    await assert.rejects(wrong.check(), unavailable)
    await assert.rejects(wrong.send(message), unavailable)
    wrong.close()
    assert.equal(received.length, 1)
  })

  it('are not sent, nor is the password, if the required encryption is missing or not trusted', async () => {
    const strict = await openSmtpMail(
      local({ port, user: 'me@x', password: 'p@ss', encryption: 'required' }),
      from,
    )
    await assert.rejects(strict.send(message), unavailable)
    strict.close()
    assert.equal(received.length, 0)
  })

  it('are unavailable within the deadline if the server is silent or unreachable', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const slow = await openSmtpMail(local({ port: (silent.address() as AddressInfo).port }), from, 400)
    const start = performance.now()
    await Promise.all([
      assert.rejects(slow.send(message), unavailable),
      assert.rejects(slow.check(), unavailable),
    ])
    assert.ok(performance.now() - start < 10_000)
    slow.close()
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => silent.close(() => resolve()))

    const away = await openSmtpMail(local({ port: 9 }), from)
    await assert.rejects(away.send(message), unavailable)
    away.close()
  })
})

describe('MAIL_URL and MAIL_FROM', () => {
  const smtp = (url: string) => {
    const found = parseMailUrl(url)
    assert.ok(found.kind === 'smtp')
    return found.target
  }

  it('name a folder or a server, and a password is never sent in the clear over a network', () => {
    assert.deepEqual(parseMailUrl('file:/tmp/mail'), { kind: 'file', folder: '/tmp/mail' })
    assert.deepEqual(smtp('smtp://me%40x:p%40ss@mail.example'), {
      host: 'mail.example',
      port: 587,
      encryption: 'required',
      user: 'me@x',
      password: 'p@ss',
    })
    assert.equal(smtp('smtp://mail.example').encryption, 'if-offered')
    assert.equal(smtp('smtp://me:p@mail.example:25?requireTLS=false').encryption, 'if-offered')
    assert.equal(smtp('smtp://me:p@localhost:1025').encryption, 'never')
    assert.equal(smtp('smtp://127.0.0.1:1025?requireTLS=true').encryption, 'required')
    assert.deepEqual([smtp('smtps://mail.example').encryption, smtp('smtps://h').port], ['implicit', 465])
    assert.equal(smtp('smtp://[::1]:25').host, '::1')
  })

  it('are refused when they are something else, without being repeated', async () => {
    const urls = [
      '',
      'file:',
      'http://secret',
      'smtp://',
      'smtp:secret',
      'smtp://host/secret',
      'smtp://h?secret=1',
    ]
    for (const url of [
      ...urls,
      'smtp://u:secret%@h',
      'smtp://h?requireTLS=secret',
      'smtp://u:se/cret@h:secret',
    ]) {
      await assert.rejects(
        openMail(url, from),
        (error: unknown) => error instanceof TypeError && !/secret|cret@/.test(error.message),
        url,
      )
    }
    for (const sender of [
      '',
      'Wellkept',
      'a@x.de\r\nBcc: b@y.de',
      'A\r\n <a@x.de>',
      'a@x.de, b@y.de',
      'A, B <a@x.de>',
      '"A" <b@y.de>, "B" <a@x.de>',
      '"A <a@x.de>',
      '<a@x.de',
    ]) {
      await assert.rejects(openMail(`file:${folder}/x`, sender), TypeError, sender)
    }
  })
})
