import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson } from '#test/world.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const server = await startTestServer({ startAt: noon })
const hourMs = 3600_000

const begin = async (plan: 'STARTER' | 'PRO') => {
  server.clock.set(noon)
  const tenant = await createTenant(server, { plan })
  await tenant.inside((ctx) =>
    ctx.run(
      'update tenant set settings = settings || \'{"notifications": {"digestHour": null, "mailManagers": false, "mailTechnicians": false}}\' where id = $1',
      [tenant.id],
    ),
  )
  return { ...tenant, place: await createPlace(server, tenant) }
}

const save = async (person: TestPerson, name: string, filters: string): Promise<void> => {
  const tell = { filters, mail: true, push: true }
  const reply = await server.call('PATCH', '/api/auth/me', {
    token: person.token,
    body: { savedViews: [{ name, screen: 'tasks', query: filters, tell }] },
  })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
}

const make = async (token: string, title: string, body: object): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', { token, body: { title, ...body } })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data
}

const inHours = (hours: number): string =>
  new Date(server.clock.now().getTime() + hours * hourMs).toISOString()

/** Emails of alerts until then, in steps small enough for the two minutes of gathering. */
const alertsWithin = async (hours: number): Promise<MailMessage[]> => {
  const known = server.mails.length
  for (let step = 0; step < hours * 12; step++) {
    server.clock.advance(hourMs / 12)
    await server.drain()
  }
  return server.mails.slice(known).filter(({ text }) => /saved views/.test(text))
}

test('The owner of a view of overdue tasks is notified when a task becomes overdue, also of an own one, and once', async () => {
  const { manager, technician, place, person } = await begin('STARTER')
  await make(technician.token, 'Overdue before', { dueAt: inHours(0.05) })
  server.clock.advance(hourMs / 10)
  await save(manager, 'Overdue', 'overdue=true')
  const task = await make(manager.token, 'Mend the lamp', { dueAt: inHours(2), amenityId: place.amenityId })
  const { id: doneId } = await make(technician.token, 'Done in time', { dueAt: inHours(2) })
  const finished = await server.call('PATCH', `/api/tasks/${doneId}/status`, {
    token: manager.token,
    body: { status: 'DONE' },
  })
  assert.equal(finished.status, 200, finished.text)
  const late = await make(technician.token, 'Due later', { dueAt: inHours(9) })
  const [mail, ...more] = await alertsWithin(3)
  assert.deepEqual(more, [])
  assert.equal(mail?.to, manager.email)
  assert.match(mail?.text ?? '', /Mend the lamp/)
  assert.doesNotMatch(mail?.text ?? '', /Overdue before|Due later|Done in time/)
  // The first access token has expired by now.
  const other = await person(['MANAGER'])
  const change = async (id: string, body: object): Promise<void> => {
    const reply = await server.call('PATCH', `/api/tasks/${id}`, { token: other.token, body })
    assert.equal(reply.status, 200, reply.text)
    await server.drain()
  }
  for (const { id } of [task, late]) await change(id, { priority: 'HIGH' })
  assert.deepEqual(await alertsWithin(1), [])
  // A due time that is moved forward is heeded.
  const again = await person(['MANAGER'])
  const sooner = await server.call('PATCH', `/api/tasks/${late.id}`, {
    token: again.token,
    body: { dueAt: inHours(1) },
  })
  assert.equal(sooner.status, 200, sooner.text)
  await server.drain()
  const [moved] = await alertsWithin(2)
  assert.match(moved?.text ?? '', /Due later/)
})

test('The owner of a view of missed SLAs is notified when one is missed, with the other filters of the view', async () => {
  const { manager, technician, place } = await begin('PRO')
  await save(manager, 'Missed', `promise=MISSED&building=${place.buildingId}`)
  await make(technician.token, 'Urgent leak', { priority: 'URGENT', amenityId: place.amenityId })
  await make(technician.token, 'Somewhere', { priority: 'URGENT' })
  const mails = await alertsWithin(8)
  assert.ok(mails.length >= 1)
  assert.match(mails[0]?.text ?? '', /Urgent leak/)
  for (const { text } of mails) assert.doesNotMatch(text, /Somewhere/)
  assert.equal(mails.filter(({ text }) => text.includes('Urgent leak')).length, 1)
})

test('A view of overdue tasks of another tenant or person notifies nobody else', async () => {
  const mine = await begin('STARTER')
  const theirs = await createTenant(server, { plan: 'STARTER' })
  await save(theirs.manager, 'Overdue', 'overdue=true')
  await make(mine.technician.token, 'Mine', { dueAt: inHours(1) })
  assert.deepEqual(await alertsWithin(2), [])
})
