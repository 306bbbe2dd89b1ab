import { logout } from '#contracts/auth.ts'
import { endConnections } from '#server/modules/mcp/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { endSessions } from './sessions.ts'

export default serve(logout)(async (ctx, { body }) => {
  if (ctx.actor.kind === 'USER') {
    await endSessions(ctx, ctx.actor.id, body?.everywhere ? {} : { only: ctx.actor.sessionId })
    if (body?.everywhere) await endConnections(ctx, ctx.actor.id)
  }
  return { message: body?.everywhere ? 'Signed out on all devices' : 'Signed out' }
})
