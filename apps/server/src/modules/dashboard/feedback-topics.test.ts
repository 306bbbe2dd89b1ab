import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import type { Topic } from '#contracts/figures.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { isStopWord } from './topics/stop-words.ts'
import { topicWords } from './topics/words-of-comment.ts'

const server = await startTestServer()
const dayMs = 86_400_000

interface TestComment {
  readonly comment: string
  readonly daysAgo?: number
  readonly rating?: number | null
  readonly language?: string
  readonly state?: string
  readonly source?: string
}

let sources = 0
const insert = (tenant: TestTenant, place: TestPlace, given: readonly TestComment[]): Promise<unknown> => {
  const now = server.clock.now().getTime()
  const rows = given.map(
    ({ comment, daysAgo = 1, rating = 2, language = 'en', state = 'VISIBLE', source = `s${sources++}` }) => {
      const at = new Date(now - daysAgo * dayMs)
      return { id: newId(at.getTime()), comment, rating, language, state, source, at }
    },
  )
  return tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, language, source, state, created_at)
       select $1, r.id, $3, $4, r.rating, r.comment, r.language, r.source, r.state, r.at
       from jsonb_to_recordset($2) as r (id uuid, rating int, comment text, language text, source text, state text, at timestamptz) returning 1`,
      [ctx.tenantId, JSON.stringify(rows), place.amenityId, place.buildingId],
    ),
  )
}

const times = (n: number, given: TestComment): TestComment[] => Array.from({ length: n }, () => given)

const world = async () => {
  const tenant = await createTenant(server)
  return { tenant, place: await createPlace(server, tenant) }
}

const ask = async (tenant: TestTenant, query = '') => {
  const reply = await server.call<Topic[]>('GET', `/api/dashboard/feedback/topics?pageSize=100${query}`, {
    token: tenant.manager.token,
  })
  assert.equal(reply.status, 200, reply.text)
  const about = JSON.parse(reply.text) as { read: number; readBefore: number; limited: boolean }
  return { topics: reply.json.data, words: reply.json.data.map(({ word }) => word), ...about }
}

test('Topics are the words whose share of comments rises against the period before, with mean rating and examples', async () => {
  const { tenant, place } = await world()
  await insert(tenant, place, [
    ...times(20, { comment: 'The soap is missing', daysAgo: 40 }),
    ...times(2, { comment: 'Flooding again', daysAgo: 40 }),
    ...times(10, { comment: 'The soap is missing' }),
    ...times(8, { comment: 'There was flooding here', rating: 1 }),
    ...times(6, { comment: 'Smells of chlorine', rating: null }),
  ])
  const { topics, words, read, readBefore, limited } = await ask(tenant)
  assert.deepEqual([read, readBefore, limited], [24, 22, false])
  assert.ok(!words.includes('soap') && !words.includes('the'), String(words))
  const flooding = topics.find(({ word }) => word === 'flooding')
  assert.equal(flooding?.count, 8)
  assert.equal(flooding?.average, 1)
  assert.ok(Math.abs((flooding?.change ?? 0) - (8 / 24 / (2 / 22) - 1)) < 1e-9)
  assert.equal(flooding?.examples.length, 3)
  const chlorine = topics.find(({ word }) => word === 'chlorine')
  assert.deepEqual([chlorine?.change, chlorine?.average, chlorine?.rated], [null, null, 0])
  assert.deepEqual((await ask(tenant, '&sort=word')).words, words.toSorted())
})

test('Topics are separated by language, forms of one word are one topic, and texts without blanks have words too', async () => {
  const { tenant, place } = await world()
  await insert(tenant, place, [
    ...times(4, { comment: 'Die Türen klemmen', language: 'de' }),
    ...times(3, { comment: 'Türe klemmt', language: 'de' }),
    ...times(6, { comment: 'トイレットペーパーがない', language: 'ja' }),
    ...times(5, { comment: 'Old chairs' }),
    ...times(2, { comment: 'chairs, old' }),
  ])
  const { topics } = await ask(tenant)
  const of = (word: string) => topics.filter((topic) => topic.word === word)
  assert.deepEqual(
    of('chairs').map(({ language, count }) => [language, count]),
    [['en', 7]],
  )
  assert.ok(topics.some(({ language }) => language === 'ja'))
  assert.ok(topics.some(({ language, count }) => language === 'de' && count >= 4))
})

test('Names of the team, names after forms of address, telephone numbers and addresses never become topics', async () => {
  const { tenant, place } = await world()
  await tenant.inside((ctx) =>
    ctx.run('update app_user set name = $3 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      tenant.technician.id,
      'Zdeňka Krásná',
    ]),
  )
  await insert(tenant, place, [
    ...times(9, { comment: 'krasna was rude and zdenka too, and zdenkas dog, and krásná’s cat' }),
    ...times(9, { comment: 'Herr Müllermann putzt nie', language: 'de' }),
    ...times(9, { comment: 'I spoke with Jonathan about draughts' }),
    ...times(9, { comment: 'Call [phone] or [e-mail] or b2jones@corp or flat12b about draughts' }),
  ])
  const { words } = await ask(tenant)
  assert.ok(words.includes('draughts'), String(words))
  for (const name of [
    'krasna',
    'zdenka',
    'müllermann',
    'herr',
    'jonathan',
    'phone',
    'mail',
    'jones',
    'corp',
    'flat',
  ])
    assert.ok(!words.includes(name), `${name} in ${words}`)
})

test('Fewer than five comments or five visitors make no topic, and hidden or quarantined comments are not read', async () => {
  const { tenant, place } = await world()
  await insert(tenant, place, [
    ...times(4, { comment: 'Cockroaches' }),
    ...times(9, { comment: 'Mildew', source: 'one' }),
    ...times(9, { comment: 'Obscene', state: 'HIDDEN' }),
    ...times(9, { comment: 'Spamword', state: 'QUARANTINED' }),
    ...times(5, { comment: 'Graffiti' }),
  ])
  const { words, read } = await ask(tenant)
  assert.deepEqual(words, ['graffiti'])
  assert.equal(read, 18)
  const other = await world()
  assert.deepEqual((await ask(other.tenant, `&building=${place.buildingId}`)).words, [])
})

test('A single comment of the period before is nothing to compare with, so it makes neither a change nor a lack of one', async () => {
  const { tenant, place } = await world()
  await insert(tenant, place, [
    ...times(1, { comment: 'Draughty', daysAgo: 40 }),
    ...times(6, { comment: 'Draughty and damp' }),
  ])
  assert.deepEqual(
    (await ask(tenant, '&sort=word')).topics.map(({ word, change }) => [word, change]),
    [
      ['damp', null],
      ['draughty', null],
    ],
  )
  await insert(tenant, place, times(9, { comment: 'Quiet', daysAgo: 40 }))
  const found = (await ask(tenant)).topics.find(({ word }) => word === 'draughty')
  assert.deepEqual([found?.count, found?.change], [6, null])
})

test('In none of the twelve languages is a word without meaning a topic', async () => {
  const { tenant, place } = await world()
  const comments: Readonly<Record<string, string>> = {
    en: 'because through bin',
    de: 'außerdem deswegen Seife',
    fr: 'étaient cependant savon',
    es: 'durante también jabón',
    it: 'avevano quello sapone',
    pt: 'aqueles você sabonete',
    nl: 'omdat iemand zeep',
    pl: 'ponieważ właśnie mydło',
    tr: 'çünkü herhangi sabun',
    ar: 'الذين عندما صابون',
    zh: '因为 我们 肥皂',
    ja: 'について 石鹸 ながら',
  }
  await insert(
    tenant,
    place,
    Object.entries(comments).flatMap(([language, comment]) => times(5, { comment, language })),
  )
  const { words } = await ask(tenant)
  for (const word of [
    'bin',
    'seife',
    'savon',
    'jabón',
    'sapone',
    'sabonete',
    'zeep',
    'mydło',
    'sabun',
    'صابون',
  ])
    assert.ok(words.includes(word), `${word} in ${words}`)
  for (const word of [
    'außerdem',
    'étaient',
    'durante',
    'avevano',
    'você',
    'omdat',
    'ponieważ',
    'herhangi',
    'عندما',
  ])
    assert.ok(!words.includes(word), `${word} in ${words}`)
})

test('The feed finds the comments of a topic by its `q`', async () => {
  const { tenant, place } = await world()
  const sent = ['Radiators leak', 'the radiator leaks', 'Radiator cold', 'cold radiators', 'RADIATOR']
  for (const [index, comment] of [...sent, 'All fine'].entries()) {
    const body = { qrCode: place.qrCode, rating: 2, comment, language: 'en' }
    const reply = await server.call('POST', '/api/feedback', { body, from: `10.9.0.${index + 1}` })
    assert.equal(reply.status, 201, reply.text)
  }
  await server.drain()
  const topic = (await ask(tenant)).topics.find(({ word }) => word.startsWith('radiator'))
  assert.equal(topic?.count, 5)
  const reply = await server.call<FeedbackItem[]>('GET', `/api/dashboard/feedback/recent?q=${topic?.q}`, {
    token: tenant.manager.token,
  })
  assert.deepEqual(reply.json.data.map(({ comment }) => comment).sort(), sent.toSorted())
})

test('Topics respect the filters, read the newest 50,000 comments, and say so', async () => {
  const { tenant, place } = await world()
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at)
       select $1, gen_random_uuid(), $2, $3, 3, case when n % 4 = 0 then 'The escalator is noisy' else 'Nothing special to say' end, n::text,
              $4::timestamptz - n * interval '30 seconds' from generate_series(1, 50500) n returning 1`,
      [ctx.tenantId, place.amenityId, place.buildingId, server.clock.now()],
    ),
  )
  const start = performance.now()
  const { words, read, readBefore, limited } = await ask(tenant)
  const ms = performance.now() - start
  console.log(`50,000 comments read in ${Math.round(ms)} ms`)
  assert.deepEqual([read + readBefore, limited], [50_000, true])
  assert.ok(words.includes('escalator'))
  const none = await ask(tenant, '&type=KITCHEN')
  assert.deepEqual([none.words, none.read, none.limited], [[], 0, false])
})

test('A word is folded once for all its forms, and overlong words are skipped', () => {
  const stems = (text: string, language: string) => topicWords(text, language).map(({ stem }) => stem)
  assert.deepEqual(stems('Straße STRASSE straße', 'de'), ['strass'])
  assert.deepEqual(stems(`${'x'.repeat(40)} ok a 12 b2b`, 'en'), [])
  assert.ok(isStopWord('nicht', 'de') && isStopWord('the', 'en') && !isStopWord('soap', 'en'))
})
