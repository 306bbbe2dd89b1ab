/** What a stored file is called and how it fails; the same for every place that files are kept in. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ServiceError } from '#server/platform/errors.ts'

/** Files by key. Every write is whole or not there at all, also after a crash. */
export interface Storage {
  /**
   * Keeps `bytes` under `key`; a file already there is replaced in one step.
   * `contentType` must be the one that the key's extension stands for.
   * Throws SERVICE_UNAVAILABLE (disk full, no connection, longer than 5 s); TypeError for a key that is none.
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The file, or undefined where none is kept under `key`, also where `key` is no key at all. */
  get(key: string): Promise<StoredFile | undefined>
  /**
   * The same for a file of any length, in bounded memory: nothing is there under `key` before the source has ended.
   * A source that fails leaves nothing, and its error is thrown as it is; a source that is not read to its end is closed.
   * @returns bytes written
   */
  putStream(key: string, source: AsyncIterable<Uint8Array>, contentType: string): Promise<number>
  /** The file as a stream, or undefined where none is kept. Whoever takes it reads it to its end or destroys it. */
  getStream(key: string): Promise<StreamedFile | undefined>
  /** Forgets the file; nothing there is fine. */
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

/** A fault of the source, not of the place: it goes to the caller as it is. */
export class SourceFault extends Error {
  constructor(cause: unknown) {
    super('The source of a file failed', { cause })
  }
}

/** Tells faults of the source apart from those of the place that it is written to. */
export async function* markFaults(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (cause) {
    throw new SourceFault(cause)
  }
}

/** The place cannot be reached, is full, or refuses; the same request may succeed later. */
export const storageFailed = (action: string, cause?: unknown): ServiceError =>
  new ServiceError('SERVICE_UNAVAILABLE', `The file storage could not ${action}`, {
    headers: { 'retry-after': '5' },
    cause,
  })

/** Content type by extension: it travels in the key, so that it can never be lost or disagree. */
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

/** Content type of the file under `key`, or undefined if that is no key: wrong characters, length or extension. */
export function contentTypeOf(key: string): string | undefined {
  if (key.length > 300) return undefined
  const extension = keyShape.exec(key)?.[1]
  return extension === undefined || !Object.hasOwn(contentTypes, extension)
    ? undefined
    : contentTypes[extension]
}

/** Throws TypeError unless `key` is one and, where given, `contentType` is what its extension stands for. */
export function assertKey(key: string, contentType?: string): void {
  const expected = contentTypeOf(key)
  if (expected === undefined) throw new TypeError('Not a storage key')
  if (contentType !== undefined && essence(contentType) !== essence(expected)) {
    throw new TypeError(`A file with this extension is ${expected}`)
  }
}

/** What `check` does in every place. */
export async function probe(storage: Pick<Storage, 'put' | 'get' | 'remove'>): Promise<void> {
  const key = `check/${randomUUID()}.txt`
  const written = Buffer.from(key)
  await storage.put(key, written, 'text/plain')
  const found = await storage.get(key)
  await storage.remove(key)
  if (!found || !written.equals(found.bytes)) {
    throw storageFailed('give back what was written')
  }
}

const essence = (contentType: string) => contentType.split(';', 1)[0]?.trim().toLowerCase()
