/** A conflict that nobody resolved ends after 30 days: the value that stands is kept, which is THEIRS. */
import type { TenantContext } from '#server/platform/context.ts'
import { closeConflict } from './stored-conflicts.ts'

export const openForMs = 30 * 86_400_000

export const endConflict = async (ctx: TenantContext, id: string): Promise<void> => {
  await closeConflict(ctx, id)
}
