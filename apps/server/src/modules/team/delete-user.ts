import type { Role } from '#contracts/kit/vocabulary.ts'
import { deleteUser, inviteUser } from '#contracts/team.ts'
import { removeUser } from '#server/modules/auth/public.ts'
import { type AssigneeKey, releaseTasksOf } from '#server/modules/tasks/public.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { keepOneAdmin, memberById, presentMemberById } from './member.ts'

// Locked before the account, as when the two are linked, so that a removed member gets no work at the same moment.
const operatorsText = 'select id from operator where tenant_id = $1 and user_id = $2 for update'

export default serve(deleteUser)(async (ctx, { params }) => {
  const operators = await ctx.run<{ id: string }>(operatorsText, [ctx.tenantId, params.id])
  await ctx.db.selectFrom('app_user').select('id').where('id', '=', params.id).forUpdate().execute()
  const member = await memberById(ctx, params.id)
  requireVersion(ctx, member.version)
  auditGone(ctx, await presentMemberById(ctx, member.id), inviteUser)
  if (member.state === 'ACTIVE' && (member.roles as Role[]).includes('ADMIN'))
    await keepOneAdmin(ctx, member.id)
  const held: AssigneeKey[] = [
    { kind: 'USER', id: member.id },
    ...operators.map(({ id }) => ({ kind: 'OPERATOR' as const, id })),
  ]
  await releaseTasksOf(ctx, held, { code: 'MEMBER_LEFT' })
  await removeUser(ctx, member.id)
  return { id: member.id }
})
