/** A small zip reader for tests, which reads the central directory and checks every size and checksum. */
import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

/** @returns content by name, in the order of the archive */
export const unzip = (bytes: Uint8Array): Map<string, Buffer> => {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  assert.ok(end >= 0 && end === zip.length - 22, 'the zip has an end')
  const count = zip.readUInt16LE(end + 10)
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    assert.equal(zip.toString('latin1', at, at + 4), 'PK\x01\x02')
    const [method, checksum] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)]
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    assert.ok(!entries.has(name), `${name} is there once`)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(from, from + packed)
    const content = method === 0 ? data : inflateRawSync(data)
    assert.equal(content.length, size, name)
    assert.equal(crc32(content), checksum, name)
    entries.set(name, content)
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}
