/** Keys and errors of stored files, shared by all storages. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ServiceError } from '#server/platform/errors.ts'

/** Files by key. Every write is complete or absent, also after a crash. */
export interface Storage {
  /**
   * Stores `bytes` under `key` and replaces an existing file atomically. `contentType` must match the key's
   * extension.
   * @throws ServiceError SERVICE_UNAVAILABLE (disk full, no connection, longer than 5 s); TypeError for an invalid
   * key
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The file; undefined if there is none or the key is invalid. */
  get(key: string): Promise<StoredFile | undefined>
  /**
   * Stores a file of any length in bounded memory; it exists only after the source has ended. If the source fails,
   * nothing is stored and its error is rethrown; a source not read to its end is closed.
   * @returns bytes written
   */
  putStream(key: string, source: AsyncIterable<Uint8Array>, contentType: string): Promise<number>
  /** The file as a stream, undefined if there is none. The caller must read it to its end or destroy it. */
  getStream(key: string): Promise<StreamedFile | undefined>
  /** Deletes the file; a missing one is fine. */
  remove(key: string): Promise<void>
  /** Forgets all files whose keys begin with `folder/`. @returns how many */
  removeUnder(folder: string): Promise<number>
  /** Writes, reads and removes a probe of a few bytes; throws SERVICE_UNAVAILABLE. Three requests: not for every poll. */
  check(): Promise<void>
}

export interface StoredFile {
  readonly bytes: Uint8Array
  readonly contentType: string
}

export interface StreamedFile {
  readonly stream: Readable
  /** bytes */
  readonly size: number
  readonly contentType: string
}

/** An error of the source, to be told apart from errors of the storage. */
export class SourceFault extends Error {
  constructor(cause: unknown) {
    super('The source of a file failed', { cause })
  }
}

/** Wraps errors of the source in SourceFault. */
export async function* markFaults(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (cause) {
    throw new SourceFault(cause)
  }
}

/** The storage is unreachable, full or rejects; a retry may work. */
export const storageFailed = (action: string, cause?: unknown): ServiceError =>
  new ServiceError('SERVICE_UNAVAILABLE', `The file storage could not ${action}`, {
    headers: { 'retry-after': '5' },
    cause,
  })

/** Content type by extension. It is part of the key, so that it cannot be lost or differ. */
const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/jsonl',
  zip: 'application/zip',
  txt: 'text/plain; charset=utf-8',
}

const keyShape = /^(?:[a-z0-9][a-z0-9-]{0,99}\/){0,8}[a-z0-9][a-z0-9-]{0,99}\.([a-z0-9]{1,5})$/

/** Content type for `key`; undefined if the key is invalid (characters, length or extension). */
export function contentTypeOf(key: string): string | undefined {
  if (key.length > 300) return undefined
  const extension = keyShape.exec(key)?.[1]
  return extension === undefined || !Object.hasOwn(contentTypes, extension)
    ? undefined
    : contentTypes[extension]
}

/** @throws TypeError unless `key` is valid and `contentType`, if given, matches its extension */
export function assertKey(key: string, contentType?: string): void {
  const expected = contentTypeOf(key)
  if (expected === undefined) throw new TypeError('Not a storage key')
  if (contentType !== undefined && essence(contentType) !== essence(expected)) {
    throw new TypeError(`A file with this extension is ${expected}`)
  }
}

/** The `check` of every storage. */
export async function probe(storage: Pick<Storage, 'put' | 'get' | 'remove'>): Promise<void> {
  const key = `check/${randomUUID()}.txt`
  const written = Buffer.from(key)
  await storage.put(key, written, 'text/plain')
  const found = await storage.get(key)
  await storage.remove(key)
  if (!found || !written.equals(found.bytes)) {
    throw storageFailed('return what was written')
  }
}

const essence = (contentType: string) => contentType.split(';', 1)[0]?.trim().toLowerCase()
