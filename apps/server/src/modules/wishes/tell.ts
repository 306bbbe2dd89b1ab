/** The time has come to tell a person what is new: of what still holds, as they and their wishes are now. */
import { quietUntil, toldByTasks } from '#server/modules/notifications/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { ask } from '#server/platform/mail/define.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { type Subject, screenOf, tellKind } from './hear.ts'
import { wishNews } from './mails/wish-news.ts'
import { type Met, meet } from './meet.ts'
import { readWishers } from './wishers.ts'

/** At most so many at once; the rest is told next. */
const atOnce = 200

interface Waiting {
  subject: Subject
  id: string
}

const waitingText = `select subject, subject_id as id from wish_news
  where tenant_id = $1 and user_id = $2 and settled_at is null order by at, subject_id limit ${atOnce} for update`
const settleText = `update wish_news set settled_at = $4
  where tenant_id = $1 and user_id = $2 and subject_id = any($3::uuid[])`
// What does not hold now may come again: released, or given to somebody.
const forgetText = `delete from wish_news
  where tenant_id = $1 and user_id = $2 and subject_id = any($3::uuid[]) and settled_at is null`

/** What of it still holds; nothing for who leads no more. */
const meetNow = async (ctx: TenantContext, userId: string, waiting: readonly Waiting[]): Promise<Met[]> => {
  const wishers = await readWishers(ctx, userId)
  const of = (wanted: Subject): Promise<Met[]> =>
    meet(
      wishers,
      screenOf[wanted],
      waiting.filter(({ subject }) => subject === wanted).map(({ id }) => id),
    )
  return wishers.length === 0 ? [] : [...(await of('FEEDBACK')), ...(await of('TASK'))]
}

export const tellWishes = async (ctx: TenantContext, userId: string): Promise<void> => {
  const waiting = await ctx.run<Waiting>(waitingText, [ctx.tenantId, userId])
  if (waiting.length === 0) return
  const reader = await readReader(ctx, userId)
  const until = reader?.quietHours && quietUntil(reader.quietHours, reader.timeZone, ctx.now)
  if (until) return ctx.schedule(tellKind, userId, until)
  const met = reader ? await meetNow(ctx, userId, waiting) : []
  await ctx.run(settleText, [ctx.tenantId, userId, met.map(({ id }) => id), ctx.now])
  await ctx.run(forgetText, [ctx.tenantId, userId, waiting.map(({ id }) => id)])
  if (waiting.length === atOnce) await ctx.schedule(tellKind, userId, ctx.now)
  if (!reader) return
  const told = await toldByTasks(
    ctx,
    reader,
    met.map(({ id }) => id),
  )
  const items = met.filter(({ id }) => !told.has(id)).map(({ id, viewId }) => ({ id, viewId }))
  if (items.length > 0) await ask(ctx, wishNews, { userId, items })
}
