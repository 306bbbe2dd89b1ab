import type { Role } from '#contracts/kit/vocabulary.ts'
import { updateUser } from '#contracts/team.ts'
import { endSessions } from '#server/modules/auth/public.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { keepOneAdmin, memberById, presentMemberById, requireBuildings } from './member.ts'

export default serve(updateUser)(async (ctx, { params, body }) => {
  await ctx.db.selectFrom('app_user').select('id').where('id', '=', params.id).forUpdate().execute()
  const member = await memberById(ctx, params.id)
  requireVersion(ctx, member.version)
  auditBefore(ctx, await presentMemberById(ctx, params.id))
  await requireBuildings(ctx, body.buildingIds ?? [])
  const wasAdmin = member.state === 'ACTIVE' && (member.roles as Role[]).includes('ADMIN')
  const staysAdmin = body.active !== false && (body.roles ?? (member.roles as Role[])).includes('ADMIN')
  if (wasAdmin && !staysAdmin) await keepOneAdmin(ctx, member.id)
  const joined = member.password_hash !== null || member.email_verified_at !== null
  const returns = body.active === true && member.state === 'DISABLED'
  if (returns) await claimQuota(ctx, 'members', 1)
  const state = body.active === false ? 'DISABLED' : returns ? (joined ? 'ACTIVE' : 'INVITED') : member.state
  if (body.name !== undefined || body.language !== undefined) ctx.invalidate('tasks')
  await ctx.db
    .updateTable('app_user')
    .set((eb) => ({
      state,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.roles === undefined ? {} : { roles: body.roles }),
      ...(body.language === undefined ? {} : { language: body.language }),
      ...(body.buildingIds === undefined ? {} : { building_ids: body.buildingIds }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', params.id)
    .execute()
  await ctx.schedule('digest.plan', params.id, ctx.now)
  if (state === 'DISABLED') await endSessions(ctx, params.id)
  return presentMemberById(ctx, params.id)
})
