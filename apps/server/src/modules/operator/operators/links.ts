/** Links of an operator to a company and an account. */
import type { StaffContext } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'

/**
 * Locks the company until the commit.
 * @returns whether it may get work
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR for one that has ended
 */
export const requireCompany = async (ctx: StaffContext, id: string): Promise<boolean> => {
  const [company] = await ctx.run<{ state: string }>(
    'select state from company where tenant_id = $1 and id = $2 for share',
    [ctx.tenantId, id],
  )
  if (!company) throw notFound()
  if (company.state === 'ENDED') throw invalid('body.companyId', 'the contract with this company has ended')
  return company.state === 'ACTIVE'
}

/**
 * Requires a member who is not linked to another operator.
 * @throws ServiceError NOT_FOUND, CONFLICT
 */
export const requireMember = async (ctx: StaffContext, userId: string, operatorId: string): Promise<void> => {
  const [member] = await ctx.run(
    "select id from app_user where tenant_id = $1 and id = $2 and removed_at is null and state <> 'DISABLED' for share",
    [ctx.tenantId, userId],
  )
  if (!member) throw notFound()
  const [other] = await ctx.run<{ name: string }>(
    'select name from operator where tenant_id = $1 and user_id = $2 and id <> $3',
    [ctx.tenantId, userId, operatorId],
  )
  if (other) throw conflict(`This member is already linked to the operator ${other.name}`)
}
