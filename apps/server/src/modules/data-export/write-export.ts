/** One run: writes the export to a file in the storage. No transaction is open during the transfer. */
import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { openArchive, type ReportProgress } from './archive.ts'
import { beginRun, emitProgress, fileKeyOf, finishRun, giveUpRun } from './runs.ts'

const progressEveryMs = 1000

/** Removes files of earlier runs that crashed after writing them. */
const removeFilesBefore = async (platform: Platform, tenantId: string, id: string, run: number) => {
  for (let earlier = 1; earlier < run; earlier++)
    await platform.storage.remove(fileKeyOf(tenantId, id, earlier))
}

const writeFile = async (
  platform: Platform,
  tenantId: string,
  key: string,
  tell: ReportProgress,
): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of openArchive(platform, tenantId, tell)) {
      hash.update(chunk)
      yield chunk as Uint8Array
    }
  }
  const size = await platform.storage.putStream(key, hashed(), 'application/zip')
  return { size, sha256: hash.digest('hex') }
}

/** @throws the failure, so that the job is retried; nothing if the export was given up */
export const writeExport = async (
  platform: Platform,
  event: StoredEvent<'internal.export_requested'>,
): Promise<void> => {
  const { tenantId } = event
  const id = event.payload.exportId
  const inside: ReturnType<typeof tenantContextFor> = (work) =>
    tenantContextFor(platform, tenantId, 'data-export', event.id)(work)
  const run = await inside((ctx) => beginRun(ctx, id))
  if (run === undefined) return
  const key = fileKeyOf(tenantId, id, run)
  let toldAt = 0
  const tell: ReportProgress = async (progress) => {
    if (performance.now() - toldAt < progressEveryMs && progress.stepsDone > 0) return
    toldAt = performance.now()
    await inside((ctx) => emitProgress(ctx, id, run, progress))
  }
  let last: Parameters<ReportProgress>[0] = { stepsDone: 0, records: 0, photos: 0 }
  try {
    platform.disk.assertSpace()
    await removeFilesBefore(platform, tenantId, id, run)
    const file = await writeFile(platform, tenantId, key, async (progress) => {
      last = progress
      await tell(progress)
    })
    await inside(async (ctx) => {
      await emitProgress(ctx, id, run, last)
      await finishRun(ctx, id, run, file)
    })
  } catch (error) {
    // The row first, so that no row points to a removed file. A file that remains is removed by the next run.
    const then = await inside((ctx) => giveUpRun(ctx, id, run))
    if (then === 'done') return
    await platform.storage.remove(key).catch(() => undefined)
    if (then === 'again') throw error
    platform.log.error({ err: error, tenantId, exportId: id }, 'An export has failed for good')
  }
}
