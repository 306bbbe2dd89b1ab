/** The name and the address of a mystery visitor are in nothing that staff can get. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { endpoints } from '#contracts/all.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Finding } from '#contracts/scout/findings.ts'
import type { AdminScout } from '#contracts/scout/people.ts'
import { createRounds } from '#server/modules/scout/rounds/public.ts'
import { storeRound } from '#server/modules/scout/testing/scout-stage.ts'
import { walkRound } from '#server/modules/scout/testing/walk-round.ts'
import { systemClock } from '#server/platform/clock.ts'
import { exportsOn } from '#test/exports.ts'
import { startFakeStripe } from '#test/fake-stripe.ts'
import { type Reply, startTestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'
import { createEverything, type Everything, pathFor, questionOf, rowsOf } from './everything.ts'

const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ env: stripe.env })
const { exported, download } = exportsOn(server)

const secret = /zebulon|quist/i
const address = 'zebulon@quist.example'

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text
  } finally {
    library.destroy()
  }
}

/** Everything that the reader of an answer gets: file name, bytes, words of a PDF. */
const gotten = async ({ headers, bytes, text }: Reply<unknown>): Promise<string> => {
  const all = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const isPdf = headers.get('content-type') === 'application/pdf'
  const said = isPdf ? `${await textOf(bytes)}\n${Buffer.from(bytes).toString('latin1')}` : text
  return `${all}\n${said}`
}

/** A mystery visitor with all traces: invited, renamed, activated, told of rounds, walked, returned, verified. */
const visit = async ({ tenant, records }: Everything) => {
  const { buildingId, amenityId } = records
  const answers: string[] = []
  const staff = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await server.call<T>(method, path, { token: tenant.admin.token, body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    answers.push(reply.text)
    return reply.json.data
  }
  const { id, activationCode } = await staff<AdminScout & { activationCode: string }>(
    'POST',
    '/api/admin/scouts',
    { name: 'Zebulon Quist', kind: 'MYSTERY', email: address, scope: { buildingIds: [buildingId] } },
  )
  await staff('PATCH', `/api/admin/scouts/${id}`, { name: 'Zebulon Quistgaard' })
  const activated = await server.call<{ tokens: { accessToken: string } }>(
    'POST',
    '/api/scout/auth/activate',
    { body: { activationCode, deviceKey: 'the phone of Zebulon Quist', platform: 'Phone of Zebulon' } },
  )
  assert.equal(activated.status, 200, activated.text)
  const { accessToken: token } = activated.json.data.tokens
  const scout = {
    id,
    accessToken: token,
    refreshToken: '',
    call: <T>(method: string, path: string, body?: unknown) =>
      server.call<T>(method, `/api/scout${path}`, { token, ...(body === undefined ? {} : { body }) }),
  }
  await scout.call('PATCH', '/me', { displayName: 'Zeb Quist', acceptPrivacy: 1 })
  const { templateId } = records.scout
  const plan = {
    scheduleId: null,
    title: 'Evening',
    buildingId,
    templateIds: [templateId],
    amenityIds: [amenityId],
    scoutId: id,
    dueAfterMinutes: 600,
  }
  await tenant.inside((ctx) => createRounds(ctx, plan, [ctx.now]))
  const round = await storeRound(tenant, { buildingId, amenityIds: [amenityId], templateId, scoutId: id })
  const declined = await storeRound(tenant, { buildingId, amenityIds: [amenityId], templateId, scoutId: id })
  await scout.call('POST', `/rounds/${declined.id}/decline`, { reason: 'Elsewhere' })
  const stopId = round.stopIds[0] ?? ''
  const place = { buildingId, amenityId, qrCode: records.qrCode }
  const finding = await walkRound(server, { scout, round, stopId, place }, { category: 'NO_TOWELS' })
  await staff('POST', `/api/admin/rounds/${round.id}/review`, { decision: 'RETURN', reason: 'Once more' })
  await server.drain()
  await scout.call('POST', `/rounds/${round.id}/submit`, {})
  await server.drain()
  const [task] = await staff<{ id: string }[]>('GET', '/api/tasks?category=NO_TOWELS')
  assert.ok(task)
  await staff('PATCH', `/api/tasks/${task.id}/status`, { status: 'DONE' })
  await server.drain()
  const verified = await scout.call<Finding>('POST', `/findings/${finding.id}/verify`, {
    fixed: true,
    note: 'Seen',
  })
  assert.equal(verified.status, 200, verified.text)
  await staff('POST', `/api/admin/rounds/${round.id}/review`, { decision: 'ACCEPT' })
  await server.drain()
  const own = await scout.call<{ name: string }>('GET', '/me')
  assert.match(own.json.data.name, secret, 'the scout alone reads it')
  return { answers, ids: [id, round.id, stopId, finding.id, task.id, amenityId, buildingId] }
}

const reads = endpoints.filter(
  ({ method, access, stream }) => method === 'GET' && access.kind === 'tenant' && !stream,
)

const queriesOf = (spec: Endpoint, world: Everything, ids: readonly string[]): string[] => {
  const [, roundId = ''] = ids
  const [parameter] = Object.keys(spec.params?.properties ?? {})
  const paths =
    parameter === undefined
      ? [spec.list ? `${questionOf(spec, world)}pageSize=100` : pathFor(spec, world)]
      : ids.map((id) => spec.path.replace(`:${parameter}`, id))
  switch (spec.name) {
    case 'exportCsv':
      return ['feedback', 'tasks', 'amenities', 'inspections'].map((what) => `${spec.path}?what=${what}`)
    case 'getReport':
      return [pathFor(spec, world), `${spec.path}?roundId=${roundId}`]
    case 'listRounds':
      return [...paths, `${spec.path}?id=${roundId}`]
    default:
      return paths
  }
}

test('A mystery visitor’s name is in no answer, file, file name, mail, export, audit entry or row but their own', async () => {
  const world = await createEverything(server)
  const { tenant } = world
  server.mails.splice(0)
  const { answers, ids } = await visit(world)
  for (const text of answers) assert.doesNotMatch(text, secret)
  let read = 0
  for (const spec of reads)
    for (const path of queriesOf(spec, world, ids))
      for (const { token } of [tenant.admin, tenant.manager]) {
        const reply = await server.call('GET', path, { token })
        assert.doesNotMatch(await gotten(reply), secret, path)
        // What is not there for an administrator is not there for a manager.
        if (reply.status !== 200) break
        read++
      }
  console.log(`${read} answers of ${reads.length} endpoints were read`)
  assert.ok(read > 80)
  for (const spec of reads) {
    if (!spec.list || !spec.query?.properties.q) continue
    const reply = await server.call('GET', `${questionOf(spec, world)}q=Zebulon`, {
      token: tenant.admin.token,
    })
    assert.equal(reply.json.total, 0, `${spec.name} is searched by the name`)
  }
  const zip = unzip((await download((await exported(tenant)).url)).bytes)
  assert.ok(zip.has('scouts.jsonl') && zip.has('audit-log.jsonl'))
  for (const [name, bytes] of zip) assert.doesNotMatch(`${name}\n${Buffer.from(bytes).toString()}`, secret)
  const others = server.mails.filter(({ to }) => to !== address)
  assert.ok(others.length > 0 && others.length < server.mails.length)
  for (const mail of others) assert.doesNotMatch(JSON.stringify(mail), secret)
  const rows = (await rowsOf(server, tenant.id)).filter((row) => secret.test(row))
  assert.deepEqual([...new Set(rows.map((row) => row.split(' ')[0]))], ['scout'])
})
