import { createShareLink } from '#contracts/sharing/links.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { readContents, readInput, usualExpiry } from './link-input.ts'
import { presentLink } from './link-row.ts'
import { addressOf, newToken, storeToken } from './tokens.ts'
import { trimKind, trimsAt } from './trim-log.ts'

export default serve(createShareLink)(async (ctx, { body }) => {
  const { kind } = body
  const input = await readInput(ctx, kind, body)
  await claimQuota(ctx, 'shareLinks', 1)
  const id = newId(ctx.now.getTime())
  const token = newToken()
  const row = await ctx.db
    .insertInto('share_link')
    .values({
      contents: readContents(kind, undefined),
      expires_at: usualExpiry(kind, ctx.now),
      ...input,
      tenant_id: ctx.tenantId,
      id,
      kind,
      name: body.name,
      token_hash: token.hash,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await storeToken(ctx, id, token)
  await ctx.schedule(trimKind, id, trimsAt(ctx.now))
  return { ...presentLink(row, ctx.now), url: addressOf(ctx.platform, token.token), token: token.token }
})
