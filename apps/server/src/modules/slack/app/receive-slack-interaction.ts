import { receiveSlackInteraction, type SlackInteraction } from '#contracts/slack/callbacks.ts'
import { tenantOfTeam } from '#server/modules/slack/connection/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { pressButton } from './interactions/press-button.ts'
import { submitDialog } from './interactions/submit-dialog.ts'

export default serve(receiveSlackInteraction)(async (ctx, { body: { payload } }) => {
  const tenantId = await tenantOfTeam(ctx, payload.team?.id)
  if (tenantId === undefined) return undefined
  return answerTo(payload) === 'button'
    ? pressButton(ctx, tenantId, payload)
    : submitDialog(ctx, tenantId, payload)
})

const answerTo = ({ type }: SlackInteraction): 'button' | 'dialog' =>
  type === 'block_actions' ? 'button' : 'dialog'
