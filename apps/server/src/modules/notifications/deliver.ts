/**
 * One requested mail leaves once. Its event is claimed in a transaction of its own before anything is sent:
 * SENDING → SENT or REFUSED; a mail server that is down gives the claim back, and the job queue tries again.
 * After a crash while sending the claim is taken over a minute later and the mail is sent again: the worst is a mail
 * twice, in the instant between the server's "yes" and our note of it; none is lost.
 */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import type { HeardEvent } from '#server/platform/events/subscriber.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { MailRefused, mailFailed } from '#server/platform/mail/message.ts'
import { holdMail } from './held-mails.ts'
import { type Prepared, prepareMail } from './prepare.ts'

type Request = HeardEvent<'internal.mail_requested'>

const takeOverAfterMs = 60_000

const claimText = `insert into mail_sent (tenant_id, event_id, state, at) values ($1, $2, 'SENDING', $3)
  on conflict (tenant_id, event_id) do update set at = excluded.at
    where mail_sent.state = 'SENDING' and mail_sent.at < $4 returning state`

/** @returns whether it is ours to send; throws where another worker is sending it at this moment */
const claim = async (ctx: TenantContext, eventId: string): Promise<boolean> => {
  const mine = await ctx.run(claimText, [
    ctx.tenantId,
    eventId,
    ctx.now,
    new Date(ctx.now.getTime() - takeOverAfterMs),
  ])
  if (mine.length > 0) return true
  const [row] = await ctx.run<{ state: string }>(
    'select state from mail_sent where tenant_id = $1 and event_id = $2',
    [ctx.tenantId, eventId],
  )
  if (row?.state === 'SENDING') throw new Error('This mail is being sent by another worker')
  return false
}

const settle = async (
  ctx: TenantContext,
  eventId: string,
  state: 'SENT' | 'REFUSED',
  prepared?: Prepared,
): Promise<void> => {
  await ctx.run('update mail_sent set state = $3 where tenant_id = $1 and event_id = $2', [
    ctx.tenantId,
    eventId,
    state,
  ])
  await prepared?.afterwards?.(ctx)
}

/** Undefined where nobody is to be told; a request that no mail can be made of is given up. */
const prepare = async (ctx: TenantContext, event: Request): Promise<Prepared | undefined> => {
  try {
    const prepared = await prepareMail(ctx, event.payload)
    if (prepared && !('until' in prepared)) return prepared
    if (prepared) await holdMail(ctx, prepared, event.payload)
    await settle(ctx, event.id, 'SENT')
    return undefined
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    ctx.platform.log.error(
      { err: error, eventId: event.id, template: event.payload.template },
      'A mail cannot be made; it is not tried again',
    )
    await settle(ctx, event.id, 'REFUSED')
    return undefined
  }
}

/** Of a server that has just failed nobody waits for the next timeout: a batch of mails ends soon and is tried again. */
const restMs = 1000
const failedAt = new WeakMap<Platform, number>()

/** @throws ServiceError SERVICE_UNAVAILABLE where the mail server cannot be reached; the job is tried again */
export const deliverMail = async (platform: Platform, event: Request): Promise<void> => {
  const inside = tenantContextFor(platform, event.tenantId, 'mail', event.id)
  if (performance.now() - (failedAt.get(platform) ?? Number.NEGATIVE_INFINITY) < restMs)
    throw mailFailed(new Error('The mail server failed a moment ago'))
  const prepared = await inside(async (ctx) =>
    (await claim(ctx, event.id)) ? prepare(ctx, event) : undefined,
  )
  if (!prepared) return
  try {
    await platform.mail.send({ to: prepared.to, ...prepared.mail })
  } catch (error) {
    const never = error instanceof MailRefused || error instanceof TypeError
    if (!never) {
      failedAt.set(platform, performance.now())
      await inside((ctx) =>
        ctx.run("delete from mail_sent where tenant_id = $1 and event_id = $2 and state = 'SENDING'", [
          ctx.tenantId,
          event.id,
        ]),
      )
      throw error
    }
    platform.log.warn(
      { err: error, eventId: event.id, template: event.payload.template },
      'A mail will never be taken; it is not tried again',
    )
    await inside((ctx) => settle(ctx, event.id, 'REFUSED', prepared))
    return
  }
  await inside((ctx) => settle(ctx, event.id, 'SENT', prepared))
}
