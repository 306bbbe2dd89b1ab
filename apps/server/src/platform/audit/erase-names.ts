/** Names are not part of the chain, so the chain still verifies after one is erased. */
import type { TenantContext } from '../context.ts'

/** Erases the name of a removed member; does nothing for others. @returns number of changed entries */
export const eraseAuditNames = async (ctx: TenantContext, userId: string): Promise<number> => {
  const [row] = await ctx.run<{ entries: number }>('select erase_audit_names($1::uuid) as entries', [userId])
  return row?.entries ?? 0
}
