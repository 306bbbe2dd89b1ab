import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'
import { forgetWords, wordsOf } from '../list/search-words.ts'

/** Who finished a fault, as the service wrote it into the history of its cause; the search knows these words too. */
const storiesText = `update task set description = replace(replace(description, ' by ' || $2, ' by ' || $3), ' von ' || $2, ' von ' || $3)
  where tenant_id = $1 and created_by_kind = 'SYSTEM' and 'cause' = any(labels)
    and (position(' by ' || $2 in description) > 0 or position(' von ' || $2 in description) > 0)
  returning id, title, description`

const wordsText = `insert into task_word (tenant_id, task_id, word)
  select $1, row.task_id, row.word from unnest($2::uuid[], $3::text[]) as row (task_id, word)`

const eraseFromStories = async (ctx: TenantContext, name: string): Promise<void> => {
  const tasks = await ctx.run<{ id: string; title: string; description: string }>(storiesText, [
    ctx.tenantId,
    name,
    formerMember,
  ])
  await forgetWords(
    ctx,
    tasks.map(({ id }) => id),
  )
  const words = tasks.flatMap(({ id, title, description }) =>
    wordsOf(title, description).map((word) => ({ id, word })),
  )
  await ctx.run(wordsText, [ctx.tenantId, words.map(({ id }) => id), words.map(({ word }) => word)])
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
  await ctx.run(
    `update task set
       created_by_name = case when created_by_id = $2 then $3 else created_by_name end,
       routing = case when routing ->> 'reason' = $4 then jsonb_set(routing, '{reason}', to_jsonb($5::text)) else routing end
     where tenant_id = $1 and (created_by_id = $2 or routing ->> 'reason' = $4)`,
    [ctx.tenantId, userId, formerMember, `Assigned by ${name}`, `Assigned by ${formerMember}`],
  )
  await eraseFromStories(ctx, name)
}
