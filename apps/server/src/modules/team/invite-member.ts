/** Invites members by email. */
import type { Role, VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { createUsers, requestInvitations } from '#server/modules/auth/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { membersAmong, requireBuildings } from './member.ts'

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  /** absent: the tenant's */
  readonly language?: VisitorLanguage
}

/**
 * Many in a fixed number of statements; addresses must be unique in the list.
 * @returns the ids of the members, in the same order
 * @throws ServiceError CONFLICT for an address that is in the team, PLAN_LIMIT_REACHED
 */
export const inviteMembers = async (
  ctx: StaffContext,
  invitations: readonly Invitation[],
): Promise<string[]> => {
  if (invitations.length === 0) return []
  const taken = await membersAmong(
    ctx,
    invitations.map(({ email }) => email),
  )
  if (taken.size > 0) throw conflict('This address is already in the team')
  await claimQuota(ctx, 'members', invitations.length)
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('settings')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const locale = (tenant.settings as { profile?: { locale?: string } } | null)?.profile?.locale
  const ids = await createUsers(
    ctx,
    invitations.map(({ email, name, roles, language }) => ({
      email,
      name,
      roles: [...roles],
      state: 'INVITED',
      passwordHash: null,
      language: language ?? locale ?? 'en',
      emailVerified: false,
    })),
  )
  await requestInvitations(ctx, ids, { inviter: ctx.actor.name, organisation: ctx.tenant.name })
  return ids
}

/** @returns the id of the member. @throws ServiceError CONFLICT, NOT_FOUND for a building, PLAN_LIMIT_REACHED */
export const inviteMember = async (
  ctx: StaffContext,
  { buildingIds = [], ...invitation }: Invitation & { readonly buildingIds?: readonly string[] },
): Promise<string> => {
  await requireBuildings(ctx, buildingIds)
  const [id = ''] = await inviteMembers(ctx, [invitation])
  if (buildingIds.length > 0)
    await ctx.db
      .updateTable('app_user')
      .set({ building_ids: [...buildingIds] })
      .where('id', '=', id)
      .execute()
  return id
}
