import { logoutScout } from '#contracts/scout/phone/session.ts'
import { serve } from '#server/platform/http/serve.ts'
import { endSessions } from '#server/platform/sessions.ts'

export default serve(logoutScout)(async (ctx) => {
  const { id: subjectId, sessionId } = ctx.actor
  await endSessions(ctx, { kind: 'SCOUT', subjectId }, { only: sessionId })
  return { message: 'Signed out; what is not sent yet stays on the phone' }
})
