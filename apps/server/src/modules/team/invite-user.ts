import { inviteUser } from '#contracts/team.ts'
import { serve } from '#server/platform/http/serve.ts'
import { inviteMember } from './invite-member.ts'
import { presentMemberById } from './member.ts'

export default serve(inviteUser)(async (ctx, { body }) =>
  presentMemberById(ctx, await inviteMember(ctx, body)),
)
