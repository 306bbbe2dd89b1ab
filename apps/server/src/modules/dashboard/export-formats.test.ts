import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import type { TestPlace, TestTenant } from '#test/world.ts'
import type { Cell } from './export/csv.ts'
import type { FileColumn } from './export/words.ts'
import { xlsxOf } from './export/xlsx.ts'
import { exportStage, insertMany } from './testing/many-submissions.ts'

const server = await startTestServer()

const call = (tenant: TestTenant, query: string) =>
  server.call('GET', `/api/dashboard/export?${query}`, { token: tenant.manager.token })

const linesOf = async (tenant: TestTenant, query: string): Promise<string[]> => {
  const reply = await call(tenant, query)
  assert.equal(reply.status, 200, reply.text)
  return new TextDecoder().decode(reply.bytes).split('\r\n').slice(0, -1)
}

const workbookOf = async (tenant: TestTenant, query: string): Promise<CellValue[][]> => {
  const reply = await call(tenant, `${query}&format=xlsx`)
  assert.equal(reply.status, 200, reply.text)
  assert.match(reply.headers.get('content-type') ?? '', /spreadsheetml\.sheet/)
  assert.match(reply.headers.get('content-disposition') ?? '', /\.xlsx"$/)
  return (await readXlsx(reply.bytes)).sheets[0]?.rows ?? []
}

const comment = async (tenant: TestTenant, place: TestPlace, text: string, rating = 2): Promise<void> => {
  const at = server.clock.now()
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at)
       values ($1, $2, $3, $4, $5, $6, 'x', $7)`,
      [ctx.tenantId, newId(at.getTime()), place.amenityId, place.buildingId, rating, text, at],
    ),
  )
}

test('An export with semicolons has a decimal comma, and without the option commas and points as before', async () => {
  const { tenant, place } = await exportStage(server)
  for (const rating of [1, 2, 2, 5]) await comment(tenant, place, 'Wet; cold, dark', rating)
  const average = 'what=amenities&columns=name,average'
  const [, plain] = await linesOf(tenant, average)
  assert.ok(plain?.endsWith(',2.5'), String(plain))
  assert.deepEqual(await linesOf(tenant, `${average}&separator=comma&format=csv`), [
    'Name,Average',
    plain ?? '',
  ])
  const [heading, withComma] = await linesOf(tenant, `${average}&separator=semicolon&language=de`)
  assert.equal(heading, 'Name;Durchschnitt')
  assert.equal(withComma, plain?.replace(/,2\.5$/, ';2,5'))
  const [, quoted] = await linesOf(tenant, 'what=feedback&columns=comment,rating&separator=semicolon')
  assert.match(quoted ?? '', /^"Wet; cold, dark";\d$/)
})

test('An export with words has them behind each code, in the language of the file, and the codes as before', async () => {
  const { tenant, place } = await exportStage(server)
  const made = await server.call('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Leak', priority: 'URGENT', amenityId: place.amenityId },
  })
  assert.equal(made.status, 201, made.text)
  const columns = 'what=tasks&columns=status,priority,number,verification'
  assert.deepEqual(await linesOf(tenant, columns), [
    'Status,Priority,Number,Verification',
    'OPEN,URGENT,1,NONE',
  ])
  const [, inGerman] = await linesOf(tenant, `${columns}&words=true&language=de`)
  assert.equal(inGerman, 'OPEN,Offen,URGENT,Dringend,1,NONE,Keine')
  const [heading, types] = await linesOf(tenant, 'what=amenities&columns=type&words=true')
  assert.equal(heading, 'Type,Type (in words)')
  const [code, name] = types?.split(',') ?? []
  assert.ok(code && name && code !== name, String(types))
})

test('A workbook has the rows of the CSV file, with numbers and dates as such, and no cell is a formula', async () => {
  const { tenant, place } = await exportStage(server)
  await comment(tenant, place, "=cmd|' /C calc'!A0", 1)
  const columns = 'what=feedback&columns=comment,rating,createdAt,quarantined,timeZone'
  const [headings, row] = await workbookOf(tenant, columns)
  assert.deepEqual(headings, ['Comment', 'Rating', 'Created', 'Quarantined', 'Time zone'])
  assert.deepEqual(
    [row?.[0], row?.[1], row?.[3], row?.[4]],
    ["'=cmd|' /C calc'!A0", 1, false, 'Europe/Berlin'],
  )
  const at = row?.[2]
  assert.ok(at instanceof Date)
  const [, csv] = await linesOf(tenant, 'what=feedback&columns=createdAt')
  assert.equal(at.toISOString().slice(0, 19).replace('T', ' '), csv)
  const refused = await call(tenant, `${columns}&format=xlsx&separator=semicolon`)
  assert.deepEqual([refused.status, refused.json.details?.[0]?.path], [400, 'query.separator'])
  assert.equal((await call(tenant, `${columns}&format=ods`)).status, 400)
})

test('A workbook of thousands of rows is complete and in the order of the list', async () => {
  const { tenant, place } = await exportStage(server)
  await insertMany(server, tenant, place, 3000, 'Floor is wet')
  const rows = (await workbookOf(tenant, 'what=feedback&columns=id,createdAtUtc')).slice(1)
  assert.equal(new Set(rows.map(([id]) => id)).size, 3000)
  const times = rows.map(([, at]) => String(at))
  assert.deepEqual(times, times.toSorted().reverse())
})

test('Whatever a visitor writes, a workbook stays readable', async () => {
  const hostile = [
    '\uD800 alone',
    '\uFFFF',
    '\u0000\u0008',
    ']]></t><f>1+1</f>',
    'x'.repeat(40_000),
    '\u202E=1+1',
  ]
  const columns: FileColumn[] = [{ heading: 'Comment', of: 'comment' }]
  const pages = async function* (): AsyncGenerator<Cell[][]> {
    yield hostile.map((cell) => [cell])
  }
  const bytes: Uint8Array[] = []
  for await (const chunk of xlsxOf('Feedback', columns, pages())) bytes.push(chunk)
  const rows = (await readXlsx(Buffer.concat(bytes))).sheets[0]?.rows.slice(1) ?? []
  assert.equal(rows.length, hostile.length)
  assert.equal(rows[3]?.[0], ']]></t><f>1+1</f>')
  assert.equal(String(rows[4]?.[0]).length, 32_767)
  for (const [cell] of rows) assert.doesNotMatch(String(cell ?? ''), /^[\s\u202E]*=/)
})
