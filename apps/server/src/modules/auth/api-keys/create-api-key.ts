import { createApiKey } from '#contracts/auth/api-keys.ts'
import { scopes as knownScopes } from '#contracts/kit/vocabulary.ts'
import { hashApiKey, marksOf, newApiKey } from '#server/platform/crypto/api-keys.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'

export default serve(createApiKey)(async (ctx, { body }) => {
  await claimQuota(ctx, 'apiKeys', 1)
  const id = newId(ctx.now.getTime())
  const key = newApiKey()
  const hash = hashApiKey(key)
  const { prefix, lastFour } = marksOf(key)
  const { name } = body
  const scopes = knownScopes.filter((scope) => body.scopes.includes(scope))
  await ctx.db
    .insertInto('api_key')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name,
      scopes,
      hash,
      prefix,
      last_four: lastFour,
      created_by: ctx.actor.id,
      created_by_name: ctx.actor.name,
      created_at: ctx.now,
    })
    .execute()
  await ctx.db.insertInto('api_key_directory').values({ hash, tenant_id: ctx.tenantId, key_id: id }).execute()
  return { id, name, scopes, prefix, key, createdAt: ctx.now.toISOString() }
})
