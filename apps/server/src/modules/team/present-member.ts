/** A member's row as the API returns it. */
import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Role, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Member } from '#contracts/team.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { AppUser } from '#server/platform/db/tables.ts'

export interface MemberRow extends Selectable<AppUser> {
  invited_at: Date | null
  teams: { id: string; name: string }[]
  skills: string[]
}

/** Members with the time of their last invitation. */
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
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('operator')
          .innerJoin('company', 'company.id', 'operator.company_id')
          .select(['company.id', 'company.name'])
          .whereRef('operator.user_id', '=', 'app_user.id')
          .where('company.state', '<>', 'ENDED'),
      ).as('teams'),
      sql<
        string[]
      >`coalesce((select skills from operator where tenant_id = ${ctx.tenantId} and user_id = app_user.id), '{}')`.as(
        'skills',
      ),
    ])
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
  teams: row.teams,
  version: row.version,
})
