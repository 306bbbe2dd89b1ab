import type { TenantContext } from '#server/platform/context.ts'

const syncedText = 'update scout set last_sync_at = $3 where tenant_id = $1 and id = $2'

/** Notes when the phone sent what it had. */
export const noteSync = async (ctx: TenantContext): Promise<void> => {
  await ctx.run(syncedText, [ctx.tenantId, ctx.actor.id, ctx.now])
}
