import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'

const planText = 'select plan from tenant where id = $1 for update'
const setText = `update tenant set plan = $2::text, trial_ends_at = null,
    state = case when state = 'TRIAL' then 'ACTIVE' else state end
  where id = $1`

/**
 * Ends a trial for good: a tenant that returns to the TRIAL plan has no end date and may write.
 * @returns the plan before
 */
export const setPlan = async (ctx: TenantContext, plan: Plan): Promise<Plan> => {
  const [before] = await ctx.run<{ plan: Plan }>(planText, [ctx.tenantId])
  if (!before) throw new Error('The tenant is gone')
  if (before.plan === plan) return plan
  ctx.invalidate('tasks')
  await ctx.run(setText, [ctx.tenantId, plan])
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  return before.plan
}
