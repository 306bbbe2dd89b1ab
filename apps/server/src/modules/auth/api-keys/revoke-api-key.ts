import { createApiKey, revokeApiKey } from '#contracts/auth/api-keys.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(revokeApiKey)(async (ctx, { params }) => {
  const key = await ctx.db
    .selectFrom('api_key')
    .select(['id', 'hash', 'name', 'scopes', 'version'])
    .where('id', '=', params.id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw notFound()
  requireVersion(ctx, key.version)
  auditGone(ctx, { name: key.name, scopes: key.scopes }, createApiKey)
  // The row stays, because history and audit log show its name.
  await ctx.db.updateTable('api_key').set({ revoked_at: ctx.now }).where('id', '=', key.id).execute()
  await ctx.db.deleteFrom('api_key_directory').where('hash', '=', key.hash).execute()
  return { id: key.id }
})
