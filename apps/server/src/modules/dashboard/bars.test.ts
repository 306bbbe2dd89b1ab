/** @external time zones are ours, and the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackFigures, IssueFigure } from '#contracts/figures.ts'
import { startTestServer } from '#test/server.ts'
import { changeSomething, createWorld, pick } from './testing/figures-stage.ts'

const server = await startTestServer({ own: true })
server.clock.set(new Date('2026-11-10T13:17:00Z'))
const world = await createWorld(server, 77)
for (let step = 0; step < 12; step++) await changeSomething(world)

const ask = async <T>(path: string, query: Record<string, string>) => {
  const reply = await server.call<T>('GET', `/api/dashboard/${path}?${new URLSearchParams(query)}`, {
    key: world.key,
  })
  assert.equal(reply.status, 200, `${path} ${JSON.stringify(query)} ${reply.text}`)
  return reply.json as typeof reply.json & { total: number }
}

const rows = async (query: Record<string, string>): Promise<number> =>
  (await ask<unknown[]>('feedback/recent', { ...query, counted: 'true', pageSize: '1' })).total

const today = server.clock.now().toISOString().slice(0, 10)
const daysAgo = (days: number): string =>
  new Date(server.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

const questions: Readonly<Record<string, Record<string, string>>> = {
  'of everything': { from: daysAgo(60), to: today },
  'of one building': { from: daysAgo(45), to: daysAgo(3), buildingId: pick(world.next, world.buildings).id },
  'of a type of amenity': {
    from: daysAgo(90),
    to: today,
    type: pick(world.next, world.amenities).type,
  },
}

for (const [name, question] of Object.entries(questions))
  test(`Every bar opens its rows: ratings, days, hours of the week and issues ${name}`, async () => {
    const { data } = await ask<FeedbackFigures>('feedback', question)
    assert.ok(data.count > 0)
    assert.equal(await rows(question), data.count)
    for (const [rating, count] of Object.entries(data.distribution))
      assert.equal(await rows({ ...question, rating }), count, `rating ${rating}`)
    const days = data.trend.filter(({ count }) => count > 0)
    for (const { date, count } of [days[0], days.at(-1), pick(world.next, days)].flatMap((day) => day ?? []))
      assert.equal(await rows({ ...question, from: date, to: date }), count, date)
    const cells = data.heatmap.filter(({ count }) => count > 0)
    for (let tries = 0; tries < 8; tries++) {
      const { weekday, hour, count } = pick(world.next, cells)
      assert.equal(
        await rows({ ...question, weekday: String(weekday), hour: String(hour) }),
        count,
        `weekday ${weekday}, hour ${hour}`,
      )
    }
    const issues = await ask<IssueFigure[]>('feedback/issues', question)
    assert.ok(issues.data.length > 0)
    for (const { code, count } of issues.data)
      assert.equal(await rows({ ...question, issue: code }), count, code)
  })

test('Counted and uncounted submissions are separate; an invalid weekday or hour is refused', async () => {
  const question = questions['of everything'] ?? {}
  const out = await ask<{ quarantined: boolean }[]>('feedback/recent', {
    ...question,
    counted: 'false',
    pageSize: '100',
  })
  assert.ok(out.data.length > 0 && out.data.every(({ quarantined }) => quarantined))
  for (const strange of [
    { weekday: '0' },
    { weekday: '8' },
    { hour: '24' },
    { hour: '-1' },
    { issue: 'no code' },
  ]) {
    const reply = await server.call('GET', `/api/dashboard/feedback/recent?${new URLSearchParams(strange)}`, {
      key: world.key,
    })
    assert.equal(reply.status, 400, JSON.stringify(strange))
  }
})
