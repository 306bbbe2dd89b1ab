import { rotateShareLink } from '#contracts/sharing/links.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockLink, presentLink } from './link-row.ts'
import { replaceToken } from './replace-token.ts'
import { addressOf, newToken } from './tokens.ts'

export default serve(rotateShareLink)(async (ctx, { params }) => {
  const before = await lockLink(ctx, params.id)
  const token = newToken()
  const row = await replaceToken(ctx, before, token, null)
  return { ...presentLink(row, ctx.now), url: addressOf(ctx.platform, token.token), token: token.token }
})
