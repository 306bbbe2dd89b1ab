/** Files in an S3 bucket, or in what speaks its protocol. Credentials come from the usual AWS_* environment. */
import type { S3Client } from '@aws-sdk/client-s3'
import { assertKey, contentTypeOf, probe, type Storage, storageFailed } from './objects.ts'

export interface S3Place {
  readonly bucket: string
  /** without slashes at its ends; may be empty */
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string | undefined
  /** the bucket in the path instead of in the host name */
  readonly pathStyle: boolean
}

const attempts = 3

/**
 * Keeps files in a bucket; nothing is asked of the bucket before the first call.
 * A call gives up after `deadlineMs`, all its attempts together.
 */
export async function openS3Storage(place: S3Place, deadlineMs = 5_000): Promise<Storage> {
  // The SDK is large; who keeps files in a folder never loads it.
  const s3 = await import('@aws-sdk/client-s3')
  const region = place.region ?? (place.endpoint === undefined ? undefined : 'us-east-1')
  const client: S3Client = new s3.S3Client({
    ...(place.endpoint === undefined ? {} : { endpoint: place.endpoint }),
    ...(region === undefined ? {} : { region }),
    forcePathStyle: place.pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: deadlineMs,
      throwOnRequestTimeout: true,
    },
    // The newer checksum headers are refused by several servers that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const at = (key: string) => ({
    Bucket: place.bucket,
    Key: place.prefix === '' ? key : `${place.prefix}/${key}`,
  })

  const within = <T>(action: string, call: (signal: AbortSignal) => Promise<T>) =>
    runWithin(deadlineMs, action, call)

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
    async remove(key) {
      assertKey(key)
      await within('remove a file', (abortSignal) =>
        client.send(new s3.DeleteObjectCommand(at(key)), { abortSignal }),
      )
    },
    check: () => probe(storage),
  }
  return storage
}

/** Runs `call` and gives up after the deadline, also while a body trickles in. */
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
