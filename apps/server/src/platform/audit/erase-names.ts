/** Names stand outside the chain, so one can be erased and the chain still verifies. */
import type { TenantContext } from '../context.ts'

/** Of a person who was removed from the team; nothing for anybody else. @returns how many entries held it */
export const eraseAuditNames = async (ctx: TenantContext, userId: string): Promise<number> => {
  const [row] = await ctx.run<{ entries: number }>('select erase_audit_names($1::uuid) as entries', [userId])
  return row?.entries ?? 0
}
