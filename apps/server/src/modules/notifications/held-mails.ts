/** Mails that are not urgent wait for the end of their reader's quiet hours. They are asked for again then, so that they tell how things stand. */
import type { EventPayload } from '#contracts/events.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import type { Held } from './prepare.ts'

type Payload = EventPayload<'internal.mail_requested'>

/** At most so many in one run; the next is five minutes away. */
const atOnce = 500

export const holdMail = async (
  ctx: TenantContext,
  { heldFor, until }: Held,
  payload: Payload,
): Promise<void> => {
  await ctx.run(
    'insert into mail_waiting (tenant_id, id, user_id, payload, due_at) values ($1, $2, $3, $4, $5)',
    [ctx.tenantId, newId(ctx.now.getTime()), heldFor, JSON.stringify(payload), until],
  )
}

export const releaseMails = async (ctx: TenantContext): Promise<void> => {
  const due = await ctx.run<{ payload: Payload }>(
    `delete from mail_waiting where tenant_id = $1 and id in
       (select id from mail_waiting where tenant_id = $1 and due_at <= $2 order by due_at limit ${atOnce} for update skip locked)
     returning payload`,
    [ctx.tenantId, ctx.now],
  )
  await emitAll(
    ctx,
    'internal.mail_requested',
    due.map(({ payload }) => payload),
  )
}
