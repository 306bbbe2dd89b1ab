/** Strict parser of CSV by RFC 4180. */
import assert from 'node:assert/strict'

/** @returns header and rows; throws if the text is not valid */
export const readCsv = (text: string): { header: string[]; rows: string[][] } => {
  assert.equal(text.charCodeAt(0), 0xfeff, 'begins with a byte order mark')
  const records: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  cell.lastIndex = 1
  let record: string[] = []
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    assert.ok(found, `no cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\r\n') {
      records.push(record)
      record = []
    }
  }
  assert.deepEqual(record, [], 'ends with the end of a line')
  const [header = [], ...rows] = records
  for (const row of rows) assert.equal(row.length, header.length)
  return { header, rows }
}
