/** Search in comments: by the beginning of words, with exact totals, at the cost of what is found. */

import { afterWord, questionOf, wordsOf } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { HeardEvent } from '#server/platform/events/subscriber.ts'
import { countBurstOnce } from './burst.ts'
import type { StoredIssue } from './intake.ts'
import { removeStray } from './strays.ts'

/** Longer than words are on their way from a submission to the index. */
const freshMs = 10 * 60_000
const freshAtMost = 5000

interface Texts {
  id: string
  comment: string | null
  issues: StoredIssue[]
}

const wordsOfFeedback = ({ comment, issues }: Texts): string[] =>
  wordsOf(comment ?? '', ...issues.map(({ detail }) => detail ?? ''))

/** Writes the words of a submission; none where its text was erased in the meantime. */
const indexWords = async (ctx: TenantContext, feedbackId: string): Promise<void> => {
  const [row] = await ctx.run<Texts>(
    'select id, comment, issues from feedback where tenant_id = $1 and id = $2 and erased_at is null for share',
    [ctx.tenantId, feedbackId],
  )
  const words = row ? wordsOfFeedback(row) : []
  if (words.length === 0) return
  await ctx.run(
    `insert into feedback_word (tenant_id, word, feedback_id)
     select $1, word, $2 from unnest($3::text[]) as word on conflict do nothing`,
    [ctx.tenantId, feedbackId, words],
  )
}

const settle = async (ctx: TenantContext, feedbackId: string, quarantined: boolean): Promise<void> => {
  await indexWords(ctx, feedbackId)
  if (quarantined) await countBurstOnce(ctx, feedbackId)
}

export const indexSubmission = async (
  ctx: TenantContext,
  { payload }: HeardEvent<'feedback.created'>,
): Promise<void> => {
  if (!(await removeStray(ctx, payload))) await settle(ctx, payload.feedbackId, payload.quarantined)
}

/** A report about a status item is a submission of the same id. */
export const indexReport = (ctx: TenantContext, { payload }: HeardEvent<'status.reported'>): Promise<void> =>
  settle(ctx, payload.reportId, payload.quarantined)

/** A condition on `feedback f` with its values, which start at `from`; undefined where nothing is asked for. */
export interface SearchCondition {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Submissions of the last minutes whose words hold all of the question's; they may not be indexed yet. */
const freshMatches = async (ctx: TenantContext, question: readonly string[]): Promise<string[]> => {
  const rows = await ctx.run<Texts>(
    `select id, comment, issues from feedback
     where tenant_id = $1 and created_at > $2 and (has_comment or issues <> '[]')
     order by created_at desc, id desc limit ${freshAtMost}`,
    [ctx.tenantId, new Date(ctx.now.getTime() - freshMs)],
  )
  return rows
    .filter((row) => {
      const words = wordsOfFeedback(row)
      return question.every((asked) => words.some((word) => word.startsWith(asked)))
    })
    .map(({ id }) => id)
}

/** @param q as it was typed; of several words each must begin a word of the text */
export const searchCondition = async (
  ctx: TenantContext,
  q: string | undefined,
  from: number,
): Promise<SearchCondition | undefined> => {
  const question = q === undefined ? [] : questionOf(q)
  if (question.length === 0) return undefined
  const values: unknown[] = []
  const add = (value: unknown): string => `$${from + values.push(value) - 1}`
  const each = question.map(
    (word) =>
      `select feedback_id from feedback_word where tenant_id = $1 and word >= ${add(word)} and word < ${add(afterWord(word))}`,
  )
  const fresh = add(await freshMatches(ctx, question))
  return { text: `(f.id in (${each.join(' intersect ')}) or f.id = any(${fresh}::uuid[]))`, values }
}
