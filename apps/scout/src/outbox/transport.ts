/** Sends operations and photos to the service. */
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { createScoutUpload } from '#contracts/scout/phone/findings.ts'
import { pushScoutOperations } from '#contracts/scout/phone/sync.ts'
import type { BatchAnswer } from '#offline/outbox.ts'
import { putBytes } from '#offline/upload.ts'
import { sha256 } from '../data/hash.ts'
import type { Operation, PhotoWork, Wire } from './operation.ts'
import type { Transport } from './outbox.ts'

const mostOperations = 100
const mostFiles = 20

type Photo = Operation & { readonly work: PhotoWork }

const isPhotoOf =
  (inspections: ReadonlySet<unknown>) =>
  (one: Operation): one is Photo =>
    one.state === 'WAITING' &&
    one.work.kind === 'photo' &&
    'inspectionId' in one.work.of &&
    inspections.has(one.work.of.inspectionId)

const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/** @throws ApiError VALIDATION_ERROR: bytes that cannot be read stay so */
const fileOf = async ({ photo }: PhotoWork) => {
  try {
    const bytes = await photo.arrayBuffer()
    return { bytes, contentType: 'image/jpeg' as const, size: bytes.byteLength, sha256: await sha256(bytes) }
  } catch (cause) {
    throw new ApiError({ code: 'VALIDATION_ERROR', status: 0, message: 'The photo is unreadable' }, cause)
  }
}

const confirmOf = ({ id, at, work }: Photo, mediaId: string): Wire => ({
  clientId: id,
  at,
  kind: 'media.confirm',
  mediaId,
  ...work.of,
})

/** @param waiting all operations that are stored */
export const createTransport = (client: Client, waiting: () => readonly Operation[]): Transport => {
  const push = async (operations: readonly Wire[]): Promise<BatchAnswer> => {
    const results: BatchAnswer['results'][number][] = []
    let requestId: string | undefined
    for (const part of partsOf(operations, mostOperations)) {
      // This phone's clock may be wrong; with `sentAt` the service computes how long ago each operation happened.
      const reply = await client.send(pushScoutOperations, {
        query: { sentAt: new Date().toISOString() },
        body: { operations: part },
      })
      requestId = reply.requestId
      for (const { clientId, result, code, path } of reply.notModified ? [] : reply.data.results)
        results.push({ clientId, ok: result !== 'REJECTED', code, path })
    }
    return { results, requestId }
  }

  /** Uploads of several photos at once; the service gives the same bytes the same id. */
  const uploadsFor = async (photos: readonly Photo[]): Promise<Wire[]> => {
    const known: { photo: Photo; file: Awaited<ReturnType<typeof fileOf>> }[] = []
    for (const photo of photos) {
      const file = await fileOf(photo.work).catch(() => undefined)
      if (file) known.push({ photo, file })
    }
    const confirms: Wire[] = []
    for (const part of partsOf(known, mostFiles)) {
      const files = part.map(({ file: { contentType, size, sha256: hash } }) => ({
        contentType,
        size,
        sha256: hash,
      }))
      const reply = await client.call(createScoutUpload, { body: { files } })
      const uploads = 'files' in reply ? reply.files : [reply]
      for (const [index, { photo }] of part.entries()) {
        const upload = uploads[index]
        if (upload) confirms.push(confirmOf(photo, upload.id))
      }
    }
    return confirms
  }

  return {
    sendBatch: async (operations) => {
      // A photo that is confirmed counts before its bytes are there, so photos never hold up what needs them.
      const completed = operations.flatMap(({ kind, inspectionId }) =>
        kind === 'inspection.complete' ? [inspectionId] : [],
      )
      const confirms = await uploadsFor(waiting().filter(isPhotoOf(new Set(completed))))
      return push(
        operations.flatMap((one) =>
          one.kind === 'inspection.complete'
            ? [...confirms.filter(({ inspectionId }) => inspectionId === one.inspectionId), one]
            : [one],
        ),
      )
    },
    sendPhoto: async (operation) => {
      const { work } = operation
      if (work.kind !== 'photo') return
      const { bytes, ...file } = await fileOf(work)
      const upload = await client.call(createScoutUpload, { body: file })
      if ('files' in upload)
        throw new ApiError({ code: 'BAD_ANSWER', status: 200, message: 'No upload address' })
      // The service may have the bytes already.
      if (!upload.stored) await putBytes(upload.url, upload.headers, bytes)
      const { results, requestId } = await push([confirmOf({ ...operation, work }, upload.id)])
      const [result] = results
      if (result?.ok) return
      const code = (result?.code ?? 'BAD_ANSWER') as ApiError['code']
      throw new ApiError({ code, status: 200, requestId, message: 'The photo was refused' })
    },
    sendNew: async () => {
      throw new Error('Scouts create nothing by an operation of its own')
    },
    sendAlone: async () => {
      throw new Error('Scouts send operations in batches')
    },
  }
}
