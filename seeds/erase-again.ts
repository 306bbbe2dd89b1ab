/** Applies the erasure list after a restore: who was erased since the backup must not come back. */
import { removeUser } from '#server/modules/auth/public.ts'
import { forgetPartner } from '#server/modules/sharing/public.ts'
import { type AssigneeKey, releaseTasksOf } from '#server/modules/tasks/public.ts'
import type { Erasure } from '#server/platform/backup/erasures.ts'
import type { Platform } from '#server/platform/context.ts'
import { eraseTenant } from '#server/platform/erase-tenant.ts'
import { erasePerson } from './erase-person.ts'
import { asSystem } from './tenants.ts'

const tenantText = "select slug from tenant where id = $1 and state <> 'ERASED'"
const lockText = 'select id from operator where tenant_id = $1 and (id = $2 or user_id = $2) for update'
const memberText = 'select removed_at from app_user where tenant_id = $1 and id = $2 for update'
const leaveText = "update operator set state = 'INACTIVE' where tenant_id = $1 and id = $2"
const revokeText = "update scout set state = 'REVOKED' where tenant_id = $1 and id = $2 returning id"

/** Takes them out of the team first, where the backup is from before they left. @returns whether they are known */
const removePerson = (platform: Platform, tenant: string, person: string): Promise<boolean> =>
  asSystem(platform, tenant, platform.clock.now(), async (ctx) => {
    const operators = await ctx.run<{ id: string }>(lockText, [tenant, person])
    const [member] = await ctx.run<{ removed_at: Date | null }>(memberText, [tenant, person])
    if (member?.removed_at === null) {
      const held: AssigneeKey[] = [
        { kind: 'USER', id: person },
        ...operators.map(({ id }) => ({ kind: 'OPERATOR' as const, id })),
      ]
      await releaseTasksOf(ctx, held, { code: 'MEMBER_LEFT' })
      await removeUser(ctx, person)
    }
    await ctx.run(leaveText, [tenant, person])
    const scouts = await ctx.run(revokeText, [tenant, person])
    return member !== undefined || operators.length + scouts.length > 0
  })

/** Can be repeated. @returns how many tenants and people were there and are erased */
export const eraseAgain = async (platform: Platform, erasures: readonly Erasure[]): Promise<number> => {
  let count = 0
  for (const { tenant, person } of erasures) {
    const { rows } = await platform.databases.worker.query(tenantText, [tenant])
    if (rows.length === 0) continue
    if (person === null) {
      await forgetPartner(platform, tenant)
      await eraseTenant(platform, tenant, true)
    } else if (await removePerson(platform, tenant, person)) await erasePerson({ platform }, tenant, person)
    else continue
    count += 1
  }
  return count
}
