/** Whom an alert rule notifies of its task, and when. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { only, rule } from './testing/own-rules.ts'

const server = await startTestServer()
// 21:00 in Berlin, within quiet hours.
const evening = new Date('2026-11-20T20:00:00Z')
beforeEach(() => server.clock.set(evening))

let visitors = 0
const somebody = (): string => `10.4.${++visitors >> 8}.${visitors & 255}`

const report = async (qrCode: string, issue: string): Promise<void> => {
  const reply = await server.call('POST', '/api/feedback', {
    body: { qrCode, issues: [issue] },
    from: somebody(),
  })
  assert.equal(reply.status, 201, reply.text)
}
/** Emails to these people during the work; delayed emails of other tenants are also sent when time passes. */
const emailsTo = async (
  people: readonly TestPerson[],
  work: () => Promise<unknown>,
): Promise<MailMessage[]> => {
  const before = server.mails.length
  await work()
  await server.drain()
  const addresses = people.map(({ email }) => email)
  return server.mails.slice(before).filter(({ to }) => addresses.includes(to))
}
const to = (mails: readonly MailMessage[]): string[] => mails.map((mail) => mail.to).sort()
const addressesOf = (...people: readonly TestPerson[]): string[] => people.map(({ email }) => email).sort()
const moveTask = async (tenant: TestTenant, person: TestPerson, status: string): Promise<void> => {
  const [task] = await tenant.inside((ctx) => ctx.db.selectFrom('task').select('id').execute())
  const reply = await server.call('PATCH', `/api/tasks/${task?.id}/status`, {
    token: person.token,
    body: { status },
  })
  assert.equal(reply.status, 200, reply.text)
}
const inQuietHours = async (...people: readonly TestPerson[]): Promise<void> => {
  for (const { token } of people) {
    const body = { quietHours: { from: '20:30', to: '06:00' } }
    assert.equal((await server.call('PATCH', '/api/auth/me', { token, body })).status, 200)
  }
}
const advance = (minutes: number) => async () => server.clock.advance(minutes * 60_000 + 1)

test('A report of a second trapped person after the first was freed notifies everyone again at once, each with one email', async () => {
  const tenant = await createTenant(server)
  const colleague = await tenant.person(['TECHNICIAN'])
  const { qrCode } = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift A' })
  const team = [tenant.technician, colleague, tenant.manager]
  const first = await emailsTo(team, () => report(qrCode, 'PERSON_TRAPPED'))
  assert.deepEqual(to(first), addressesOf(...team))
  await emailsTo(team, () => moveTask(tenant, tenant.technician, 'IN_PROGRESS'))
  await emailsTo(team, () => moveTask(tenant, tenant.technician, 'DONE'))
  await emailsTo(team, advance(180))
  const again = await emailsTo(team, () => report(qrCode, 'PERSON_TRAPPED'))
  assert.deepEqual(to(again), addressesOf(...team))
  assert.deepEqual(await emailsTo(team, advance(3)), [])
  assert.deepEqual([...new Set(again.map(({ subject }) => subject))], ['Urgent: Someone is trapped, Lift A'])
})

test('A danger that joins a task of lower priority makes it URGENT and notifies at once, also those who were notified of the task before; another report of it notifies nobody', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const tasks = () =>
    tenant.inside((ctx) => ctx.db.selectFrom('task').select(['id', 'priority']).orderBy('number').execute())
  const act = async (method: string, path: string, body: object): Promise<void> => {
    const reply = await server.call(method, `/api/tasks/${path}`, { token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  const team = [tenant.technician, tenant.manager]
  const trapped = (qrCode: string) => emailsTo(team, () => report(qrCode, 'PERSON_TRAPPED'))
  const [merged, lowered] = [
    await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift A' }),
    await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift B' }),
  ]
  await emailsTo(team, () => report(merged.qrCode, 'LIGHT_OUT'))
  assert.deepEqual(to(await emailsTo(team, advance(3))), addressesOf(tenant.technician))
  for (const { qrCode } of [merged, lowered])
    assert.deepEqual(to(await trapped(qrCode)), addressesOf(...team))
  const [light, first, second] = await tasks()
  await act('POST', `${light?.id}/merge`, { taskIds: [first?.id] })
  await act('PATCH', `${second?.id}`, { priority: 'LOW' })
  for (const [{ qrCode }, taskId, name] of [
    [merged, light?.id, 'Lift A'],
    [lowered, second?.id, 'Lift B'],
  ] as const) {
    const again = await trapped(qrCode)
    assert.deepEqual(to(again), addressesOf(...team))
    for (const { subject } of again) assert.equal(subject, `Urgent: Someone is trapped, ${name}`)
    assert.equal((await tasks()).find(({ id }) => id === taskId)?.priority, 'URGENT')
    assert.deepEqual(await trapped(qrCode), [])
  }
  assert.deepEqual(await emailsTo(team, advance(3)), [])
})

test('The people that a rule names are notified of its task at once, also in quiet hours and if routing assigned it to somebody else', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['TECHNICIAN'])
  const { qrCode } = await createPlace(server, tenant)
  await only(
    tenant,
    rule({
      trigger: { kind: 'ISSUE' },
      action: { kind: 'TASK', priority: 'HIGH', notify: ['TECHNICIAN', 'MANAGER'] },
    }),
  )
  const routed = await server.call('POST', '/api/admin/routing-rules', {
    token: tenant.admin.token,
    body: { name: 'All', when: {}, then: { assign: { userId: tenant.technician.id } } },
  })
  assert.equal(routed.status, 201, routed.text)
  await inQuietHours(other, tenant.manager)
  const team = [tenant.technician, other, tenant.manager]
  const atOnce = await emailsTo(team, () => report(qrCode, 'LEAK'))
  assert.deepEqual(to(atOnce), addressesOf(...team), 'one mail to each')
  const [{ subject = '', text = '' } = {}] = atOnce.filter((mail) => mail.to === tenant.manager.email)
  assert.match(subject, /^Own rule: /)
  assert.match(text, /Task: #1 [\s\S]*\/app\/work\/tasks\//)
  assert.doesNotMatch(text, /opens no task/)
  const later = await emailsTo(team, advance(2))
  assert.deepEqual(
    later.map((mail) => [mail.to, mail.subject.split(':')[0]]),
    [[tenant.technician.email, 'Task for you']],
  )
})

test('A rule that notifies at the third report replaces an email about the task that is still waiting', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const { qrCode } = await createPlace(server, tenant)
  await only(
    tenant,
    rule({ trigger: { kind: 'ISSUE' }, action: { kind: 'TASK', priority: 'LOW' } }),
    rule({
      trigger: { kind: 'COUNT', count: 3 },
      action: { kind: 'RAISE_PRIORITY', notify: ['TECHNICIAN'] },
    }),
  )
  await inQuietHours(tenant.technician)
  const team = [tenant.technician]
  const waits = async () => {
    await report(qrCode, 'NO_SOAP')
    await report(qrCode, 'NO_PAPER')
    await server.drain()
    server.clock.advance(120_001)
  }
  assert.deepEqual(await emailsTo(team, waits), [])
  await report(qrCode, 'NO_SOAP')
  const [now, ...more] = await emailsTo(team, () => report(qrCode, 'NO_SOAP'))
  assert.deepEqual(more, [])
  assert.match(now?.subject ?? '', /^Own rule: .*soap/i)
  const [morning, ...others] = await emailsTo(team, advance(9 * 60))
  assert.deepEqual(others, [])
  assert.match(morning?.subject ?? '', /^New task: .*paper/i)
})
