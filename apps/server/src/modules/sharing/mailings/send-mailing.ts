import { sendMailing } from '#contracts/sharing/mailings.ts'
import { serve } from '#server/platform/http/serve.ts'
import { issue } from './issue.ts'
import { readMailing } from './mailing-row.ts'

export default serve(sendMailing)(async (ctx, { params }) => {
  const row = await readMailing(ctx, params.id)
  await issue(ctx, row, ctx.now, ctx.actor.id)
  return { id: row.id }
})
