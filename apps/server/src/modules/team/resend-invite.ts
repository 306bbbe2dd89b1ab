import { resendInvite } from '#contracts/team.ts'
import { endLinks, requestInvitation } from '#server/modules/auth/public.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { memberById, presentMemberById } from './member.ts'

export default serve(resendInvite)(async (ctx, { params }) => {
  const member = await memberById(ctx, params.id)
  if (member.state !== 'INVITED') throw conflict('This person has already joined')
  await endLinks(ctx, member.id, 'INVITATION')
  await requestInvitation(ctx, member.id, { inviter: ctx.actor.name, organisation: ctx.tenant.name })
  return presentMemberById(ctx, member.id)
})
