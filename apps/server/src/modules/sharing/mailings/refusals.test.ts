import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Mailing } from '#contracts/sharing/mailings.ts'
import { MailRefused, refusalOf } from '#server/platform/mail/message.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { at, day, openMailings } from '../testing/mailing-stage.ts'

const server = await startTestServer({ own: true })
const { address, call, confirm, created, dead, goToNext, mailsTo, read, to, weekly } = openMailings(server)
const unknown = '550 5.1.1 No such user'

afterEach(() => {
  server.clock.set(new Date())
  server.mails.splice(0)
  dead.clear()
})

test('After three refusals in a row a mailing is FAILING: that address gets no more, the others do, until it is resumed', async () => {
  const tenant = await createTenant(server)
  const [good, bad] = [address(), address()]
  const { id } = await created(tenant, weekly([good, bad]))
  await confirm(good)
  await confirm(bad)
  dead.set(bad, '550 5.1.1 No such user')
  for (const state of ['ACTIVE', 'ACTIVE', 'FAILING']) {
    await goToNext(tenant, id)
    assert.equal((await read(tenant, id)).state, state)
  }
  const bounced = (await read(tenant, id)).recipients.find(({ email }) => email === bad)
  assert.ok(bounced?.bouncedAt)
  dead.clear()
  await goToNext(tenant, id)
  assert.deepEqual(to(good, bad), [good])
  const states = async (state: string) =>
    (await call<Mailing[]>(tenant, 'GET', `${at}?state=${state}`)).json.total
  assert.deepEqual([await states('FAILING'), await states('ACTIVE'), await states('PAUSED')], [1, 0, 0])
  const resumed = await call(tenant, 'PATCH', `${at}/${id}`, { state: 'ACTIVE' })
  assert.equal(resumed.json.data.state, 'ACTIVE')
  await goToNext(tenant, id)
  assert.deepEqual(to(good, bad).sort(), [good, bad].sort())
})

/** The team's emails about refusals since the last issue, after the time in which they are combined. */
const refusalMails = async (): Promise<Record<string, string>> => {
  server.clock.advance(11 * 60_000)
  await server.drain()
  return Object.fromEntries(
    server.mails
      .filter(({ subject }) => subject.includes('Monday figures') && !subject.includes(':'))
      .map((mail) => [mail.to, mail.subject]),
  )
}

/** Sends issues until the server of these addresses has refused three. */
const refuseThree = async (tenant: TestTenant, id: string, ...emails: string[]): Promise<void> => {
  for (const email of emails) dead.set(email, unknown)
  for (let issue = 0; issue < 3; issue++) await goToNext(tenant, id)
}

test('When emails are refused, the mailing’s creator and the administrators are notified once, in their languages; a manager is not', async () => {
  const tenant = await createTenant(server)
  const maker = await tenant.person(['ADMIN'])
  const [bad, good, last] = [address(), address(), address()]
  const made = await server.call<Mailing>('POST', at, {
    token: maker.token,
    body: weekly([bad, good, last]),
  })
  const { id } = made.json.data
  for (const email of [bad, good, last]) await confirm(email)
  // No longer an administrator: the creator is still notified, without the button for administrators.
  await tenant.inside((ctx) =>
    ctx.run("update app_user set roles = '{MANAGER}' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      maker.id,
    ]),
  )
  await tenant.inside((ctx) =>
    ctx.run("update app_user set language = 'de' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      tenant.admin.id,
    ]),
  )
  await refuseThree(tenant, id, bad)
  const notified = await refusalMails()
  assert.equal(notified[maker.email], 'Emails of “Monday figures” are being rejected')
  assert.equal(notified[tenant.admin.email], 'E-Mails von „Monday figures“ werden abgelehnt')
  assert.equal(notified[tenant.manager.email], undefined)
  const [english] = mailsTo(maker.email)
  assert.match(english?.text ?? '', new RegExp(`${bad}: this address does not exist`))
  assert.match(english?.text ?? '', /2 other recipients still get it\./)
  assert.ok(!english?.text.includes('/app/mailings'))
  assert.ok(mailsTo(tenant.admin.email)[0]?.text.includes('/app/mailings'))

  await goToNext(tenant, id)
  assert.deepEqual(await refusalMails(), {}, 'It is told once')
  await refuseThree(tenant, id, good)
  assert.deepEqual(await refusalMails(), {}, 'A second one is no news while others get it')
  await refuseThree(tenant, id, last)
  assert.equal((await refusalMails())[maker.email], 'Nobody gets “Monday figures” any more')

  await call(tenant, 'PATCH', `${at}/${id}`, { state: 'ACTIVE' })
  await refuseThree(tenant, id, bad)
  assert.equal(
    Object.keys(await refusalMails()).includes(maker.email),
    true,
    'After it was resumed it is news again',
  )
})

test('An address that works again before the notification is left out', async () => {
  const tenant = await createTenant(server)
  const bad = address()
  const { id } = await created(tenant, weekly([bad]))
  await confirm(bad)
  await refuseThree(tenant, id, bad)
  await call(tenant, 'PATCH', `${at}/${id}`, { state: 'ACTIVE' })
  assert.deepEqual(await refusalMails(), {})
})

test('A mailing shows its last issue: recipients, delivered or refused and why, and keeps it for 13 months', async () => {
  const tenant = await createTenant(server)
  const [good, bad, silent] = [address(), address(), address()]
  const { id, sendings } = await created(tenant, weekly([good, bad, silent]))
  assert.deepEqual(sendings, [])
  await confirm(good)
  await confirm(bad)
  dead.set(bad, '552 5.2.2 Mailbox full')
  await call(tenant, 'POST', `${at}/${id}/send`)
  await server.drain()
  assert.deepEqual((await read(tenant, id)).sendings, [], 'What somebody sends to themselves is none')
  await goToNext(tenant, id)
  const seen = await read(tenant, id)
  const [first] = seen.sendings
  assert.deepEqual(
    { ...first, at: undefined, from: undefined, to: undefined },
    {
      at: undefined,
      from: undefined,
      to: undefined,
      recipients: 2,
      delivered: 1,
      refused: 1,
      waiting: 0,
      unsent: 0,
      reasons: [{ reason: 'MAILBOX', count: 1 }],
    },
  )
  assert.equal(first?.at, seen.lastSentAt)
  assert.equal(seen.recipients.find(({ email }) => email === bad)?.refusal, 'MAILBOX')
  assert.ok(!JSON.stringify(seen.sendings).includes('@'), 'No address outlives its recipient here')

  dead.clear()
  await goToNext(tenant, id)
  const again = await read(tenant, id)
  assert.deepEqual(
    again.sendings.map(({ delivered, refused }) => [delivered, refused]),
    [
      [2, 0],
      [1, 1],
    ],
  )
  assert.equal(again.recipients.find(({ email }) => email === bad)?.refusal, null)
  await call(tenant, 'PATCH', `${at}/${id}`, { state: 'PAUSED' })
  server.clock.advance(380 * day)
  await server.drain()
  assert.equal((await read(tenant, id)).sendings.length, 2)
  server.clock.advance(10 * day)
  await server.drain()
  assert.equal((await read(tenant, id)).sendings.length, 1)
})

test('A refused confirmation email is shown with address, time and reason, does not make a mailing FAILING, and can be sent again three times a day', async () => {
  const tenant = await createTenant(server)
  const [bad, silent] = [address(), address()]
  dead.set(bad, unknown)
  const { id } = await created(tenant, weekly([bad, silent]))
  await server.drain()
  const of = async (email: string) => {
    const found = (await read(tenant, id)).recipients.find((one) => one.email === email)
    return found ?? assert.fail('No such recipient')
  }
  const refused = await of(bad)
  assert.deepEqual([refused.confirmedAt, refused.refusal], [null, 'ADDRESS'])
  assert.ok(refused.bouncedAt !== null && refused.bouncedAt >= refused.askedAt)
  assert.deepEqual([(await of(silent)).bouncedAt, (await of(silent)).refusal], [null, null])
  // After resuming nothing is sent to it, so the refusal stays.
  assert.equal((await call(tenant, 'PATCH', `${at}/${id}`, { state: 'ACTIVE' })).json.data.state, 'ACTIVE')
  assert.equal((await of(bad)).refusal, 'ADDRESS')

  const again = () => call(tenant, 'PATCH', `${at}/${id}`, { askAgain: [bad] })
  server.clock.advance(60_000)
  server.mails.splice(0)
  const asked = await again()
  assert.deepEqual(
    asked.json.data.recipients
      .filter(({ email }) => email === bad)
      .map(({ askedAt, bouncedAt, refusal }) => [askedAt, bouncedAt, refusal]),
    [[asked.json.data.updatedAt, null, null]],
  )
  await server.drain()
  assert.equal((await of(bad)).refusal, 'ADDRESS')
  dead.clear()
  assert.equal((await again()).status, 200)
  await server.drain()
  assert.deepEqual(to(bad, silent), [bad])
  assert.equal((await of(bad)).bouncedAt, null)
  assert.equal((await read(tenant, id)).state, 'ACTIVE')
  assert.equal((await again()).json.code, 'CONFLICT', 'The fourth time within a day')

  await confirm(bad)
  server.mails.splice(0)
  assert.equal((await again()).status, 200)
  await server.drain()
  assert.deepEqual(to(bad), [], 'Who has confirmed is not asked')
  const strange = await call(tenant, 'PATCH', `${at}/${id}`, { askAgain: [address()] })
  assert.equal(strange.json.code, 'VALIDATION_ERROR')
  const other = await createTenant(server)
  assert.equal((await call(other, 'PATCH', `${at}/${id}`, { askAgain: [bad] })).status, 404)
})

test('Emails in progress are shown as such for three days, then as not sent; another tenant sees none of it', async () => {
  const tenant = await createTenant(server)
  const email = address()
  const { id } = await created(tenant, weekly([email]))
  await confirm(email)
  const [next = ''] = (await read(tenant, id)).next
  server.clock.set(new Date(new Date(next).getTime() + 1000))
  const { mail } = server.built.platform
  const { send } = mail
  // The mail server is down, and the jobs retry by themselves.
  mail.send = () => Promise.reject(new Error('down'))
  await server.drain().catch(() => undefined)
  const openOf = async () => (await read(tenant, id)).sendings.map(({ waiting, unsent }) => [waiting, unsent])
  assert.deepEqual(await openOf(), [[1, 0]])
  mail.send = send
  server.clock.advance(3 * day)
  assert.deepEqual(await openOf(), [[0, 1]])
  const other = await createTenant(server)
  assert.deepEqual((await call<Mailing[]>(other, 'GET', at)).json.data, [])
})

test('The reason of a refusal comes from the SMTP status code, and is OTHER without one', () => {
  const why = (response?: string) =>
    refusalOf(new MailRefused(Object.assign(new Error('x'), response === undefined ? {} : { response })))
  assert.deepEqual(
    [
      unknown,
      '550-5.1.1 The account',
      '552 5.2.2 Over quota',
      '552 5.2.3 Too long',
      '552 5.3.4 Too big',
      '550 5.7.1 Blocked',
      '550 No',
      '550 5.1.1x',
      undefined,
    ].map(why),
    ['ADDRESS', 'ADDRESS', 'MAILBOX', 'SIZE', 'SIZE', 'POLICY', 'OTHER', 'OTHER', 'OTHER'],
  )
  assert.equal(refusalOf(new TypeError('no mail')), 'OTHER')
})
