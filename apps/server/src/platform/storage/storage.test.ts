import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { contentTypeOf, type Storage } from './objects.ts'
import { openS3Storage } from './s3-storage.ts'
import { openStorage, parseStorageUrl } from './storage.ts'
import { type FakeS3, startFakeS3 } from './testing/fake-s3.ts'

const notKeys = [
  '',
  '../../etc/passwd.txt',
  'a/../b.jpg',
  'a/./b.jpg',
  '/etc/passwd.txt',
  'a//b.jpg',
  'a.jpg/',
  'a\0.jpg',
  'a\\b.jpg',
  'A.jpg',
  'ä.jpg',
  '%2e%2e/a.jpg',
  'a.jpg.exe',
  'a.exe',
  'a.constructor',
  'con',
  '.jpg',
  '-a.jpg',
  'a.jpg\n',
  `${'a'.repeat(101)}.jpg`,
  `${'a/'.repeat(9)}a.jpg`,
  `${`${'a'.repeat(99)}/`.repeat(3)}a.jpg`,
]

const unavailable = { code: 'SERVICE_UNAVAILABLE' }

let folder: string
let s3: FakeS3
const opened = new Map<string, Storage>()

before(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'test-key'
  process.env.AWS_SECRET_ACCESS_KEY = 'test-secret'
  folder = await mkdtemp(join(tmpdir(), 'wellkept-storage-'))
  s3 = await startFakeS3()
  opened.set('file', await openStorage(`file:${folder}/files`))
  opened.set('s3', await openStorage(`s3://bucket/some/prefix?endpoint=${s3.endpoint}&region=eu-north-1`))
})
after(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const pieceBytes = 100_000

async function* pieces(count: number, breaks = false): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n += 1) yield Buffer.alloc(pieceBytes, n)
  if (breaks) throw new Error('the source broke')
}

async function digestOf(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}

function storageOf(kind: string): Storage {
  const storage = opened.get(kind)
  assert.ok(storage)
  return storage
}

for (const kind of ['file', 's3']) {
  describe(`a ${kind} storage`, () => {
    it('gives back exactly what was put, with its content type', async () => {
      const bytes = randomBytes(300_000)
      await storageOf(kind).put('tenant-1/photos/0190.jpg', bytes, 'image/jpeg')
      const found = await storageOf(kind).get('tenant-1/photos/0190.jpg')
      assert.equal(found?.contentType, 'image/jpeg')
      assert.ok(bytes.equals(found.bytes))
    })

    it('keeps a file of 10 MB and one of 0 bytes', async () => {
      const large = Buffer.alloc(10_000_000, 7)
      await storageOf(kind).put('large.webp', large, 'image/webp')
      await storageOf(kind).put('empty.csv', new Uint8Array(), 'text/csv')
      assert.ok(large.equals((await storageOf(kind).get('large.webp'))?.bytes ?? Buffer.alloc(0)))
      assert.equal((await storageOf(kind).get('empty.csv'))?.bytes.byteLength, 0)
    })

    it('removes all files of a folder and no other', async () => {
      for (const key of ['photos/t1/a.txt', 'photos/t1/b.txt', 'photos/t1/c.txt', 'photos/t10/a.txt'])
        await storageOf(kind).put(key, Buffer.from(key), 'text/plain')
      assert.equal(await storageOf(kind).removeUnder('photos/t1'), 3)
      assert.equal(await storageOf(kind).get('photos/t1/a.txt'), undefined)
      assert.ok(await storageOf(kind).get('photos/t10/a.txt'))
      assert.equal(await storageOf(kind).removeUnder('photos/t1'), 0)
    })

    it('replaces a file that is already there', async () => {
      await storageOf(kind).put('again.txt', Buffer.from('first, and longer'), 'text/plain')
      await storageOf(kind).put('again.txt', Buffer.from('second'), 'text/plain')
      assert.equal(String(Buffer.from((await storageOf(kind).get('again.txt'))?.bytes ?? [])), 'second')
    })

    it('returns undefined for an unknown or removed key, and removing twice is allowed', async () => {
      assert.equal(await storageOf(kind).get('nothing/here.png'), undefined)
      await storageOf(kind).put('gone.png', Buffer.from('x'), 'image/png')
      await storageOf(kind).remove('gone.png')
      await storageOf(kind).remove('gone.png')
      assert.equal(await storageOf(kind).get('gone.png'), undefined)
    })

    it('refuses every invalid key and finds nothing under it', async () => {
      for (const key of notKeys) {
        await assert.rejects(storageOf(kind).put(key, Buffer.from('x'), 'image/jpeg'), TypeError, key)
        await assert.rejects(storageOf(kind).remove(key), TypeError, key)
        assert.equal(await storageOf(kind).get(key), undefined, key)
      }
    })

    it('refuses a content type that does not match the extension', async () => {
      await assert.rejects(storageOf(kind).put('a.jpg', Buffer.from('x'), 'text/html'), TypeError)
      assert.equal(await storageOf(kind).get('a.jpg'), undefined)
    })

    it('serves twenty simultaneous writers of one key and never a partial file', async () => {
      const whole = Array.from({ length: 20 }, (_, n) => Buffer.alloc(50_000, n))
      const reads: Promise<unknown>[] = []
      await storageOf(kind).put('race.txt', Buffer.alloc(50_000, 0), 'text/plain')
      const writes = whole.map((bytes) => storageOf(kind).put('race.txt', bytes, 'text/plain'))
      for (let n = 0; n < 40; n += 1) {
        reads.push(
          storageOf(kind)
            .get('race.txt')
            .then((found) => {
              const bytes = Buffer.from(found?.bytes ?? [])
              assert.equal(bytes.length, 50_000)
              assert.ok(bytes.equals(Buffer.alloc(50_000, bytes[0])))
            }),
        )
      }
      await Promise.all([...writes, ...reads])
    })

    it('stores a stream of any length and returns it in chunks', async () => {
      const storage = storageOf(kind)
      for (const count of [0, 1, 20, 137]) {
        const key = `streams/${count}.zip`
        const size = await storage.putStream(key, pieces(count), 'application/zip')
        assert.equal(size, count * pieceBytes)
        const found = await storage.getStream(key)
        assert.equal(found?.size, size)
        assert.equal(found?.contentType, 'application/zip')
        assert.equal(await digestOf(found?.stream ?? []), await digestOf(pieces(count)))
      }
      assert.equal(await storage.getStream('streams/none.zip'), undefined)
      assert.equal(await storage.getStream('../none.zip'), undefined)
      await assert.rejects(storage.putStream('../none.zip', pieces(1), 'application/zip'), TypeError)
    })

    it('stores nothing of a stream that fails before its end, and throws its error', async () => {
      const storage = storageOf(kind)
      for (const count of [1, 200]) {
        await assert.rejects(
          storage.putStream('streams/broken.zip', pieces(count, true), 'application/zip'),
          /the source broke/,
        )
        assert.equal(await storage.getStream('streams/broken.zip'), undefined)
      }
      assert.equal(s3.unfinished.size, 0)
      assert.deepEqual(await readdir(join(folder, 'files', 'unfinished')), [])
    })

    it('passes its own check without leaving a file', async () => {
      await storageOf(kind).check()
      assert.equal(
        [...s3.objects.keys()].some((path) => path.includes('check/')),
        false,
      )
    })
  })
}

describe('a file storage', () => {
  it('leaves no partial files, and only its owner can read the stored ones', async () => {
    await storageOf('file').put('private.txt', Buffer.from('x'), 'text/plain')
    assert.deepEqual(await readdir(join(folder, 'files', 'unfinished')), [])
    for (const entry of await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      assert.equal(mode & 0o077, 0, entry.name)
    }
  })

  it('never serves a partly written file, and removes it after an hour', async () => {
    const target = join(folder, 'swept')
    await mkdir(join(target, 'unfinished'), { recursive: true })
    await writeFile(join(target, 'unfinished', 'old'), 'half')
    await writeFile(join(target, 'unfinished', 'new'), 'half')
    await utimes(join(target, 'unfinished', 'old'), new Date(0), new Date(0))
    await openStorage(`file:${target}`)
    assert.deepEqual(await readdir(join(target, 'unfinished')), ['new'])
  })

  it('throws SERVICE_UNAVAILABLE if its folder is not writable', async () => {
    const target = join(folder, 'broken')
    const storage = await openStorage(`file:${target}`)
    await rm(target, { recursive: true })
    await writeFile(target, 'a file where the folder was')
    await assert.rejects(storage.put('a.txt', Buffer.from('x'), 'text/plain'), unavailable)
    await assert.rejects(storage.check(), unavailable)
    await rm(target)
    await storage.check()
  })
})

describe('an S3 storage', () => {
  it('puts the prefix before the key and sends the content type', async () => {
    await storageOf('s3').put('a/b.pdf', Buffer.from('x'), 'application/pdf')
    assert.equal(s3.objects.get('/bucket/some/prefix/a/b.pdf')?.contentType, 'application/pdf')
  })

  it('tries a failing bucket three times, then throws SERVICE_UNAVAILABLE', async () => {
    s3.mood = 'failing'
    const before = s3.requests.length
    await assert.rejects(storageOf('s3').get('a.txt'), unavailable)
    assert.equal(s3.requests.length - before, 3)
    s3.mood = 'well'
    assert.equal(await storageOf('s3').get('a.txt'), undefined)
  })

  for (const mood of ['silent', 'trickling'] as const) {
    it(`gives up on a ${mood} bucket at the deadline and closes the connection`, async () => {
      const found = parseStorageUrl(`s3://bucket?endpoint=${s3.endpoint}`)
      assert.ok(found.kind === 's3')
      const storage = await openS3Storage(found.target, 600)
      await storage.put('slow.txt', Buffer.from('slow'), 'text/plain')
      s3.mood = mood
      const start = performance.now()
      await assert.rejects(storage.get('slow.txt'), unavailable)
      const took = performance.now() - start
      assert.ok(took > 500 && took < 10_000, `${took} ms`)
      s3.mood = 'well'
      await storage.check()
      assert.equal(s3.hanging, 0)
    })
  }

  it('throws SERVICE_UNAVAILABLE if a long file cannot be written, and closes its source', async () => {
    let closed = false
    async function* endless() {
      try {
        for (;;) {
          yield Buffer.alloc(1_000_000)
          s3.mood = s3.unfinished.size > 0 ? 'failing' : 'well'
        }
      } finally {
        closed = true
      }
    }
    await assert.rejects(
      storageOf('s3').putStream('streams/long.zip', endless(), 'application/zip'),
      unavailable,
    )
    s3.mood = 'well'
    assert.equal(closed, true)
    assert.equal(await storageOf('s3').getStream('streams/long.zip'), undefined)
  })

  it('throws SERVICE_UNAVAILABLE if nothing listens', async () => {
    const storage = await openStorage('s3://bucket?endpoint=http://127.0.0.1:9&region=x')
    await assert.rejects(storage.check(), unavailable)
  })
})

describe('STORAGE_URL', () => {
  it('names a folder or a bucket', () => {
    assert.deepEqual(parseStorageUrl('file:/var/lib/files'), { kind: 'file', folder: '/var/lib/files' })
    assert.deepEqual(parseStorageUrl('file:///var/lib/my%20files'), {
      kind: 'file',
      folder: '/var/lib/my files',
    })
    assert.deepEqual(parseStorageUrl('file:data/files'), {
      kind: 'file',
      folder: join(process.cwd(), 'data/files'),
    })
    assert.deepEqual(
      parseStorageUrl('s3://my-bucket/a/b/?endpoint=https://s3.example:9000&pathStyle=false'),
      {
        kind: 's3',
        target: {
          bucket: 'my-bucket',
          prefix: 'a/b',
          endpoint: 'https://s3.example:9000',
          region: undefined,
          pathStyle: false,
        },
      },
    )
  })

  it('is rejected if it is anything else, without showing its value', () => {
    for (const url of [
      '',
      'file:',
      'file://host/share',
      'ftp://secret',
      '/var/secret',
      's3://',
      's3://key:secret@bucket',
      's3://bucket?secret=1',
      's3://bucket?endpoint=secret',
      's3://bucket?endpoint=file:///secret',
      's3://bucket?pathStyle=secret',
      's3://bucket/secret prefix',
      's3://BUCKET_secret',
    ]) {
      assert.throws(
        () => parseStorageUrl(url),
        (error: unknown) => error instanceof TypeError && !error.message.includes('secret'),
        url,
      )
    }
  })

  it('allows the content types of web images, documents and exports, and no active ones', () => {
    assert.equal(contentTypeOf('a.webp'), 'image/webp')
    for (const extension of ['html', 'svg', 'js', 'xml', 'gif']) {
      assert.equal(contentTypeOf(`a.${extension}`), undefined)
    }
  })
})
