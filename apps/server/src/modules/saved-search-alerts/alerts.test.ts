import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { SavedViewInput } from '#contracts/preferences.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { giveTestFeedback } from '#server/modules/feedback/public.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestPlace, type TestTenant } from '#test/world.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const server = await startTestServer({ startAt: noon })
// A plan without SLA clocks: their escalations would send emails when the test moves the clock.
const plan = 'STARTER'

type View = Omit<SavedViewInput, 'tell'> & { tell?: Partial<NonNullable<SavedViewInput['tell']>> | null }

const feedbackView = (filters: string, more: Partial<View> = {}): View => ({
  name: 'Poor ratings',
  screen: 'feedback',
  query: `show=all&${filters}`,
  tell: { filters },
  ...more,
})
const taskView = (filters: string, more: Partial<View> = {}): View => ({
  name: 'Work to hear of',
  screen: 'tasks',
  query: filters,
  tell: { filters },
  ...more,
})

const save = (person: Pick<TestPerson, 'token'>, ...views: View[]) =>
  server.call<Me>('PATCH', '/api/auth/me', {
    token: person.token,
    body: {
      savedViews: views.map(({ tell, ...view }) => ({
        ...view,
        ...(tell === undefined ? {} : { tell: tell && { mail: true, push: true, ...tell } }),
      })),
    },
  })
const saveAlert = async (person: TestPerson, ...views: View[]): Promise<void> => {
  const reply = await save(person, ...views)
  assert.equal(reply.status, 200, reply.text)
}

let visitors = 0
const source = (): string => `10.8.${++visitors >> 8}.${visitors & 255}`
const rate = async (
  place: TestPlace,
  rating: number,
  more: object = {},
  from = source(),
): Promise<string> => {
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating, ...more },
    from,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}
const makeTask = async (token: string, body: object): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', { token, body: { title: 'Fix it', ...body } })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const change = (token: string, id: string, body: object) =>
  server.call('PATCH', `/api/admin/users/${id}`, { token, body })

const begin = async (): Promise<TestTenant & { place: TestPlace }> => {
  server.clock.set(noon)
  const tenant = await createTenant(server, { plan })
  // The tenant's other emails are off, because only those of alerts are tested here.
  await tenant.inside((ctx) =>
    ctx.run(
      'update tenant set settings = settings || \'{"notifications": {"digestHour": null, "mailManagers": false, "mailTechnicians": false}}\' where id = $1',
      [tenant.id],
    ),
  )
  return { ...tenant, place: await createPlace(server, tenant) }
}

/** Emails of alerts two minutes after the work; `before` runs between the two. */
const alertMails = async (
  work: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => {},
): Promise<MailMessage[]> => {
  const known = server.mails.length
  await work()
  await server.drain()
  await before()
  server.clock.advance(120_001)
  await server.drain()
  return server.mails
    .slice(known)
    .filter(({ text }) => /New results in your saved views|Neue Treffer in Ihren Ansichten/.test(text))
}
const to = (mails: readonly MailMessage[]): string[] => mails.map((mail) => mail.to).sort()

test('The owner of an alert is notified once of what is new in the view, with its name and a link; nobody else is', async () => {
  const tenant = await begin()
  const { manager, person, place } = tenant
  const other = await person(['MANAGER'])
  await saveAlert(manager, feedbackView(`rating=1,2&building=${place.buildingId}`))
  await saveAlert(other, feedbackView('rating=5', { name: 'Praise' }))
  let id = ''
  const mails = await alertMails(async () => {
    await rate(place, 3)
    id = await rate(place, 2)
  })
  assert.deepEqual(to(mails), [manager.email])
  const [mail] = mails
  assert.match(mail?.subject ?? '', /New in “Poor ratings”/)
  assert.match(mail?.text ?? '', /2 of 5/)
  assert.ok(mail?.text.includes(`/app/feedback/${id}`))
  assert.ok(mail?.text.includes(`/app/feedback?show=all&rating=1,2&building=${place.buildingId}`))
  assert.doesNotMatch(mail?.text ?? '', /3 of 5/)
  const again = await alertMails(() =>
    tenant.inside((ctx) =>
      emit(ctx, 'feedback.created', {
        feedbackId: id,
        amenityId: place.amenityId,
        buildingId: place.buildingId,
        rating: 2,
        issues: [],
        quarantined: false,
      }),
    ),
  )
  assert.deepEqual(again, [], 'a second event of the same tells nothing')
})

test('Everything within two minutes is one email, each row once however many alerts it matches', async () => {
  const { manager, place, technician } = await begin()
  await saveAlert(
    manager,
    feedbackView('rating=1'),
    feedbackView('rating=1,2', { name: 'Rather poor' }),
    taskView(`building=${place.buildingId}&source=MANUAL`),
  )
  const mails = await alertMails(async () => {
    await rate(place, 1)
    await rate(place, 2)
    await makeTask(technician.token, { title: 'Mend the lamp', buildingId: place.buildingId })
  })
  assert.deepEqual(to(mails), [manager.email])
  const text = mails[0]?.text ?? ''
  assert.match(mails[0]?.subject ?? '', /3 new in your views/)
  assert.equal(text.match(/1 of 5/g)?.length, 1)
  for (const words of ['“Poor ratings”', '“Rather poor”', '“Work to hear of”', 'Mend the lamp'])
    assert.ok(text.includes(words), words)
})

test('Quarantined feedback notifies nobody until it is released; test feedback never does', async () => {
  const { manager, admin, place, inside } = await begin()
  await saveAlert(manager, feedbackView(''))
  let id = ''
  const before = await alertMails(async () => {
    id = await rate(place, 1, { comment: 'http://a.example http://b.example' })
    await inside((ctx) => giveTestFeedback(ctx, { amenityId: place.amenityId, rating: 1, issues: [] }))
  })
  assert.deepEqual(before, [])
  const mails = await alertMails(() =>
    server.call('PATCH', `/api/admin/feedback/${id}`, {
      token: admin.token,
      body: { release: true, reason: 'Harmless' },
    }),
  )
  assert.deepEqual(to(mails), [manager.email])
  assert.ok(mails[0]?.text.includes(id))
})

test('Of a burst of one source only the first submission is notified of, as it is counted', async () => {
  const { manager, place } = await begin()
  await saveAlert(manager, feedbackView(''))
  const from = source()
  const mails = await alertMails(async () => {
    for (const rating of [2, 3, 3, 3, 3]) await rate(place, rating, {}, from)
  })
  assert.match(mails[0]?.subject ?? '', /New in “Poor ratings”/)
  assert.match(mails[0]?.text ?? '', /2 of 5/)
})

test('Feedback hidden or erased before the email is sent is left out', async () => {
  const { manager, admin, place } = await begin()
  await saveAlert(manager, feedbackView('rating=1'))
  let id = ''
  const mails = await alertMails(
    async () => {
      id = await rate(place, 1, { comment: 'Abominable' })
    },
    () =>
      server.call('PATCH', `/api/admin/feedback/${id}`, {
        token: admin.token,
        body: { hidden: true, reason: 'Insulting' },
      }),
  )
  assert.deepEqual(mails, [])
})

test('Rights are checked when the email is sent: people who are disabled, lost the role or have other buildings get nothing', async () => {
  const { admin, person, place } = await begin()
  const suspended = await person(['MANAGER'])
  const demoted = await person(['MANAGER'])
  const elsewhere = await person(['MANAGER'])
  const ended = await person(['MANAGER'])
  const stays = await person(['MANAGER'])
  const other = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: admin.token,
    body: { name: 'Annexe' },
  })
  for (const one of [suspended, demoted, elsewhere, ended, stays])
    await saveAlert(one, feedbackView('rating=1'))
  assert.equal((await change(admin.token, stays.id, { buildingIds: [place.buildingId] })).status, 200)
  const mails = await alertMails(
    () => rate(place, 1),
    async () => {
      const replies = [
        await change(admin.token, suspended.id, { active: false }),
        await change(admin.token, demoted.id, { roles: ['TECHNICIAN'] }),
        await change(admin.token, elsewhere.id, { buildingIds: [other.json.data.id] }),
        await save(ended, feedbackView('rating=1', { tell: null })),
      ]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200, 200],
      )
    },
  )
  assert.deepEqual(to(mails), [stays.email])
})

test('In quiet hours an alert waits for their end; a channel switched off for the alert or its kind is not used', async () => {
  const { manager, person, place } = await begin()
  const [silent, pushOnly] = [await person(['MANAGER']), await person(['MANAGER'])]
  for (const one of [manager, silent]) await saveAlert(one, feedbackView('rating=1'))
  await saveAlert(pushOnly, feedbackView('rating=1', { tell: { filters: 'rating=1', mail: false } }))
  const choose = (one: TestPerson, body: object) =>
    server.call('PATCH', '/api/auth/me', { token: one.token, body })
  await choose(manager, { quietHours: { from: '11:30', to: '13:30' } })
  await choose(silent, { notifications: { wish: { mail: false } } })
  assert.deepEqual(await alertMails(() => rate(place, 1)), [])
  const mails = await alertMails(async () => server.clock.set(new Date('2026-11-20T12:30:01Z')))
  assert.deepEqual(to(mails), [manager.email])
})

test('A task is notified of while it is new and matches, also after a later change; older ones and the owner’s own are not', async () => {
  const { manager, technician } = await begin()
  const before = await makeTask(technician.token, { title: 'Old one', priority: 'LOW' })
  await server.drain()
  server.clock.advance(1000)
  await saveAlert(manager, taskView('priority=HIGH&assignee=none'))
  let raised = before
  const first = await alertMails(async () => {
    await makeTask(manager.token, { title: 'Own one', priority: 'HIGH' })
    raised = await makeTask(technician.token, { title: 'Raised one', priority: 'LOW' })
    const taken = await makeTask(technician.token, { title: 'Taken one', priority: 'HIGH' })
    await server.drain()
    await server.call('POST', `/api/tasks/${taken.id}/claim`, { token: technician.token })
  })
  assert.deepEqual(first, [], 'one is too low, one is theirs, and one is somebody’s by then')
  const second = await alertMails(async () => {
    for (const { id } of [before, raised])
      await server.call('PATCH', `/api/tasks/${id}`, { token: manager.token, body: { priority: 'HIGH' } })
  })
  assert.deepEqual(to(second), [manager.email])
  assert.match(second[0]?.text ?? '', /Raised one/)
  assert.doesNotMatch(second[0]?.text ?? '', /Old one/)
})

test('A task that was already announced by another email is not repeated', async () => {
  const { manager, technician, inside, id } = await begin()
  await inside((ctx) =>
    ctx.run(
      'update tenant set settings = settings || \'{"notifications": {"digestHour": null, "mailManagers": true}}\' where id = $1',
      [id],
    ),
  )
  await saveAlert(manager, taskView('priority=URGENT,HIGH'))
  const mails = await alertMails(async () => {
    await makeTask(technician.token, { title: 'Water everywhere', priority: 'URGENT' })
    await makeTask(technician.token, { title: 'Water somewhere', priority: 'HIGH' })
  })
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? '', /Water somewhere/)
  assert.doesNotMatch(mails[0]?.text ?? '', /Water everywhere/)
})

test('Search, weekday and hour work as in the list', async () => {
  const { manager, technician, place } = await begin()
  // A Friday at noon in Berlin.
  await saveAlert(
    manager,
    feedbackView('q=lamp&weekday=5&hour=12&hasComment=true', { name: 'Meets' }),
    feedbackView('weekday=6', { name: 'Another day' }),
    feedbackView('q=soap', { name: 'Other words' }),
    taskView('q=lamp&source=MANUAL'),
  )
  const mails = await alertMails(async () => {
    await rate(place, 4, { comment: 'The lamp flickers' })
    await makeTask(technician.token, { title: 'Mend the lamp' })
    await makeTask(technician.token, { title: 'Fill up paper' })
  })
  assert.deepEqual(to(mails), [manager.email])
  assert.match(mails[0]?.text ?? '', /“Meets”/)
  assert.match(mails[0]?.text ?? '', /Mend the lamp/)
  assert.doesNotMatch(mails[0]?.text ?? '', /“Another day”|“Other words”|Fill up paper/)
})

test('An alert with filters that are no longer known says so and notifies of nothing', async () => {
  const { manager, place, inside } = await begin()
  await saveAlert(manager, feedbackView('rating=1'))
  await inside((ctx) =>
    ctx.run(
      `update app_user set preferences = jsonb_set(preferences, '{savedViews,0,tell,filters}', '"rating=1&smell=BAD"')
       where tenant_id = $1 and id = $2`,
      [ctx.tenantId, manager.id],
    ),
  )
  assert.deepEqual(await alertMails(() => rate(place, 1)), [])
  const me = await server.call<Me>('GET', '/api/auth/me', { token: manager.token })
  const [view] = me.json.data.user?.savedViews ?? []
  assert.equal(view?.tell?.valid, false)
  // It does not block saving other preferences.
  const kept = await server.call<Me>('PATCH', '/api/auth/me', {
    token: manager.token,
    body: { savedViews: [view] },
  })
  assert.equal(kept.json.data.user?.savedViews[0]?.tell?.valid, false, kept.text)
})

test('Alerts are for feedback or tasks, for managers, by email or push, at most five; everything else is refused', async () => {
  const { manager, technician } = await begin()
  const refused: View[][] = [
    [feedbackView('done=true')],
    [feedbackView('label=Praise')],
    [feedbackView('rating=9')],
    [feedbackView('from=2026-01-01')],
    [feedbackView('rating=1&rating=2')],
    [taskView('overdue=false')],
    [taskView('promise=MISSED,MET')],
    [taskView('status=DONE')],
    [taskView('', { screen: 'buildings' })],
    [feedbackView('', { tell: { filters: '', mail: false, push: false } })],
    Array.from({ length: 6 }, (_, at) => feedbackView('', { name: `View ${at}` })),
  ]
  for (const views of refused)
    assert.equal((await save(manager, ...views)).json.code, 'VALIDATION_ERROR', JSON.stringify(views[0]))
  assert.equal((await save(technician, taskView(''))).json.code, 'FORBIDDEN')
  const five = Array.from({ length: 5 }, (_, at) => feedbackView('', { name: `View ${at}` }))
  const saved = (await save(manager, ...five)).json.data.user?.savedViews ?? []
  assert.deepEqual(
    saved.map(({ tell }) => tell?.valid),
    [true, true, true, true, true],
  )
  const since = saved[0]?.tell?.since
  // Left out, an alert stays; null ends it.
  const [first, second, ...rest] = saved.map(({ id, name, screen, query }) => ({ id, name, screen, query }))
  assert.ok(first && second && since)
  server.clock.advance(1000)
  const after = await save(manager, { ...first, name: 'Renamed' }, { ...second, tell: null }, ...rest)
  assert.deepEqual(
    after.json.data.user?.savedViews.map(({ tell }) => tell?.since ?? null),
    [since, null, ...rest.map(() => since)],
  )
})

test('If nobody has an alert an event creates no job, and none after the last alert was deleted', async () => {
  const { manager, place, inside } = await begin()
  const handled = () =>
    inside((ctx) =>
      ctx.run("select 1 from event_handled where tenant_id = $1 and subscriber = 'wishes'", [ctx.tenantId]),
    )
  await alertMails(() => rate(place, 1))
  assert.deepEqual(await handled(), [])
  await saveAlert(manager, feedbackView('rating=5'))
  await saveAlert(manager, feedbackView('rating=5', { tell: null }))
  await alertMails(() => rate(place, 1))
  assert.deepEqual(await handled(), [])
  await saveAlert(manager, feedbackView('rating=5'))
  await alertMails(() => rate(place, 1))
  assert.notDeepEqual(await handled(), [])
})
