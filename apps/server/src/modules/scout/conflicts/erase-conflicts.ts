import type { TenantContext } from '#server/platform/context.ts'

/** Conflicts name their scout. */
export const eraseConflictsOf = async (ctx: TenantContext, scoutId: string): Promise<void> => {
  await ctx.run('delete from scout_conflict where tenant_id = $1 and scout_id = $2', [ctx.tenantId, scoutId])
}
