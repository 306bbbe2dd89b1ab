/** Which of the rows that wait a person is told of, as their alerts and rights are now. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { notifiedTasks } from '#server/modules/notifications/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Reader } from '#server/platform/mail/members.ts'
import { match, subjects } from './match.ts'
import type { Subscriber } from './subscribers.ts'

/** `subject` until it is matched when it is sent, `viewId` from then on. */
export const Item = Type.Object({
  id: Id,
  viewId: Type.Optional(Id),
  subject: Type.Optional(Type.Enum([...subjects])),
})
type Item = Static<typeof Item>

/** In which view it is new. */
export interface ViewItem {
  readonly id: string
  readonly viewId: string
}

const markDeliveredText = `update wish_news set settled_at = $4
  where tenant_id = $1 and user_id = $2 and subject_id = any($3::uuid[])`
// A row that does not match now may match later, when it is released or assigned.
const forgetText = `delete from wish_news
  where tenant_id = $1 and user_id = $2 and subject_id = any($3::uuid[]) and settled_at is null`

const settle = async (
  ctx: TenantContext,
  userId: string,
  delivered: readonly string[],
  all: readonly string[],
): Promise<void> => {
  await ctx.run(markDeliveredText, [ctx.tenantId, userId, delivered, ctx.now])
  await ctx.run(forgetText, [ctx.tenantId, userId, all])
}

/** @param reader undefined if nobody is to be told any more */
export const stillNew = async (
  ctx: TenantContext,
  userId: string,
  {
    reader,
    subscribers,
  }: { readonly reader: Reader | undefined; readonly subscribers: readonly Subscriber[] },
  items: readonly Item[],
): Promise<ViewItem[]> => {
  const known = items.flatMap(({ id, viewId }) => (viewId === undefined ? [] : { id, viewId }))
  const waiting = items.filter(({ viewId }) => viewId === undefined)
  if (waiting.length === 0) return known
  const ids = [...new Set(waiting.map(({ id }) => id))]
  const matches = []
  const late = new Set<string>()
  for (const subject of reader ? subjects : []) {
    const found = await match(
      subscribers,
      subject,
      ids.filter((id) => waiting.some((item) => item.id === id && item.subject === subject)),
    )
    if (subject === 'LATE') for (const { id } of found) late.add(id)
    matches.push(...found)
  }
  const matched = matches.map(({ id }) => id)
  await settle(ctx, userId, matched, ids)
  // That a task is late was in no email about it when it was new.
  const notified = reader
    ? await notifiedTasks(
        ctx,
        reader,
        matched.filter((id) => !late.has(id)),
      )
    : new Set()
  return [
    ...known,
    ...matches.filter(({ id }) => !notified.has(id)).map(({ id, viewId }) => ({ id, viewId })),
  ]
}
