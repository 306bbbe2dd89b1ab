/** @alone it renders SVG with sharp, which the service forbids for its whole process */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openPicture, scan } from '../testing/print-and-scan.ts'
import { qrPng, qrSvg, qrSymbol } from './qr-symbol.ts'

describe('the symbol alone', () => {
  const url = 'HTTPS://QR.EXAMPLE.ORG/Q/7K3QW9F2MX7K3QW9F2MX'

  test('is read from a PNG of exactly the requested size, with and without a margin', async () => {
    for (const [size, margin] of [
      [120, 4],
      [333, 4],
      [1024, 2],
      [512, 10],
    ] as const) {
      const png = await qrPng(url, { size, margin })
      const picture = await openPicture(png)
      assert.deepEqual([picture.width, picture.height], [size, size])
      assert.deepEqual(await scan(picture), [url])
    }
    await assert.rejects(qrPng(url, { size: 20, margin: 4 }), RangeError)
  })

  test('is read from an SVG of the requested size', async () => {
    const svg = qrSvg(url, { size: 400, margin: 4 })
    const picture = await openPicture(Buffer.from(svg))
    assert.deepEqual([picture.width, picture.height], [400, 400])
    assert.deepEqual(await scan(picture), [url])
  })

  test('takes 29 modules for an upper-case address of 47 characters', () => {
    assert.equal(qrSymbol(`${url}AB`).size, 29)
    assert.ok(qrSymbol(url.toLowerCase()).size > 29)
  })
})
