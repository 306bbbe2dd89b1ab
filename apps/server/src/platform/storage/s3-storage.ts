/** File storage in an S3 bucket or a compatible service. Credentials come from the usual AWS_* variables. */
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import {
  assertKey,
  contentTypeOf,
  markFaults,
  probe,
  SourceFault,
  type Storage,
  storageFailed,
} from './objects.ts'

export interface S3Target {
  readonly bucket: string
  /** without leading and trailing slashes; may be empty */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
  /** the bucket is in the path instead of the host name */
  readonly pathStyle: boolean
}

const attempts = 3

/** Bytes of a part of a multipart upload; S3 allows 10,000 parts (here 80 GB) of at least 5 MiB. */
const partBytes = 8 * 1024 * 1024
/** A part takes longer than a photo. */
const partDeadlineMs = 60_000
/** A stream without progress for this long is closed. */
const idleMs = 60_000

/** Opens the storage; the first call connects. A call fails after `deadlineMs`, including its retries. */
export async function openS3Storage(target: S3Target, deadlineMs = 5_000): Promise<Storage> {
  // Loaded on demand because the SDK is large.
  const s3 = await import('@aws-sdk/client-s3')
  const region = target.region ?? (target.endpoint === undefined ? undefined : 'us-east-1')
  const client: S3Client = new s3.S3Client({
    ...(target.endpoint === undefined ? {} : { endpoint: target.endpoint }),
    ...(region === undefined ? {} : { region }),
    forcePathStyle: target.pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: deadlineMs,
      throwOnRequestTimeout: true,
    },
    // Several S3-compatible servers reject the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const at = (key: string) => ({
    Bucket: target.bucket,
    Key: target.prefix === '' ? key : `${target.prefix}/${key}`,
  })

  const within = <T>(action: string, call: (signal: AbortSignal) => Promise<T>) =>
    runWithin(deadlineMs, action, call)

  /** Uploads the parts one after the other; an incomplete upload is never visible and is aborted on failure. */
  const putParts = async (
    key: string,
    parts: AsyncIterable<Uint8Array>,
    first: Uint8Array,
  ): Promise<number> => {
    const part = <T>(call: (signal: AbortSignal) => Promise<T>) =>
      runWithin(partDeadlineMs, 'write a file', call)
    const { UploadId } = await part((abortSignal) =>
      client.send(new s3.CreateMultipartUploadCommand({ ...at(key), ContentType: contentTypeOf(key) }), {
        abortSignal,
      }),
    )
    const sent: { ETag: string | undefined; PartNumber: number }[] = []
    let size = 0
    const send = async (bytes: Uint8Array): Promise<void> => {
      const PartNumber = sent.length + 1
      const { ETag } = await part((abortSignal) =>
        client.send(
          new s3.UploadPartCommand({
            ...at(key),
            UploadId,
            PartNumber,
            Body: bytes,
            ContentLength: bytes.byteLength,
          }),
          { abortSignal },
        ),
      )
      sent.push({ ETag, PartNumber })
      size += bytes.byteLength
    }
    try {
      await send(first)
      for await (const bytes of parts) await send(bytes)
      await part((abortSignal) =>
        client.send(
          new s3.CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts: sent } }),
          { abortSignal },
        ),
      )
      return size
    } catch (cause) {
      await client.send(new s3.AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(() => undefined)
      throw cause
    }
  }

  const storage: Storage = {
    async put(key, bytes, contentType) {
      assertKey(key, contentType)
      await within('write a file', (abortSignal) =>
        client.send(
          new s3.PutObjectCommand({
            ...at(key),
            Body: bytes,
            ContentLength: bytes.byteLength,
            ContentType: contentTypeOf(key),
          }),
          { abortSignal },
        ),
      )
    },
    async get(key) {
      const contentType = contentTypeOf(key)
      if (contentType === undefined) return undefined
      return within('read a file', async (abortSignal) => {
        try {
          const answer = await client.send(new s3.GetObjectCommand(at(key)), { abortSignal })
          const bytes = await answer.Body?.transformToByteArray()
          return { bytes: bytes ?? new Uint8Array(), contentType }
        } catch (cause) {
          if (cause instanceof s3.NoSuchKey) return undefined
          throw cause
        }
      })
    },
    async putStream(key, source, contentType) {
      assertKey(key, contentType)
      const parts = inParts(markFaults(source))
      try {
        const first = (await parts.next()).value ?? new Uint8Array()
        if (first.byteLength >= partBytes) return await putParts(key, parts, first)
        await storage.put(key, first, contentType)
        return first.byteLength
      } catch (cause) {
        await parts.return(undefined).catch(() => undefined)
        throw cause instanceof SourceFault ? cause.cause : cause
      }
    },
    async getStream(key) {
      const contentType = contentTypeOf(key)
      if (contentType === undefined) return undefined
      const stop = new AbortController()
      return within('read a file', async (late) => {
        late.addEventListener('abort', onLate)
        try {
          const answer = await client.send(new s3.GetObjectCommand(at(key)), { abortSignal: stop.signal })
          const body = answer.Body instanceof Readable ? answer.Body : Readable.from([])
          return { stream: withIdleTimeout(body), size: answer.ContentLength ?? 0, contentType }
        } catch (cause) {
          if (cause instanceof s3.NoSuchKey) return undefined
          throw cause
        } finally {
          // The deadline applies until the answer starts; the body has its own.
          late.removeEventListener('abort', onLate)
        }
      })
      function onLate() {
        stop.abort()
      }
    },
    async remove(key) {
      assertKey(key)
      await within('remove a file', (abortSignal) =>
        client.send(new s3.DeleteObjectCommand(at(key)), { abortSignal }),
      )
    },
    async removeUnder(folder) {
      let removed = 0
      for (;;) {
        const { Contents = [] } = await within('list files', (abortSignal) =>
          client.send(new s3.ListObjectsV2Command({ Bucket: target.bucket, Prefix: `${at(folder).Key}/` }), {
            abortSignal,
          }),
        )
        const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
        if (keys.length === 0) return removed
        // One by one: several servers that speak S3 do not take DeleteObjects without a checksum.
        for (const Key of keys)
          await within('remove a file', (abortSignal) =>
            client.send(new s3.DeleteObjectCommand({ Bucket: target.bucket, Key }), { abortSignal }),
          )
        removed += keys.length
      }
    },
    check: () => probe(storage),
  }
  return storage
}

/** Runs `call` with a deadline that also covers reading the body. */
async function runWithin<T>(
  deadlineMs: number,
  action: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(deadlineMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([call(signal), late])
  } catch (cause) {
    throw storageFailed(action, cause)
  }
}

/** Joins chunks to parts of `partBytes`; the last one is smaller. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
  return undefined
}

/** Closes a body without progress, whichever side is waiting. */
function withIdleTimeout(body: Readable): Readable {
  const timer = setTimeout(() => body.destroy(storageFailed('read a file')), idleMs)
  timer.unref()
  body.on('data', () => timer.refresh()).pause()
  body.on('close', () => clearTimeout(timer))
  return body
}
