import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ startAt: new Date('2026-11-20T12:00:00Z') })

const plan = 'STARTER'
const to = ({ email }: TestPerson): MailMessage[] => server.mails.filter((mail) => mail.to === email)
const choose = (person: TestPerson, body: object) =>
  server.call('PATCH', '/api/auth/me', { token: person.token, body })
/** Sends delayed emails too. */
const sendDelayed = async (): Promise<void> => {
  await server.drain()
  server.clock.advance(120_001)
  await server.drain()
}
const report = async (qrCode: string): Promise<void> => {
  const reply = await server.call('POST', '/api/feedback', { body: { qrCode, issues: ['NO_PAPER'] } })
  assert.equal(reply.status, 201, reply.text)
  await sendDelayed()
}
const open = async (): Promise<{ tenant: TestTenant; qrCode: string; others: TestPerson[] }> => {
  server.clock.set(new Date('2026-11-20T12:00:00Z'))
  const tenant = await createTenant(server, { plan })
  const { qrCode } = await createPlace(server, tenant)
  const german = await tenant.person(['TECHNICIAN'])
  const polish = await tenant.person(['TECHNICIAN'])
  await choose(german, { language: 'de' })
  await choose(polish, { language: 'pl' })
  return { tenant, qrCode, others: [german, polish] }
}

test('An email names a task reported by visitors in its reader’s language; a title that somebody wrote stays', async () => {
  const { tenant, qrCode, others } = await open()
  await report(qrCode)
  const [german, polish] = others
  assert.ok(german && polish)
  assert.deepEqual(
    [tenant.technician, german, polish].map((one) => to(one).map(({ subject }) => subject)),
    [
      ['New task: No paper, Washroom 1'],
      ['Neue Aufgabe: Kein Papier, Washroom 1'],
      ['Nowe zadanie: Brak papieru, Washroom 1'],
    ],
  )
  assert.match(to(german)[0]?.text ?? '', /Aufgabe: #\d+ Kein Papier, Washroom 1\n/)
  const [task] = (await server.call<{ id: string }[]>('GET', '/api/tasks', { token: tenant.manager.token }))
    .json.data
  const title = 'No paper, and the holder is loose'
  const call = (method: string, path: string, body: object) =>
    server.call(method, `/api/tasks/${task?.id}${path}`, { token: tenant.manager.token, body })
  assert.equal((await call('PATCH', '', { title })).status, 200)
  assert.equal((await call('POST', '/assign', { userId: german.id })).status, 200)
  await sendDelayed()
  assert.equal(to(german).at(-1)?.subject, `Aufgabe für Sie: ${title}`)
})

test('Times in an email are in its reader’s time zone, otherwise in the building’s', async () => {
  const { tenant, others } = await open()
  const [german, other] = others
  assert.ok(german && other)
  await choose(german, { timeZone: 'America/New_York' })
  for (const person of [german, other])
    await server.call('POST', '/api/tasks', {
      token: tenant.manager.token,
      body: { title: 'Look', assignee: { userId: person.id }, dueAt: '2026-11-21T13:05:00Z' },
    })
  await sendDelayed()
  assert.match(to(german)[0]?.text ?? '', /Fällig: .* um 08:05\n/)
  assert.match(to(other)[0]?.text ?? '', /Termin: .* 14:05\n/)
})
