import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { rounds } from '#test/rounds.ts'
import { type ImageRefusal, ImageRefused, maxImageBytes, processImage, sniffImage } from './images.ts'

type Form = 'jpeg' | 'png' | 'webp'

const solid = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#1e7346' }, limitInputPixels: false })

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** 16,000 px per side in less than 1 MB. */
const bomb = await solid(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer()

const refusedAs = (reason: ImageRefusal) => (error: unknown) => {
  assert.ok(error instanceof ImageRefused, String(error))
  assert.equal(error.reason, reason)
  return true
}

function pngChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(name, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** Inserts chunks after a PNG's IHDR. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

/** Inserts a segment after a JPEG's first two bytes. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

function startOf(jpeg: Buffer, marker: number): number {
  const at = jpeg.indexOf(Buffer.from([0xff, marker]))
  assert.ok(at > 0)
  return at
}

const traces = [
  'Exif',
  'EXIF',
  'xpacket',
  'XMP',
  'Photoshop',
  '8BIM',
  'ICC_PROFILE',
  'ICCP',
  'secret',
  '<script',
  '<?php',
  'MPF',
]

async function assertClean(...copies: Uint8Array[]): Promise<void> {
  for (const copy of copies) {
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(copy).metadata()
    assert.deepEqual([exif, xmp, iptc, icc, orientation, comments], Array(6).fill(undefined))
    const text = Buffer.from(copy).toString('latin1')
    for (const trace of traces) assert.ok(!text.includes(trace), trace)
  }
}

/** Time and memory that a PNG costs a process that has handled a small one before. */
async function costInOwnProcess(png: Buffer): Promise<{ milliseconds: number; megabytes: number }> {
  const program = `
    import { processImage } from ${JSON.stringify(import.meta.resolve('./images.ts'))}
    const small = Buffer.from('${(await solid(10, 10).png().toBuffer()).toString('base64')}', 'base64')
    const bytes = Buffer.concat(await Array.fromAsync(process.stdin))
    await processImage(small)
    const before = process.resourceUsage().maxRSS
    const start = process.cpuUsage()
    await processImage(bytes).catch((error) => { if (!error.reason) throw error })
    const used = process.cpuUsage(start)
    const milliseconds = (used.user + used.system) / 1000
    console.log(JSON.stringify({ milliseconds, megabytes: (process.resourceUsage().maxRSS - before) / 1024 }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(png)
  return JSON.parse(Buffer.concat(await Array.fromAsync(child.stdout)).toString())
}

describe('sniffing', () => {
  it('recognises the three types by content and nothing else', async () => {
    for (const form of ['jpeg', 'png', 'webp'] as const) {
      assert.equal(sniffImage(await solid(4, 4).toFormat(form).toBuffer()), `image/${form}`)
    }
    for (const text of [
      '',
      'RIFF',
      'RIFF0000WAVE',
      'GIF89a',
      '<svg/>',
      '%PDF-1.7',
      '\x89PNG\n',
      'BM',
      '\xff\xd8',
    ]) {
      assert.equal(sniffImage(Buffer.from(text, 'latin1')), undefined, text)
    }
  })
})

describe('an accepted image', () => {
  it('is served at most 2,048 px a side, with a thumbnail of at most 320 px', async () => {
    const found = await processImage(await noise(3000, 1500).jpeg().toBuffer())
    assert.deepEqual([found.width, found.height], [2048, 1024])
    assert.deepEqual([found.contentType, found.thumbnailContentType], ['image/jpeg', 'image/jpeg'])
    const thumbnail = await sharp(found.thumbnail).metadata()
    assert.deepEqual([thumbnail.width, thumbnail.height, thumbnail.format], [320, 160, 'jpeg'])
  })

  it('is not enlarged when it is small', async () => {
    const found = await processImage(await solid(10, 20).png().toBuffer())
    assert.deepEqual([found.width, found.height], [10, 20])
    assert.deepEqual((await sharp(found.thumbnail).metadata()).height, 20)
  })

  it('is WebP where it has transparency, else JPEG', async () => {
    for (const form of ['png', 'webp'] as Form[]) {
      const clear = sharp({ create: { width: 30, height: 30, channels: 4, background: '#1e734680' } })
      const found = await processImage(await clear.toFormat(form).toBuffer())
      assert.equal(found.contentType, 'image/webp')
      assert.equal(sniffImage(found.image), 'image/webp')
      assert.equal(sniffImage(found.thumbnail), 'image/webp')
    }
    const opaque = await processImage(await solid(30, 30).webp().toBuffer())
    assert.equal(sniffImage(opaque.image), 'image/jpeg')
  })

  it('is upright and has no EXIF, location, XMP, IPTC, colour profile or comment', async () => {
    const left = await solid(20, 20).png().toBuffer()
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a81e2d' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({
        IFD0: { Copyright: 'secret owner', Software: '<?php system("id") ?>' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '48/1 8/1 14/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '11/1 34/1 31/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .withXmp(
        '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/">secret</x:xmpmeta><?xpacket end="w"?>',
      )
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const iptc = Buffer.from(
      'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02\x78\0\x06secret\0',
      'latin1',
    )
    const loaded = withSegment(withSegment(photo, 0xed, iptc), 0xfe, Buffer.from('secret <script>'))
    const before = await sharp(loaded).metadata()
    assert.ok(before.exif && before.xmp && before.iptc && before.icc && before.orientation === 6)

    const found = await processImage(loaded)
    await assertClean(found.image, found.thumbnail)
    assert.deepEqual([found.width, found.height], [20, 40])
    const { data } = await sharp(found.image).raw().toBuffer({ resolveWithObject: true })
    const [red = 0, green = 0] = data
    assert.ok(green > red, 'what was left is now on top')
  })

  it('loses the texts of a PNG and the metadata of a WebP as well', async () => {
    const text = pngChunk('tEXt', Buffer.from('Comment\0secret <script>'))
    const png = withChunks(
      await solid(9, 9, 4)
        .withExif({ IFD0: { Copyright: 'secret' } })
        .png()
        .toBuffer(),
      text,
    )
    const webp = await solid(9, 9)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .withXmp('<a>secret</a>')
      .webp()
      .toBuffer()
    for (const found of [await processImage(png), await processImage(webp)]) {
      await assertClean(found.image, found.thumbnail)
    }
  })

  it('keeps its colours when its profile is taken away', async () => {
    const wide = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#ff0000' } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const { image } = await processImage(wide)
    const [red = 0, green = 0, blue = 0] = await sharp(image).raw().toBuffer()
    assert.ok(red > 250 && green < 8 && blue < 8, `${red} ${green} ${blue}`)
  })

  it('loses data appended after its end', async () => {
    const tail = Buffer.from('<html><script>alert(1)</script></html><?php secret ?>')
    for (const form of ['jpeg', 'png', 'webp'] as Form[]) {
      const polyglot = Buffer.concat([await solid(40, 40).toFormat(form).toBuffer(), tail])
      const found = await processImage(polyglot)
      await assertClean(found.image, found.thumbnail)
    }
  })

  it('may be grey, CMYK, 16 bits deep, progressive or interlaced', async () => {
    const images: [Form, Buffer][] = [
      ['jpeg', await noise(64, 64).toColourspace('b-w').jpeg().toBuffer()],
      ['jpeg', await noise(64, 64).toColourspace('cmyk').jpeg().toBuffer()],
      ['jpeg', await noise(64, 64).jpeg({ progressive: true }).toBuffer()],
      ['png', await noise(64, 64).toColourspace('rgb16').png({ progressive: true }).toBuffer()],
      ['png', await noise(64, 64).toColourspace('b-w').png({ palette: true, colours: 4 }).toBuffer()],
    ]
    for (const [, bytes] of images) {
      const { image } = await processImage(bytes)
      assert.equal((await sharp(image).metadata()).space, 'srgb')
    }
  })

  it('may have the harmless irregularities of JPEGs from common phones', async () => {
    const photo = await noise(640, 480).jpeg().toBuffer()
    const scan = startOf(photo, 0xda)
    const odd = Buffer.from(photo)
    odd[scan + 4 + 1 + 2 * (odd[scan + 4] ?? 0) + 1] = 0
    await assert.rejects(sharp(odd, { failOn: 'warning' }).toBuffer(), /Invalid SOS parameters/)
    assert.equal((await processImage(odd)).width, 640)

    const withSecondImage = Buffer.concat([withSegment(photo, 0xe2, Buffer.from('MPF\0secret')), photo])
    await assertClean((await processImage(withSecondImage)).image)
  })

  it('may be of 40 megapixels', async () => {
    const found = await processImage(await solid(8000, 5000).jpeg().toBuffer())
    assert.deepEqual([found.width, found.height], [2048, 1280])
  })
})

describe('a refused image', () => {
  it('is not a JPEG, PNG or WebP by its content, whatever its declared type', async () => {
    const files = [
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<?xml version="1.0"?><svg/>',
      '<!doctype html><script>alert(1)</script>',
      '%PDF-1.7\n1 0 obj\n<</OpenAction 2 0 R>>',
      '<?php system($_GET["c"]); ?>',
      'II*\0',
      '\0\0\0\x1cftypavif',
      'GIF89a\x01\0\x01\0\0\0\0;',
      '',
    ]
    for (const file of files) {
      await assert.rejects(processImage(Buffer.from(file, 'latin1')), refusedAs('not-an-image'))
    }
    const gif = await solid(4, 4).gif().toBuffer()
    await assert.rejects(processImage(gif), refusedAs('not-an-image'))
  })

  it('is one of more than 10,000,000 bytes', async () => {
    const jpeg = await solid(10, 10).jpeg().toBuffer()
    const padded = (size: number) => Buffer.concat([jpeg], size)
    await assert.rejects(processImage(padded(maxImageBytes + 1)), refusedAs('too-many-bytes'))
    assert.ok(await processImage(padded(maxImageBytes)))
  })

  it('is larger than 40 megapixels or 12,000 px a side, and is refused cheaply', async () => {
    const long = await solid(12_001, 10).png().toBuffer()
    const refused = () => assert.rejects(processImage(bomb), refusedAs('too-many-pixels'))
    assert.ok((await cpuTimeOf(refused)) < 200)
    await assert.rejects(processImage(long), refusedAs('side-too-long'))
  })

  it('would need more than 150 MB of memory', async () => {
    const files: [Form, () => ReturnType<typeof solid>][] = [
      ['jpeg', () => solid(6300, 6300).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
      ['png', () => solid(6300, 6300, 4).toColourspace('rgb16').png({ progressive: true })],
      ['png', () => solid(6300, 6300, 4).withMetadata({ orientation: 6 }).png()],
    ]
    for (const [, make] of files.slice(0, rounds(1, 3))) {
      const image = processImage(await make().toBuffer())
      await assert.rejects(image, refusedAs('too-many-pixels'))
    }
  })

  it('is one with several frames', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const webp = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer()
    assert.ok(webp.includes('ANMF'))
    await assert.rejects(processImage(webp), refusedAs('animated'))

    const png = await solid(8, 8).png().toBuffer()
    const apng = withChunks(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))
    await assert.rejects(processImage(apng), refusedAs('animated'))
  })

  it('is one that is cut off anywhere', async () => {
    for (const form of ['jpeg', 'png', 'webp'] as Form[]) {
      const whole = await noise(300, 200).toFormat(form).toBuffer()
      for (const part of [0.05, 0.3, 0.6, 0.95]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part))
        await assert.rejects(processImage(cut), refusedAs('broken'), `${form} ${part}`)
      }
    }
  })

  it('takes too long to decode, and then frees its slot', async () => {
    const photo = await noise(2000, 2000).jpeg().toBuffer()
    const late = Array.from({ length: 4 }, () => processImage(photo, 1))
    for (const result of await Promise.allSettled(late)) {
      assert.ok(result.status === 'rejected' && refusedAs('too-slow')(result.reason))
    }
    assert.ok(await processImage(photo))
  })
})

describe('hostile files', () => {
  it('take at most 500 ms and 150 MB each: bombs of pixels, texts, profiles and chunks', async () => {
    const png = await solid(10, 10).png().toBuffer()
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(200_000_000), { level: 9 })])
    const text = pngChunk('tEXt', Buffer.from('a\0b'))
    const files = [
      bomb,
      withChunks(png, pngChunk('zTXt', packed)),
      withChunks(png, pngChunk('iCCP', packed)),
      withChunks(png, Buffer.concat(Array<Buffer>(500_000).fill(text))),
    ]
    for (const [n, file] of files.entries()) {
      const { milliseconds, megabytes } = await costInOwnProcess(file)
      assert.ok(milliseconds < 500 && megabytes < 150, `${n}: ${milliseconds} ms, ${megabytes} MB`)
    }
  })

  it('with random changes are accepted or refused, with no other result', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (const form of ['jpeg', 'png', 'webp'] as Form[]) {
      const whole = await noise(48, 48).toFormat(form).toBuffer()
      for (let run = 0; run < rounds(30, 150); run += 1) {
        const changed = Buffer.from(whole)
        for (let n = 0; n <= random(6); n += 1) changed[random(run % 2 ? 120 : changed.length)] = random(256)
        const isRefused = (error: unknown) => assert.ok(error instanceof ImageRefused, String(error))
        await processImage(changed).catch(isRefused)
      }
    }
  })

  it('are decoded two at a time, wait in a short queue, and beyond it get a retry response', async () => {
    const photo = await noise(1500, 1500).jpeg().toBuffer()
    const results = Promise.allSettled(Array.from({ length: 25 }, () => processImage(photo)))
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, sharp.counters().process)
    }, 5)
    const settled = await results
    clearInterval(watch)
    assert.equal(most, 2)
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    assert.deepEqual(refused, ['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
  })
})
