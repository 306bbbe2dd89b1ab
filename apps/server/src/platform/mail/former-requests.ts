/**
 * What the previous version requested before the upgrade, or requests while both run: events, delayed emails and
 * pushes that wait for a receipt. Each becomes a message of the outbox when its own event or job comes.
 */
import type { Mails, TenantContext } from '../context.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { put } from '../outbox/put.ts'
import type { ScheduledJobHandler } from '../work/scheduled-jobs.ts'
import { messagesFor, requestOf } from './define.ts'

type Requested = Parameters<typeof requestOf>[0]

interface Former {
  readonly id: string
  readonly payload: Requested
  readonly instead?: boolean
}

/** The id stays, so that a repeat is known as one. */
const takeOver = async (ctx: TenantContext, mails: Mails, former: readonly Former[]): Promise<void> => {
  for (const { id, payload, instead = false } of former) {
    const request = requestOf(payload)
    const kind = { name: request.mail, forVisitors: mails.get(request.mail)?.forVisitors ?? false }
    const { channel, messages } = messagesFor(ctx, kind, [request.data])
    const pushed = instead || request.instead === true ? { pushedAt: ctx.now } : {}
    await put(
      ctx,
      channel,
      messages.map((message) => ({ ...message, ...pushed, id })),
    )
  }
}

export const formerRequests = (mails: Mails): Subscriber => ({
  name: 'mails',
  kind: 'transaction',
  on: ['internal.mail_requested'],
  handle: (ctx, events) =>
    takeOver(
      ctx,
      mails,
      events.map(({ id, payload }) => ({ id, payload: payload as Requested })),
    ),
})

const delayedText = `delete from mail_waiting where tenant_id = $1 and user_id = $2 returning id, payload`
const unconfirmedText = `update push_message set state = 'MAILED'
  where tenant_id = $1 and id = $2 and state = 'UNCONFIRMED' and or_mail is not null returning id, or_mail as payload`

export const formerJobs = (mails: Mails): Readonly<Record<string, ScheduledJobHandler>> => ({
  'mail.release': async (ctx, userId) =>
    takeOver(ctx, mails, await ctx.run<Former>(delayedText, [ctx.tenantId, userId])),
  'push.unconfirmed': async (ctx, id) => {
    const rows = await ctx.run<Former>(unconfirmedText, [ctx.tenantId, id])
    await takeOver(
      ctx,
      mails,
      rows.map((row) => ({ ...row, instead: true })),
    )
  },
})
