/** Runs one of many changes in a savepoint: if it fails, only its own work is undone. */
import type { TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { tallySavepoint } from '../list/tally.ts'
import { clockSavepoint } from '../sla/update-clocks.ts'

/** @returns the ServiceError that the work failed with; other errors are thrown */
export const attempt = async (
  ctx: TenantContext,
  work: () => Promise<void>,
): Promise<ServiceError | undefined> => {
  const undoTallies = tallySavepoint(ctx)
  clockSavepoint(ctx)
  await ctx.run('savepoint operation', [])
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await ctx.run('rollback to savepoint operation', [])
    // Rolling back keeps the savepoint; release it, or an outer one of the same name would be hidden.
    await ctx.run('release savepoint operation', [])
    undoTallies()
    return error
  }
  await ctx.run('release savepoint operation', [])
  return undefined
}
