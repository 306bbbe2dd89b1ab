import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/** Why a task is with whom it is, as texts that name somebody. */
export type Reasons = Readonly<Record<string, (name: string) => string>>

const ownReasons: Reasons = {
  assigned: (name) => `Assigned by ${name}`,
  taken: (name) => `Taken by ${name}`,
}

/** The name in what tasks say of why they are with whom they are. */
export const eraseReasons = async (ctx: TenantContext, reasons: Reasons, name: string): Promise<void> => {
  const texts = Object.values(reasons)
  await ctx.run(
    `update task set routing = jsonb_set(routing, '{reason}', to_jsonb(r.after))
     from unnest($2::text[], $3::text[]) as r (before, after)
     where tenant_id = $1 and routing ->> 'reason' = r.before`,
    [ctx.tenantId, texts.map((text) => text(name)), texts.map((text) => text(formerMember))],
  )
}

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
  await ctx.run('update task set created_by_name = $3 where tenant_id = $1 and created_by_id = $2', [
    ctx.tenantId,
    userId,
    formerMember,
  ])
  await eraseReasons(ctx, ownReasons, name)
}
