/** Full-text search in comments: by word prefix, with exact totals; the cost depends on the matches only. */

import { afterWord, questionOf, wordsOf } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { countBurstsOnce } from '../intake/burst.ts'
import type { StoredIssue } from '../intake/intake.ts'
import { removeOrphanedSubmissions } from '../intake/orphaned-submissions.ts'
import { scheduleRollUp } from '../rollup/recount.ts'

/** Milliseconds; indexing is usually faster. Texts younger than this are searched directly. */
const freshMs = 10 * 60_000
/** Milliseconds; with a backlog, unindexed texts younger than this are searched directly too. */
const backlogMs = 48 * 3_600_000
const freshAtMost = 5000

interface Texts {
  id: string
  comment: string | null
  issues: StoredIssue[]
}

const wordsOfFeedback = ({ comment, issues }: Texts): string[] =>
  wordsOf(comment ?? '', ...issues.map(({ detail }) => detail ?? ''))

/** Indexes submissions, except those whose text was erased meanwhile. */
const indexWords = async (ctx: TenantContext, feedbackIds: readonly string[]): Promise<void> => {
  const rows = await ctx.run<Texts>(
    `select id, comment, issues from feedback
     where tenant_id = $1 and id = any($2::uuid[]) and erased_at is null and (has_comment or issues <> '[]') for share`,
    [ctx.tenantId, feedbackIds],
  )
  const words = rows.flatMap((row) => wordsOfFeedback(row).map((word) => [row.id, word] as const))
  if (words.length === 0) return
  await ctx.run(
    `insert into feedback_word (tenant_id, word, feedback_id)
     select $1, word, id from unnest($2::uuid[], $3::text[]) as row (id, word) on conflict do nothing`,
    [ctx.tenantId, words.map(([id]) => id), words.map(([, word]) => word)],
  )
}

const indexAndCountBursts = async (ctx: TenantContext, feedbackIds: readonly string[]): Promise<void> => {
  await indexWords(ctx, feedbackIds)
  await countBurstsOnce(ctx, feedbackIds)
}

export const indexSubmissions = async (
  ctx: TenantContext,
  events: readonly StoredEvent<'feedback.created'>[],
): Promise<void> => {
  const sent = events.map(({ payload }) => payload)
  const orphaned = await removeOrphanedSubmissions(ctx, sent)
  await scheduleRollUp(
    ctx,
    events.map(({ at, payload: { buildingId } }) => ({ buildingId, at })),
  )
  await indexAndCountBursts(
    ctx,
    sent.flatMap(({ feedbackId }) => (orphaned.has(feedbackId) ? [] : [feedbackId])),
  )
}

/** A status report is a submission with the same id. */
export const indexReports = async (
  ctx: TenantContext,
  events: readonly StoredEvent<'status.reported'>[],
): Promise<void> => {
  await scheduleRollUp(
    ctx,
    events.map(({ at, payload: { buildingId } }) => ({ buildingId, at })),
  )
  await indexAndCountBursts(
    ctx,
    events.map(({ payload }) => payload.reportId),
  )
}

/** An SQL condition on `feedback f` with its values, numbered from `from`; undefined without a query. */
export interface SearchCondition {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Submissions that may not be indexed yet and contain all words. */
const freshMatches = async (ctx: TenantContext, question: readonly string[]): Promise<string[]> => {
  const rows = await ctx.run<Texts>(
    `select f.id, f.comment, f.issues from feedback f
     where f.tenant_id = $1 and f.created_at > $3 and (f.has_comment or f.issues <> '[]') and f.erased_at is null
       and (f.created_at > $2
         or not exists (select from feedback_word w where w.tenant_id = $1 and w.feedback_id = f.id offset 0))
     order by f.created_at desc, f.id desc limit ${freshAtMost}`,
    [ctx.tenantId, new Date(ctx.now.getTime() - freshMs), new Date(ctx.now.getTime() - backlogMs)],
  )
  return rows
    .filter((row) => {
      const words = wordsOfFeedback(row)
      return question.every((asked) => words.some((word) => word.startsWith(asked)))
    })
    .map(({ id }) => id)
}

/** @param q as typed; each of its words must be the prefix of a word in the text */
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
