/**
 * The row of an export through its runs. Each run has a number; what it reports counts only while it is the latest,
 * so that two runs at once create one file.
 */
import type { ExportState } from '#contracts/data-export.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { askEach } from '#server/platform/mail/define.ts'
import type { Progress } from './archive.ts'
import { exportReady } from './mails/export-ready.ts'

const day = 24 * 3600_000
/** Milliseconds for which a finished file is kept: a week. */
export const keptMs = 7 * day
/** Milliseconds without progress after which a run is considered dead. */
const silentMs = 30_000
/** Crashed runs count like failed ones. */
const attemptsAtMost = 6

export interface ExportRow {
  id: string
  state: ExportState
  steps: number
  steps_done: number
  records: number
  photos: number
  size: number | null
  sha256: string | null
  attempts: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  expires_at: Date | null
}

/** Storage key of a run's file. */
export const fileKeyOf = (tenantId: string, id: string, run: number): string =>
  `exports/${tenantId}/${id}-${run}.zip`

export class TakenOver extends Error {}

/**
 * @returns the number of the new run; undefined if there is nothing left to do
 * @throws while another run is in progress
 */
export const beginRun = async (ctx: TenantContext, id: string): Promise<number | undefined> => {
  const [row] = await ctx.run<{ state: ExportState; attempts: number; touched_at: Date | null }>(
    'select state, attempts, touched_at from data_export where tenant_id = $1 and id = $2 for update',
    [ctx.tenantId, id],
  )
  if (!row || row.state === 'DONE' || row.state === 'FAILED') return undefined
  if (row.touched_at && ctx.now.getTime() - row.touched_at.getTime() < silentMs)
    throw new TakenOver('This export is being written by another worker')
  if (row.attempts >= attemptsAtMost) {
    await ctx.run(
      "update data_export set state = 'FAILED', finished_at = $3 where tenant_id = $1 and id = $2",
      [ctx.tenantId, id, ctx.now],
    )
    return undefined
  }
  await ctx.run(
    `update data_export set state = 'RUNNING', attempts = attempts + 1, started_at = coalesce(started_at, $3), touched_at = $3,
       steps_done = 0, records = 0, photos = 0 where tenant_id = $1 and id = $2`,
    [ctx.tenantId, id, ctx.now],
  )
  return row.attempts + 1
}

const stillLatest = (rows: readonly unknown[]): void => {
  if (rows.length === 0) throw new TakenOver('Another run has taken this export over')
}

export const emitProgress = async (
  ctx: TenantContext,
  id: string,
  run: number,
  { stepsDone, records, photos }: Progress,
): Promise<void> =>
  stillLatest(
    await ctx.run(
      `update data_export set touched_at = $4, steps_done = $5, records = $6, photos = $7
       where tenant_id = $1 and id = $2 and attempts = $3 and state = 'RUNNING' returning id`,
      [ctx.tenantId, id, run, ctx.now, stepsDone, records, photos],
    ),
  )

/**
 * After a failure: the next run may start at once, unless this was the last one.
 * again  the job must be retried
 * never  the export has failed for good, or another run has taken over
 * done   the failure came after the end, for example a connection lost at the commit
 */
export const giveUpRun = async (
  ctx: TenantContext,
  id: string,
  run: number,
): Promise<'again' | 'never' | 'done'> => {
  const last = run >= attemptsAtMost
  const [row] = await ctx.run<{ state: ExportState; attempts: number }>(
    'select state, attempts from data_export where tenant_id = $1 and id = $2 for update',
    [ctx.tenantId, id],
  )
  if (!row || row.attempts !== run || row.state === 'FAILED') return 'never'
  if (row.state === 'DONE') return 'done'
  await ctx.run(
    'update data_export set state = $3, touched_at = null, finished_at = $4 where tenant_id = $1 and id = $2',
    [ctx.tenantId, id, last ? 'FAILED' : 'QUEUED', last ? ctx.now : null],
  )
  return last ? 'never' : 'again'
}

/** Finishes the export, which a tenant that is closing keeps until it is erased: deletes the tenant's older files and notifies those who requested it. */
export const finishRun = async (
  ctx: TenantContext,
  id: string,
  run: number,
  file: { readonly size: number; readonly sha256: string },
): Promise<void> => {
  const expiresAt = new Date(ctx.now.getTime() + keptMs)
  const done = await ctx.run<{ asked_by: string[] }>(
    `update data_export set state = 'DONE', finished_at = $4, size = $6, sha256 = $7, touched_at = null,
       expires_at = greatest($5::timestamptz, (select erase_at from tenant where id = $1))
     where tenant_id = $1 and id = $2 and attempts = $3 and state = 'RUNNING' returning asked_by`,
    [ctx.tenantId, id, run, ctx.now, expiresAt, file.size, file.sha256],
  )
  stillLatest(done)
  await ctx.run(
    "update data_export set expires_at = $3 where tenant_id = $1 and id <> $2 and state = 'DONE' and expires_at > $3",
    [ctx.tenantId, id, ctx.now],
  )
  await emit(ctx, 'export.ready', { exportId: id })
  const askedBy = [...new Set(done[0]?.asked_by)]
  await askEach(
    ctx,
    exportReady,
    askedBy.map((userId) => ({ userId, exportId: id })),
  )
}
