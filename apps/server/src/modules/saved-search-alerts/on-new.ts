/** Queues new rows that match an alert for delivery: once for each person, whatever happens to them later. */
import type { SavedSearchScreen } from '#contracts/saved-search-alerts.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { soon } from '#server/platform/mail/gather-delay.ts'
import { type Match, match } from './match.ts'
import { readSubscribers } from './subscribers.ts'

export const deliveryJob = 'wish.tell'

export type Subject = 'FEEDBACK' | 'TASK'
export const screenOf: Readonly<Record<Subject, SavedSearchScreen>> = { FEEDBACK: 'feedback', TASK: 'tasks' }

/** Longer than a task counts as new. */
const keptMs = 40 * 86_400_000

/** Run by the worker, whose database role may read these columns of members only. */
export const interestedTenants =
  'select distinct tenant_id from app_user where tenant_id = any($1::uuid[]) and has_wishes'

const insertText = `insert into wish_news (tenant_id, user_id, subject, subject_id, at)
  select $1, row.user_id, $2, row.subject_id, $5 from unnest($3::uuid[], $4::uuid[]) as row (user_id, subject_id)
  on conflict do nothing returning user_id`

const firstText = `select user_id, min(at) as first from wish_news
  where tenant_id = $1 and user_id = any($2::uuid[]) and settled_at is null group by user_id`

const enqueue = async (ctx: TenantContext, subject: Subject, matches: readonly Match[]): Promise<void> => {
  if (matches.length === 0) return
  const rows = await ctx.run<{ user_id: string }>(insertText, [
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
  // By the first waiting row, so that further ones do not delay the delivery.
  const people = await ctx.run<{ user_id: string; first: Date }>(firstText, [
    ctx.tenantId,
    rows.map(({ user_id }) => user_id),
  ])
  await ctx.scheduleEachNoLaterThan(
    deliveryJob,
    new Map(people.map(({ user_id, first }) => [user_id, soon(first)])),
  )
}

export const onNew = async (ctx: TenantContext, subject: Subject, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const subscribers = await readSubscribers(ctx)
  await enqueue(ctx, subject, await match(subscribers, screenOf[subject], [...new Set(ids)]))
}
