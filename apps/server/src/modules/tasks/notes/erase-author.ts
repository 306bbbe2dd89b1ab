import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'
import { type Reason, sayReasons } from '../change/reasons.ts'
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

type NamingCode = Extract<Reason, { readonly name: string; readonly rule?: never }>['code']

// The name among the facts, whatever they are.
const factsText = `update task set routing = jsonb_set(routing, '{why}', (
    select jsonb_agg(case when f.fact ->> 'name' = $2 then f.fact || jsonb_build_object('name', $3::text) else f.fact end order by f.n)
    from jsonb_array_elements(routing -> 'why') with ordinality as f (fact, n)))
  where tenant_id = $1 and routing -> 'why' @> jsonb_build_array(jsonb_build_object('name', $2::text))`

/** The name in what tasks say of why they are with whom they are: in the facts, and in the text of these codes. */
export const eraseReasons = async (
  ctx: TenantContext,
  codes: readonly NamingCode[],
  name: string,
): Promise<void> => {
  const texts = (whose: string): string[] => codes.map((code) => sayReasons([{ code, name: whose }], 'en'))
  await ctx.run(
    `update task set routing = jsonb_set(routing, '{reason}', to_jsonb(r.after))
     from unnest($2::text[], $3::text[]) as r (before, after)
     where tenant_id = $1 and routing ->> 'reason' = r.before`,
    [ctx.tenantId, texts(name), texts(formerMember)],
  )
  await ctx.run(factsText, [ctx.tenantId, name, formerMember])
}

// What a rule said of whom it chose; its own name may stand there too, so the person's is taken out of the text.
const ruleReasonsText = `update task set routing = jsonb_set(routing, '{reason}', to_jsonb(replace(routing ->> 'reason', $2, $3)))
  where tenant_id = $1 and routing ->> 'ruleId' is not null and position($2 in routing ->> 'reason') > 0`

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
  await eraseReasons(ctx, ['ASSIGNED', 'TAKEN'], name)
  await ctx.run(ruleReasonsText, [ctx.tenantId, name, formerMember])
  await eraseFromStories(ctx, name)
}
