/** A new member of the team, with the mail that lets them in. */
import type { Role, VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { createUser, requestInvitation } from '#server/modules/auth/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { claimPlaces } from '#server/platform/gate/plan-limits.ts'
import { requireBuildings } from './member.ts'

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  /** left out: the tenant's */
  readonly language?: VisitorLanguage
  readonly buildingIds?: readonly string[]
}

/** @returns the id of the member. @throws ServiceError CONFLICT, NOT_FOUND for a building, PLAN_LIMIT_REACHED */
export const inviteMember = async (ctx: StaffContext, invitation: Invitation): Promise<string> => {
  const taken = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', invitation.email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw conflict('This address is in the team already')
  const buildingIds = [...(invitation.buildingIds ?? [])]
  await requireBuildings(ctx, buildingIds)
  await claimPlaces(ctx, 'members', 1)
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('settings')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const locale = (tenant.settings as { profile?: { locale?: string } } | null)?.profile?.locale
  const id = await createUser(ctx, {
    email: invitation.email,
    name: invitation.name,
    roles: [...invitation.roles],
    state: 'INVITED',
    passwordHash: null,
    language: invitation.language ?? locale ?? 'en',
    emailVerified: false,
  })
  if (buildingIds.length > 0)
    await ctx.db.updateTable('app_user').set({ building_ids: buildingIds }).where('id', '=', id).execute()
  await requestInvitation(ctx, id, { inviter: ctx.actor.name, organisation: ctx.tenant.name })
  return id
}
