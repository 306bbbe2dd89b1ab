import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { openStage } from './testing/wizard-stage.ts'

const server = await startTestServer({ worker: false })

test('Pasted text may start with sep=, have line breaks in its heading and empty cells to the right of it', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'Harbour house' })
  await stage.save('FLOORS', { text: 'EG' })
  for (const text of [
    '\ufeffsep=;\r\nRaum;Etage;Typ\r\nWC 1, links;EG;WASHROOM\r\n',
    '"sep=|"\nRaum|Etage|Typ|||\nWC 1, links|EG|WASHROOM||',
    '"Raum\n"\t"\nEtage"\tTyp\t\nWC 1, links\tEG\tWASHROOM\t\t',
    'Ra\u0308ume\tEtage\tTyp\nWC 1, links\tEG\tWASHROOM',
  ]) {
    const step = (await stage.save('AMENITIES', { text })).steps[2]
    assert.deepEqual(step?.data.rows, [{ name: 'WC 1, links', floor: 'EG', type: 'WASHROOM' }], text)
    assert.deepEqual(step?.faults, [])
  }
})

test('Rooms and floors that differ only by invisible characters or Unicode composition are the same', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'Harbour house' })
  const floors = await stage.save('FLOORS', { text: 'Café\nCafe\u0301\nOffice\nOf\u200bfice\u2060' })
  assert.deepEqual(
    floors.steps[1]?.faults.map(({ row }) => row),
    [2, 4],
  )
  await stage.save('FLOORS', { text: 'Office' })
  const rooms = await stage.save('AMENITIES', {
    rows: [
      { name: 'WC', floor: 'Of\u00adfice', type: 'WASHROOM' },
      { name: 'W\ufeffC', floor: 'Office', type: 'WASHROOM' },
    ],
  })
  assert.deepEqual(
    rooms.steps[2]?.faults.map(({ row }) => row),
    [2],
  )
})

test('A text with too many lines or cells, or a spreadsheet file, is refused before it is stored and parsed', async () => {
  const stage = await openStage(server)
  const refusal = async (text: string): Promise<string> => {
    const { status, json } = await stage.put({ step: 'AMENITIES', data: { text } })
    assert.equal(`${status} ${json.code} ${json.details?.[0]?.path}`, '400 VALIDATION_ERROR body.data.text')
    return json.details?.[0]?.message ?? ''
  }
  assert.equal(await refusal('\n'.repeat(200_000)), 'has more than 2000 lines')
  assert.equal(await refusal('WC\r\n'.repeat(2000)), 'has more than 2000 lines')
  assert.equal(await refusal(','.repeat(200_000)), 'has more than 500 cells in a line')
  assert.equal(await refusal(`WC\tEG\n${'x\t'.repeat(500)}`), 'has more than 500 cells in a line')
  assert.match(await refusal('PK\u0003\u0004[Content_Types].xml'), /save it as CSV/)
  assert.equal((await stage.put({ step: 'AMENITIES', data: { text: 'WC\n'.repeat(1999) } })).status, 200)
})
