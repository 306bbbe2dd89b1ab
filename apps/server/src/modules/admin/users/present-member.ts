/** A member's row as the API shows it. */
import type { Selectable } from 'kysely'
import type { Member } from '#contracts/admin/users.ts'
import { type Role, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { AppUser } from '#server/platform/db/tables.ts'

export interface MemberRow extends Selectable<AppUser> {
  invited_at: Date | null
}

/** People of the team with the time of their last invitation. */
export const selectMembers = (ctx: TenantContext) =>
  ctx.db
    .selectFrom('app_user')
    .selectAll('app_user')
    .select((eb) =>
      eb
        .selectFrom('mail_link')
        .select((link) => link.fn.max('mail_link.created_at').as('at'))
        .whereRef('mail_link.user_id', '=', 'app_user.id')
        .where('mail_link.kind', '=', 'INVITATION')
        .as('invited_at'),
    )
    .where('removed_at', 'is', null)

export const presentMember = (row: MemberRow): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  roles: row.roles as Role[],
  active: row.state === 'ACTIVE',
  createdAt: row.created_at.toISOString(),
  state: row.state as Member['state'],
  language: visitorLanguages.find((language) => language === row.language) ?? null,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  invitedAt: row.invited_at?.toISOString() ?? null,
  buildingIds: row.building_ids,
  teams: [],
  version: row.version,
})
