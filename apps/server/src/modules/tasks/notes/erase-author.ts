import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/** A person's name wherever tasks keep it beside the id; what people wrote stays as they wrote it. */
export const eraseAuthorOfTasks = async (ctx: TenantContext, userId: string, name: string): Promise<void> => {
  ctx.touch('tasks')
  await ctx.run('update task_note set author_name = $3 where tenant_id = $1 and author_id = $2', [
    ctx.tenantId,
    userId,
    formerMember,
  ])
  await ctx.run('update task_history set actor_name = $3 where tenant_id = $1 and actor_id = $2', [
    ctx.tenantId,
    userId,
    formerMember,
  ])
  await ctx.run(
    `update task set
       created_by_name = case when created_by_id = $2 then $3 else created_by_name end,
       routing = case when routing ->> 'reason' = $4 then jsonb_set(routing, '{reason}', to_jsonb($5::text)) else routing end
     where tenant_id = $1 and (created_by_id = $2 or routing ->> 'reason' = $4)`,
    [ctx.tenantId, userId, formerMember, `Assigned by ${name}`, `Assigned by ${formerMember}`],
  )
}
