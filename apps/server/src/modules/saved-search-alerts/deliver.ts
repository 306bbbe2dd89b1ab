/** Delivers new matches to a person, after checking again what matches their alerts and rights now. */
import { notifiedTasks, quietUntil } from '#server/modules/notifications/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { ask } from '#server/platform/mail/define.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { newMatches } from './mails/new-matches.ts'
import { type Match, match } from './match.ts'
import { deliveryJob, type Subject, screenOf } from './on-new.ts'
import { readSubscribers } from './subscribers.ts'

/** Rows for one delivery; the rest follows in the next. */
const atOnce = 200

interface Queued {
  subject: Subject
  id: string
}

const waitingText = `select subject, subject_id as id from wish_news
  where tenant_id = $1 and user_id = $2 and settled_at is null order by at, subject_id limit ${atOnce} for update`
const markDeliveredText = `update wish_news set settled_at = $4
  where tenant_id = $1 and user_id = $2 and subject_id = any($3::uuid[])`
// A row that does not match now may match later, when it is released or assigned.
const forgetText = `delete from wish_news
  where tenant_id = $1 and user_id = $2 and subject_id = any($3::uuid[]) and settled_at is null`

/** What still matches; nothing for a person who is no longer a manager. */
const matchNow = async (ctx: TenantContext, userId: string, waiting: readonly Queued[]): Promise<Match[]> => {
  const subscribers = await readSubscribers(ctx, userId)
  const of = (wanted: Subject): Promise<Match[]> =>
    match(
      subscribers,
      screenOf[wanted],
      waiting.filter(({ subject }) => subject === wanted).map(({ id }) => id),
    )
  return subscribers.length === 0 ? [] : [...(await of('FEEDBACK')), ...(await of('TASK'))]
}

export const deliver = async (ctx: TenantContext, userId: string): Promise<void> => {
  const waiting = await ctx.run<Queued>(waitingText, [ctx.tenantId, userId])
  if (waiting.length === 0) return
  const reader = await readReader(ctx, userId)
  const until = reader?.quietHours && quietUntil(reader.quietHours, reader.timeZone, ctx.now)
  if (until) return ctx.schedule(deliveryJob, userId, until)
  const matches = reader ? await matchNow(ctx, userId, waiting) : []
  await ctx.run(markDeliveredText, [ctx.tenantId, userId, matches.map(({ id }) => id), ctx.now])
  await ctx.run(forgetText, [ctx.tenantId, userId, waiting.map(({ id }) => id)])
  if (waiting.length === atOnce) await ctx.schedule(deliveryJob, userId, ctx.now)
  if (!reader) return
  const notified = await notifiedTasks(
    ctx,
    reader,
    matches.map(({ id }) => id),
  )
  const items = matches.filter(({ id }) => !notified.has(id)).map(({ id, viewId }) => ({ id, viewId }))
  if (items.length > 0) await ask(ctx, newMatches, { userId, items })
}
