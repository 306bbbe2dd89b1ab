/** Members who act without a session of their own, by something that was linked to them. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Platform, StaffContext, TenantContext } from '../context.ts'
import { storedZone } from '../stored-zone.ts'
import type { Principal } from './principal.ts'
import { readOnlyReason, type TenantStatusRow, tenantStatusColumns } from './tenant-status.ts'

interface MemberRow extends TenantStatusRow {
  name: string
  email: string
  language: string
  roles: Role[]
  building_ids: string[]
  operator_id: string | null
  company_id: string | null
  tenant_name: string
  time_zone: string
}

const memberText = `select u.name, u.email, u.language, u.roles, u.building_ids, o.id as operator_id, c.id as company_id,
    t.name as tenant_name, ${tenantStatusColumns}, t.time_zone
  from app_user u join tenant t on t.id = u.tenant_id
  left join operator o on o.tenant_id = $1 and o.user_id = u.id and o.state <> 'INACTIVE'
  left join company c on c.tenant_id = $1 and c.id = o.company_id and c.state = 'ACTIVE'
  where u.tenant_id = $1 and u.id = $2 and u.removed_at is null and u.state = 'ACTIVE' and t.state <> 'ERASED'`

export interface ActingMember {
  readonly principal: Principal & { readonly actor: Extract<Principal['actor'], { kind: 'USER' }> }
  readonly language: string
}

/**
 * @param sessionId of the session, or what stands for it
 * @returns undefined for somebody who was removed or disabled
 */
export const readMember = async (
  { run, tenantId, platform, now }: TenantContext,
  userId: string,
  sessionId: string,
): Promise<ActingMember | undefined> => {
  const [row] = await run<MemberRow>(memberText, [tenantId, userId])
  if (!row) return undefined
  return {
    language: row.language,
    principal: {
      actor: {
        kind: 'USER',
        id: userId,
        name: row.name,
        email: row.email,
        roles: row.roles,
        sessionId,
        buildingIds: row.building_ids,
        operatorId: row.operator_id,
        companyId: row.company_id,
      },
      tenant: { id: tenantId, name: row.tenant_name, plan: row.plan, timeZone: storedZone(row.time_zone) },
      readOnly: readOnlyReason(row, platform.config, now),
    },
  }
}

/** The transaction as one of that member. */
export const asStaff = (ctx: TenantContext, { actor, tenant, readOnly }: Principal): StaffContext => ({
  ...ctx,
  actor,
  tenant,
  readOnly: readOnly !== undefined,
  ifMatch: undefined,
})

/** Whether staff can only read at the moment, and why. */
export const whyReadOnly = (platform: Platform, { readOnly }: Principal): string | undefined => {
  const { state } = platform.maintenance
  return state.on ? state.message : readOnly
}
