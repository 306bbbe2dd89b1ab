/** File storage in a folder of this machine. */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  assertKey,
  contentTypeOf,
  markFaults,
  probe,
  SourceFault,
  type Storage,
  storageFailed,
} from './objects.ts'

/** Files under `unfinished` older than this belong to a dead process. */
const abandonedAfterMs = 60 * 60 * 1000

/** Stores files below `folder`, which is created if missing. */
export async function openFileStorage(folder: string): Promise<Storage> {
  const unfinished = join(folder, 'unfinished')
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await sweep(unfinished)

  // 256 shards keep folders small; a key cannot leave its shard, since it has no dots but the last.
  const pathOf = (key: string) =>
    join(folder, createHash('sha256').update(key).digest('hex').slice(0, 2), ...key.split('/'))

  async function write(key: string, fill: (file: FileHandle) => Promise<unknown>): Promise<void> {
    const path = pathOf(key)
    const draft = join(unfinished, randomUUID())
    try {
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      const file = await open(draft, 'wx', 0o600)
      try {
        await fill(file)
        await file.sync()
      } finally {
        await file.close()
      }
      const firstNew = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(draft, path)
      await syncFolders(dirname(path), firstNew === undefined ? dirname(path) : dirname(firstNew))
    } catch (cause) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw cause
    }
  }

  async function read(key: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(pathOf(key))
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  }

  const storage: Storage = {
    async put(key, bytes, contentType) {
      assertKey(key, contentType)
      await write(key, (file) => file.writeFile(bytes)).catch(fail('write a file'))
    },
    async get(key) {
      const contentType = contentTypeOf(key)
      if (contentType === undefined) return undefined
      const bytes = await read(key).catch(fail('read a file'))
      return bytes && { bytes, contentType }
    },
    async putStream(key, source, contentType) {
      assertKey(key, contentType)
      let size = 0
      await write(key, async (file) => {
        for await (const chunk of markFaults(source)) {
          await file.writeFile(chunk)
          size += chunk.byteLength
        }
      }).catch((cause: unknown) => {
        throw cause instanceof SourceFault ? cause.cause : storageFailed('write a file', cause)
      })
      return size
    },
    async getStream(key) {
      const contentType = contentTypeOf(key)
      if (contentType === undefined) return undefined
      try {
        const file = await open(pathOf(key), 'r')
        const { size } = await file.stat()
        return { stream: file.createReadStream(), size, contentType }
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw storageFailed('read a file', cause)
      }
    },
    async remove(key) {
      assertKey(key)
      await rm(pathOf(key), { force: true }).catch((cause: unknown) => {
        if (!isMissing(cause)) throw storageFailed('remove a file', cause)
      })
    },
    async removeUnder(name) {
      let removed = 0
      for (const shard of await readdir(folder)) {
        const under = join(folder, shard, ...name.split('/'))
        const files = await readdir(under, { recursive: true, withFileTypes: true }).catch(
          (cause: unknown) => {
            if (isMissing(cause)) return []
            throw storageFailed('remove files', cause)
          },
        )
        removed += files.filter((file) => file.isFile()).length
        await rm(under, { recursive: true, force: true }).catch(fail('remove files'))
      }
      return removed
    },
    check: () => probe(storage),
  }
  return storage
}

/** Syncs the folders, from the file's up to the one that existed before. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (folder === upTo || folder === dirname(folder)) return
  }
}

/** Deletes only old files, since other processes may be writing to the same folder. */
async function sweep(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

const isMissing = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')

const fail = (action: string) => (cause: unknown) => {
  throw storageFailed(action, cause)
}
