import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusHistory, StatusPage } from '#contracts/status.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()
const hostile = `<script>alert(1)</script> & "x"; a,b\\c ]]> 'y'`

const open = async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { items } = (await server.call<StatusPage>('GET', `/api/status/${place.qrCode}`)).json.data
  const say = async (state: string, more: object = {}) => {
    // As a freshly signed-in member, because minutes pass in the test.
    const { token } = await tenant.person(['ADMIN'])
    const { status } = await server.call('POST', `/api/admin/status-items/${items[0]?.id}/state`, {
      token,
      body: { state, ...more },
    })
    assert.equal(status, 200)
  }
  return { tenant, ...place, say, path: `/status/${place.qrCode}` }
}

/** Asserts that all tags are closed in order, so that no user text opens one. */
const tagsOf = (xml: string): string[] => {
  const stack: string[] = []
  const seen: string[] = []
  for (const [, ends, name = '', rest = ''] of xml.matchAll(/<(\/?)([a-z:]+)((?:\s[^<>]*)?)>/g)) {
    if (ends) assert.equal(stack.pop(), name)
    else {
      seen.push(name)
      if (!rest.endsWith('/')) stack.push(name)
    }
  }
  assert.deepEqual(stack, [])
  return seen
}

test('A place has an Atom feed: each fault once, with its state, and user text escaped', async () => {
  const { path, say } = await open()
  await say('OUT_OF_ORDER', { note: hostile })
  const feed = await server.call('GET', `${path}/feed.xml?lang=de`)
  assert.equal(feed.status, 200)
  assert.equal(feed.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  assert.equal(feed.headers.get('cache-control'), 'public, max-age=300')
  assert.equal(tagsOf(feed.text).filter((name) => name === 'entry').length, 1)
  assert.match(feed.text, /<title>[^<]*: Außer Betrieb<\/title>/)
  assert.match(feed.text, /&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; &quot;x&quot;/)
  assert.match(feed.text, /<id>urn:uuid:[0-9a-f-]{36}<\/id>/)
  const first = /urn:uuid:([0-9a-f-]{36})/.exec(feed.text)?.[1]
  server.clock.advance(600_000)
  await say('OPERATIONAL')
  const later = await server.call('GET', `${path}/feed.xml?lang=de`)
  assert.equal(/urn:uuid:([0-9a-f-]{36})/.exec(later.text)?.[1], first, 'it is the same entry')
  assert.ok(
    (/<entry>.*?<updated>([^<]*)/.exec(later.text)?.[1] ?? '') >
      (/<published>([^<]*)/.exec(later.text)?.[1] ?? ''),
  )
})

/** Unfolded lines of an iCalendar file. */
const linesOf = (text: string): string[] => {
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(!/[^\r]\n/.test(text), 'each line ends as RFC 5545 says')
  return text.replaceAll('\r\n ', '').split('\r\n')
}

test('Closures are an iCalendar file: start and end, the expected end if it is known, text escaped and folded', async () => {
  const { path, say } = await open()
  const expectedEnd = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  await say('MAINTENANCE', { note: `${hostile} ${'ü'.repeat(80)}`, expectedEnd })
  const calendar = await server.call('GET', `${path}/closures.ics`)
  assert.equal(calendar.headers.get('content-type'), 'text/calendar; charset=utf-8')
  const lines = linesOf(calendar.text)
  const stamp = expectedEnd.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '')
  assert.ok(lines.includes(`DTEND:${stamp}`), calendar.text)
  const description = lines.find((line) => line.startsWith('DESCRIPTION:'))
  assert.equal(
    description,
    String.raw`DESCRIPTION:<script>alert(1)</script> & "x"\; a\,b\\c ]]> 'y' ${'ü'.repeat(80)}`,
  )
  assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 1)

  const other = await open()
  await other.say('DEGRADED')
  const none = await server.call('GET', `${other.path}/closures.ics`)
  assert.doesNotMatch(none.text, /VEVENT/, 'a known problem closes nothing')
})

const minutes = (n: number): void => void server.clock.advance(n * 60_000)

/** The events of an iCalendar file, each as a map by property name. */
const eventsOf = (text: string): Map<string, string>[] =>
  text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => new Map(linesOf(event).map((line) => line.split(/:(.*)/s, 2) as [string, string])))

test('A closure lasts while the place was closed, not while something was wrong; two have different ids', async (t) => {
  server.clock.stand(t)
  const { path, qrCode, say } = await open()
  const at: string[] = []
  for (const state of ['DEGRADED', 'OUT_OF_ORDER', 'MAINTENANCE', 'DEGRADED', 'MAINTENANCE', 'OPERATIONAL']) {
    await say(state)
    at.push(server.clock.now().toISOString())
    minutes(10)
  }
  const { incidents, closures } = (await server.call<StatusHistory>('GET', `/api/status/${qrCode}/history`))
    .json.data
  assert.deepEqual(
    incidents.map(({ startedAt, endedAt, state }) => [startedAt, endedAt, state]),
    [[at[0], at[5], 'OUT_OF_ORDER']],
  )
  assert.deepEqual(
    closures.map(({ startedAt, endedAt, state }) => [startedAt, endedAt, state]),
    [
      [at[4], at[5], 'MAINTENANCE'],
      [at[1], at[3], 'OUT_OF_ORDER'],
    ],
  )
  const events = eventsOf((await server.call('GET', `${path}/closures.ics`)).text)
  assert.equal(new Set(events.map((event) => event.get('UID'))).size, 2)
  assert.deepEqual(
    events.map((event) => [event.get('DTSTART'), event.get('DTEND')]),
    closures.map(({ startedAt, endedAt }) =>
      [startedAt, endedAt ?? ''].map((time) => time.replace(/\.\d+Z$/, 'Z').replaceAll(/[-:]/g, '')),
    ),
  )
})

test('A reopened task is two faults with two ids in the feed', async () => {
  const { tenant, path, qrCode } = await open()
  await server.call('POST', '/api/feedback', { body: { qrCode, issues: ['LEAK'] } })
  await server.drain()
  const task = await tenant.inside((ctx) => ctx.db.selectFrom('task').select('id').executeTakeFirstOrThrow())
  for (const status of ['DONE', 'OPEN', 'DONE', 'OPEN']) {
    minutes(10)
    const { token } = await tenant.person(['MANAGER'])
    const moved = await server.call('PATCH', `/api/tasks/${task.id}/status`, {
      token,
      body: { status },
    })
    assert.equal(moved.status, 200, moved.text)
    await server.drain()
  }
  const feed = await server.call('GET', `${path}/feed.xml`)
  const ids = [...feed.text.matchAll(/urn:uuid:([0-9a-f-]{36})/g)].map(([, id]) => id)
  assert.equal(ids.length, 3)
  assert.equal(new Set(ids).size, 3)
})

test('The feed’s update time changes with each report, note of the team and expected end', async () => {
  const { path, qrCode, say } = await open()
  const updated = async (): Promise<[feed: string, entry: string]> => {
    const { text } = await server.call('GET', `${path}/feed.xml`)
    const [feed = '', entry = ''] = [...text.matchAll(/<updated>([^<]*)/g)].map(([, time]) => time)
    return [feed, entry]
  }
  const moves = async (what: string, act: () => Promise<unknown>) => {
    const before = await updated()
    minutes(10)
    await act()
    await server.drain()
    const after = await updated()
    assert.ok(after[0] > before[0] && after[1] > before[1], `${what}: ${before} ${after}`)
  }
  const report = () => server.call('POST', '/api/feedback', { body: { qrCode, issues: ['LEAK'] } })
  await report()
  await server.drain()
  await moves('a second report', report)
  await say('OUT_OF_ORDER')
  await moves('a note', () => say('OUT_OF_ORDER', { note: 'The pump' }))
  const expectedEnd = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  await moves('an end', () => say('OUT_OF_ORDER', { note: 'The pump', expectedEnd }))
})

test('The badge shows the state as word and shape, may be embedded by other sites, and contains no script', async () => {
  const { path, say } = await open()
  await say('OUT_OF_ORDER')
  const badge = await server.call('GET', `${path}/badge.svg`)
  assert.equal(badge.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  assert.equal(badge.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.equal(badge.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
  assert.match(badge.text, /^<svg [^>]*aria-label="[^"]*: Out of order"/)
  assert.match(badge.text, /<path d="[^"]+"/)
})

test('Feeds of an unknown or unlinked code are not found', async () => {
  const tenant = await createTenant(server)
  const stock = await server.call<{ codes: { code: string }[] }>('POST', '/api/admin/qr-codes', {
    token: tenant.admin.token,
    body: { count: 1 },
  })
  for (const code of ['ZZZZZZZZZZZZZZZZZZZZ', stock.json.data.codes[0]?.code])
    for (const name of ['feed.xml', 'closures.ics', 'badge.svg'])
      assert.equal((await server.call('GET', `/status/${code}/${name}`)).status, 404, `${code} ${name}`)
})

const form = (path: string, fields: Record<string, string>) =>
  server.call('POST', path, {
    body: new TextEncoder().encode(new URLSearchParams(fields).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('The status page accepts an address without JavaScript and asks for confirmation; an invalid address is an error', async () => {
  const { path } = await open()
  const page = await server.call('GET', path)
  assert.match(page.text, new RegExp(`<form method="post" action="${path}/follow"`))
  const wrong = await form(`${path}/follow`, { email: 'nobody at home', language: 'en' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /role="alert"/)
  assert.match(wrong.text, /value="nobody at home"/)
  assert.equal((await form(`${path}/follow`, { language: 'en' })).status, 400)

  const email = `follower-${process.pid}@example.com`
  const asked = await form(`${path}/follow`, { email, language: 'de' })
  assert.equal(asked.status, 201)
  assert.match(asked.text, /ist eine E-Mail unterwegs/)
  await server.drain()
  assert.match(server.mails.find(({ to }) => to === email)?.subject ?? '', /^Bitte bestätigen/)
})
