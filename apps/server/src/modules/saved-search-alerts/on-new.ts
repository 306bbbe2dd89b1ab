/** Queues new rows that match an alert for delivery: once for each person, whatever happens to them later. */
import type { TenantContext } from '#server/platform/context.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { soon } from '#server/platform/mail/gather-delay.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { newMatches } from './mails/new-matches.ts'
import { type Match, match, type Subject } from './match.ts'
import type { Subscriber } from './subscribers.ts'

/** Everything new to a person is one message. */
const newsKey = 'wishes'

/** Longer than a task counts as new. */
const keptMs = 40 * 86_400_000

/** Run by the worker, whose database role may read these columns of members only. */
export const interestedTenants =
  'select distinct tenant_id from app_user where tenant_id = any($1::uuid[]) and has_wishes'

const insertText = `insert into wish_news (tenant_id, user_id, subject, subject_id, at)
  select $1, row.user_id, $2, row.subject_id, $5 from unnest($3::uuid[], $4::uuid[]) as row (user_id, subject_id)
  on conflict do nothing returning user_id as "userId", subject_id as id`

const enqueue = async (ctx: TenantContext, subject: Subject, matches: readonly Match[]): Promise<void> => {
  if (matches.length === 0) return
  const rows = await ctx.run<{ userId: string; id: string }>(insertText, [
    ctx.tenantId,
    subject,
    matches.map(({ userId }) => userId),
    matches.map(({ id }) => id),
    ctx.now,
  ])
  if (rows.length === 0) return
  await ctx.run('delete from wish_news where tenant_id = $1 and at < $2', [
    ctx.tenantId,
    new Date(ctx.now.getTime() - keptMs),
  ])
  const items = Map.groupBy(rows, ({ userId }) => userId)
  await askEach(
    ctx,
    newMatches,
    [...items].map(([userId, own]) => ({ userId, items: own.map(({ id }) => ({ id, subject })) })),
    { dueAt: soon(ctx.now), gather: newsKey },
  )
}

export const queueMatches = async (
  ctx: TenantContext,
  subject: Subject,
  ids: readonly string[],
  subscribers: readonly Subscriber[],
): Promise<void> => {
  if (ids.length > 0) await enqueue(ctx, subject, await match(subscribers, subject, [...new Set(ids)]))
}

const waitingText = `select subject, subject_id as id from wish_news
  where tenant_id = $1 and user_id = $2 and settled_at is null order by at, subject_id`

/** What the previous version queued, before the upgrade or while both run. */
const takeOver: ScheduledJobHandler = async (ctx, userId) => {
  const items = await ctx.run<{ subject: Subject; id: string }>(waitingText, [ctx.tenantId, userId])
  if (items.length > 0)
    await askEach(ctx, newMatches, [{ userId, items }], { dueAt: ctx.now, gather: newsKey })
}

export const formerJobs = { 'wish.tell': takeOver }
