import { getMe } from '#contracts/auth.ts'
import { connectionsOfTenant } from '#server/modules/mcp/public.ts'
import { forbidden } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentMe } from './present-me.ts'

export default serve(getMe)(async (ctx, { query }) => {
  if (query.connections === undefined) return presentMe(ctx)
  if (ctx.actor.kind !== 'USER' || !ctx.actor.roles.includes('ADMIN')) throw forbidden()
  return { ...(await presentMe(ctx)), teamConnections: await connectionsOfTenant(ctx) }
})
