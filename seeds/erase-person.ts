/** `npx wellkept erase-person TENANT PERSON`: erases the name of a removed member or a revoked scout everywhere. */

import { eraseMember as erasePlayerOf } from '#server/modules/arena/profile/erase-player.ts'
import { erasePerson as eraseAccount } from '#server/modules/auth/account/erase-person.ts'
import { eraseCreatorOfKeys } from '#server/modules/auth/api-keys/erase-creator.ts'
import { eraseMember } from '#server/modules/feedback/words/erase-member.ts'
import { eraseContacts } from '#server/modules/operator/companies/erase-contacts.ts'
import { eraseOperator } from '#server/modules/operator/operators/erase-operator.ts'
import { eraseReviewer } from '#server/modules/scout/rounds/erase-reviewer.ts'
import { eraseScout } from '#server/modules/scout/scouts/erase-scout.ts'
import { forgetPerson } from '#server/modules/sso/forget-person.ts'
import { eraseAuthorOfTasks } from '#server/modules/tasks/notes/erase-author.ts'
import { eraseAuthorOfUploads } from '#server/modules/uploads/erase-author.ts'
import { eraseTypedTeam } from '#server/modules/wizard/erase-typed-team.ts'
import { eraseAuditNames } from '#server/platform/audit/erase-names.ts'
import { publishErasure, rememberErasure } from '#server/platform/backup/erasures.ts'
import type { Platform } from '#server/platform/context.ts'
import { isUuid } from '#server/platform/ids.ts'
import { recordOperatorAction } from './operator.ts'
import { asSystem, listTenants, noSuchTenant, tenantNamed } from './tenants.ts'

/** An error shown without a stack trace. */
export class EraseError extends Error {}

/**
 * The audit log comes last, in a transaction of its own; where that fails, a second time completes it. A second time
 * changes nothing else but leaves its entry.
 * @param tenant slug or id
 * @param person id of a removed member, an inactive operator or a revoked scout, as the audit log and exports have it
 * @returns how many entries of the audit log held the name
 * @throws EraseError where there is no such tenant, or nobody such who was removed, is inactive or revoked
 */
export const erasePerson = async (
  { platform }: { readonly platform: Platform },
  tenant: string,
  person: string,
): Promise<number> => {
  const tenants = await listTenants(platform)
  const found = tenantNamed(tenant, tenants)
  if (!found) throw new EraseError(noSuchTenant(tenant, tenants))
  const userId = person.toLowerCase()
  const now = platform.clock.now()
  const ids = await asSystem(platform, found.id, now, async (ctx) => {
    const account = isUuid(userId) ? await eraseAccount(ctx, userId) : undefined
    const operator = isUuid(userId) ? await eraseOperator(ctx, userId) : undefined
    const scout = isUuid(userId) ? await eraseScout(ctx, userId) : undefined
    if (!account && !operator && !scout)
      throw new EraseError(
        `Nobody with the id ${person} was removed from this team, no operator such is inactive, and no scout revoked; remove them there first`,
      )
    if (account) {
      await eraseAuthorOfTasks(ctx, userId, account.name)
      await eraseAuthorOfUploads(ctx, userId)
      await eraseContacts(ctx, account.name)
      await eraseMember(ctx, userId)
      await erasePlayerOf(ctx, userId)
      await eraseCreatorOfKeys(ctx, userId)
      await eraseReviewer(ctx, userId)
      await forgetPerson(ctx, userId, account.email)
      await eraseTypedTeam(ctx, account.email)
    }
    // Work by task links is stored under the operator, also from before the account.
    if (operator) {
      await eraseAuthorOfTasks(ctx, operator.id, operator.name)
      await eraseAuthorOfUploads(ctx, operator.id)
    }
    if (scout) {
      await eraseAuthorOfTasks(ctx, userId, scout.name, scout.former)
      await eraseAuthorOfUploads(ctx, userId, scout.former)
    }
    recordOperatorAction(ctx, 'operator.erasePerson', userId)
    await rememberErasure(ctx.run, now, found.id, userId)
    return new Set([userId, ...(operator ? [operator.id] : [])])
  })
  // The function runs as the owner of the tables, and Citus lets one transaction change a table as one role only.
  const entries = await asSystem(platform, found.id, now, async (ctx) => {
    let erased = 0
    for (const id of ids) erased += await eraseAuditNames(ctx, id)
    return erased
  })
  await publishErasure(platform, { at: now.toISOString(), tenant: found.id, person: userId })
  return entries
}
