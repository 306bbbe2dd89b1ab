import { inviteUser } from '#contracts/admin/users.ts'
import { createUser, requestInvitation } from '#server/modules/auth/public.ts'
import { conflict } from '#server/platform/errors.ts'
import { claimPlaces } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentMemberById, requireBuildings } from './member.ts'

export default serve(inviteUser)(async (ctx, { body }) => {
  const taken = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', body.email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw conflict('This address is in the team already')
  const buildingIds = body.buildingIds ?? []
  await requireBuildings(ctx, buildingIds)
  await claimPlaces(ctx, 'members', 1)
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('settings')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const locale = (tenant.settings as { profile?: { locale?: string } } | null)?.profile?.locale
  const language = body.language ?? locale ?? 'en'
  const id = await createUser(ctx, {
    email: body.email,
    name: body.name,
    roles: body.roles,
    state: 'INVITED',
    passwordHash: null,
    language,
    emailVerified: false,
  })
  if (buildingIds.length > 0)
    await ctx.db.updateTable('app_user').set({ building_ids: buildingIds }).where('id', '=', id).execute()
  await requestInvitation(ctx, id, { inviter: ctx.actor.name, organisation: ctx.tenant.name })
  return presentMemberById(ctx, id)
})
