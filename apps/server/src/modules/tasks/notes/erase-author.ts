import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'
import { type Reason, sayReasons } from '../change/reasons.ts'
import { removeWords, wordsOf } from '../list/search-words.ts'
import { renameInStory } from '../problems/cause-story.ts'

/** One statement covers this many tasks, so that none runs long. */
const portion = 5000
const endText = `select id from task where tenant_id = $1 and id > $2 order by id offset ${portion - 1} limit 1`

/** A range of task ids. */
type Portion = readonly [after: string, upTo: string]

async function* portionsOf(ctx: TenantContext): AsyncGenerator<Portion> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const [end] = await ctx.run<{ id: string }>(endText, [ctx.tenantId, after])
    yield [after, end?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    if (!end) return
    after = end.id
  }
}

/** Descriptions of cause tasks name who finished each fault; the search words are rewritten with them. */
const storiesText = `select id, title, description from task
  where tenant_id = $1 and id > $2 and id <= $3 and created_by_kind = 'SYSTEM' and 'cause' = any(labels)
    and position($4 in description) > 0
  for update`

const toldText = `update task t set description = row.description
  from unnest($2::uuid[], $3::text[]) as row (id, description) where t.tenant_id = $1 and t.id = row.id`

const wordsText = `insert into task_word (tenant_id, task_id, word)
  select $1, row.task_id, row.word from unnest($2::uuid[], $3::text[]) as row (task_id, word)
  returning 1`

const eraseFromStories = async (
  ctx: TenantContext,
  name: string,
  among: Portion,
  former: string,
): Promise<void> => {
  const found = await ctx.run<{ id: string; title: string; description: string }>(storiesText, [
    ctx.tenantId,
    ...among,
    name,
  ])
  const tasks = found.flatMap((task) => {
    const description = renameInStory(task.description, name, former)
    return description === task.description ? [] : [{ ...task, description }]
  })
  if (tasks.length === 0) return
  const ids = tasks.map(({ id }) => id)
  await ctx.run(toldText, [ctx.tenantId, ids, tasks.map(({ description }) => description)])
  await removeWords(ctx, ids)
  const words = tasks.flatMap(({ id, title, description }) =>
    wordsOf(title, description).map((word) => ({ id, word })),
  )
  await ctx.run(wordsText, [ctx.tenantId, words.map(({ id }) => id), words.map(({ word }) => word)])
}

type NamingCode = Extract<Reason, { readonly name: string; readonly rule?: never }>['code']
/** Reasons whose name is a person's; those of the other codes are companies'. */
const codes = ['ASSIGNED', 'TAKEN', 'LEFT', 'ABSENT', 'BACK'] as const satisfies readonly NamingCode[]

// A rule's reason may contain the rule's name too, so only the person's name is replaced in its text.
const reasonsText = `select id, routing from task
  where tenant_id = $1 and id > $2 and id <= $3 and routing is not null and (routing ->> 'reason' = any($4::text[])
    or routing -> 'why' @> $5::jsonb or routing ->> 'ruleId' is not null and position($6 in routing ->> 'reason') > 0)
  order by id for update`

const reasonedText = `update task t set routing = row.routing
  from unnest($2::uuid[], $3::jsonb[]) as row (id, routing) where t.tenant_id = $1 and t.id = row.id`

interface Routing {
  readonly ruleId?: string | null
  readonly reason?: string | null
  readonly why?: readonly { readonly name?: string }[] | null
}

/** Removes the name from assignment reasons, in facts and text. */
const eraseFromReasons = async (
  ctx: TenantContext,
  name: string,
  among: Portion,
  former: string,
): Promise<void> => {
  const texts = (whose: string): string[] => codes.map((code) => sayReasons([{ code, name: whose }], 'en'))
  const replaced = new Map(texts(name).map((text, index) => [text, texts(former)[index] ?? former]))
  const found = await ctx.run<{ id: string; routing: Routing }>(reasonsText, [
    ctx.tenantId,
    ...among,
    [...replaced.keys()],
    JSON.stringify([{ name }]),
    name,
  ])
  if (found.length === 0) return
  const textOf = ({ reason, ruleId }: Routing): string | null | undefined =>
    (reason && replaced.get(reason)) ?? (ruleId ? reason?.replaceAll(name, () => former) : reason)
  await ctx.run(reasonedText, [
    ctx.tenantId,
    found.map(({ id }) => id),
    found.map(({ routing }) =>
      JSON.stringify({
        ...routing,
        ...(routing.reason === undefined ? {} : { reason: textOf(routing) }),
        ...(routing.why
          ? { why: routing.why.map((fact) => (fact.name === name ? { ...fact, name: former } : fact)) }
          : {}),
      }),
    ),
  ])
}

const createdText = `update task set created_by_name = $5
  where tenant_id = $1 and id > $2 and id <= $3 and created_by_id = $4`

/**
 * Removes the name of a member, of the operator they were, or of a scout, wherever tasks store it beside the id; texts that
 * people wrote stay as they are.
 */
export const eraseAuthorOfTasks = async (
  ctx: TenantContext,
  authorId: string,
  name: string,
  former = formerMember,
): Promise<void> => {
  ctx.invalidate('tasks')
  // The condition on an empty id matches the partial index, which leaves out visitors and the system.
  await ctx.run(
    "update task_note set author_name = $3 where tenant_id = $1 and author_id = $2 and author_id <> ''",
    [ctx.tenantId, authorId, former],
  )
  await ctx.run(
    "update task_history set actor_name = $3 where tenant_id = $1 and actor_id = $2 and actor_id <> ''",
    [ctx.tenantId, authorId, former],
  )
  for await (const among of portionsOf(ctx)) {
    await ctx.run(createdText, [ctx.tenantId, ...among, authorId, former])
    await eraseFromReasons(ctx, name, among, former)
    await eraseFromStories(ctx, name, among, former)
  }
}
