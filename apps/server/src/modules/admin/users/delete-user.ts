import { deleteUser, inviteUser } from '#contracts/admin/users.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { removeUser } from '#server/modules/auth/public.ts'
import { releaseTasksOf } from '#server/modules/tasks/public.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { keepOneAdmin, memberById, presentMemberById } from './member.ts'

export default serve(deleteUser)(async (ctx, { params }) => {
  await ctx.db.selectFrom('app_user').select('id').where('id', '=', params.id).forUpdate().execute()
  const member = await memberById(ctx, params.id)
  requireVersion(ctx, member.version)
  auditGone(ctx, await presentMemberById(ctx, member.id), inviteUser)
  if (member.state === 'ACTIVE' && (member.roles as Role[]).includes('ADMIN'))
    await keepOneAdmin(ctx, member.id)
  await releaseTasksOf(ctx, { kind: 'USER', id: member.id }, { code: 'MEMBER_LEFT' })
  await removeUser(ctx, member.id)
  return { id: member.id }
})
