/** One of many: if it fails, what it did is undone and the others stay. */
import type { TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { tallySavepoint } from '../list/tally.ts'
import { clockSavepoint } from '../sla/keep-clocks.ts'

/** @returns the fault that the work ended in; faults that are none of the service's own are thrown */
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
    // It is there still: else it would be what an outer one of the same name goes back to.
    await ctx.run('release savepoint operation', [])
    undoTallies()
    return error
  }
  await ctx.run('release savepoint operation', [])
  return undefined
}
